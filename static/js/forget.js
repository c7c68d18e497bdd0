// @ts-check
// A table was erased from here, or this phone has left it: what this phone kept of it goes too, its pages, its drafts,
// what waited to be sent.
"use strict";

(() => {
  const { find, forgetPages, phone, tab } = window.zipai;
  const table = find("[data-forget]")?.dataset.forget || "";
  if (!table) return;

  function forgetStores() {
    const id = table.split("/")[2];
    for (const store of [tab, phone]) for (const key of store.keys("")) if (key.includes(id)) store.erase(key);
  }

  async function forget() {
    // Anybody can write such an address: only the server knows whether the table is gone.
    if ((await fetch(table, { method: "HEAD" })).status !== 404) return;
    forgetStores();
    await forgetPages(table);
  }

  forget().catch(() => {
    // Nothing was kept, or nobody can say.
  });
})();
