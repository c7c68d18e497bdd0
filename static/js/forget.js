// A table was erased from here, or this phone has left it: what this phone kept of it goes too, its pages, its
// drafts, what waited to be sent.
(() => {
  "use strict";

  const told = document.querySelector("[data-forget]");
  if (!told) return;
  const table = told.dataset.forget;
  const id = table.split("/")[2];
  const clear = store => {
    Object.keys(store)
      .filter(key => key.includes(id))
      .forEach(key => {
        store.removeItem(key);
      });
  };
  async function forget() {
    // Anybody can write such an address: only the server knows whether the table is gone.
    if ((await fetch(table, { method: "HEAD" })).status !== 404) return;
    try {
      clear(sessionStorage);
      clear(localStorage);
    } catch (_error) {
      /* nothing could be kept either */
    }
    // Where there is no worker (plain HTTP) browsers have no caches to ask.
    if (!("caches" in window)) return;
    const pages = await caches.open("zipai-pages");
    const there = (await pages.keys()).filter(request => {
      const path = new URL(request.url).pathname;
      return path === "/" || path.startsWith(table);
    });
    await Promise.all(there.map(request => pages.delete(request)));
  }

  forget().catch(() => {
    /* nothing was kept, or nobody can say */
  });
})();
