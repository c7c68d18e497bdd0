// This phone has signed off: everything it kept of its tables goes, also where the browser is not asked to (plain
// HTTP).
(() => {
  "use strict";

  async function forget() {
    try {
      sessionStorage.clear();
      localStorage.clear();
    } catch (_error) {
      /* nothing could be kept either */
    }
    if ("caches" in window) await caches.delete("zipai-pages");
  }

  forget().catch(() => {
    /* nothing was kept, or nobody can say */
  });
})();
