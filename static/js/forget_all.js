// @ts-check
// This phone has signed off: everything it kept of its tables goes, also where the browser is not asked to (plain
// HTTP).
"use strict";

(() => {
  const { forgetPages, phone, tab } = window.zipai;
  for (const store of [tab, phone]) for (const key of store.keys("")) store.erase(key);
  forgetPages("/").catch(() => {
    // Nothing was kept, or nobody can say.
  });
})();
