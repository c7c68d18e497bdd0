// @ts-check
// This phone has signed off: everything it kept of its tables goes, also where the browser is not asked to (plain
// HTTP).
"use strict";

(() => {
  const { phone, tab } = window.zipai;
  for (const store of [tab, phone]) for (const key of store.keys("")) store.erase(key);
  if ("caches" in window) {
    caches.delete("zipai-pages").catch(() => {
      // Nothing was kept, or nobody can say.
    });
  }
})();
