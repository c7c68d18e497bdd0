// A table was erased from here: what this phone kept of it goes too, its pages, its drafts, what waited to be sent.
(function () {
  "use strict";

  const told = document.querySelector("[data-forget]");
  if (!told) return;
  const table = told.dataset.forget;
  const clear = function (store) {
    Object.keys(store).filter(function (key) { return key.includes(table); }).forEach(function (key) { store.removeItem(key); });
  };
  try { clear(sessionStorage); clear(localStorage); } catch (error) { /* nothing could be kept either */ }
  // Where there is no worker (plain HTTP) browsers have no caches to ask.
  if (!("caches" in window)) return;
  caches.open("zipai-pages").then(async function (pages) {
    const there = (await pages.keys()).filter(function (request) {
      const path = new URL(request.url).pathname;
      return path === "/" || path.startsWith(table);
    });
    return Promise.all(there.map(function (request) { return pages.delete(request); }));
  }).catch(function () { /* nothing was kept */ });
})();
