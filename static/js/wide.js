// @ts-check
// Where there is room beside a page, what people look at along with it: the ledger beside an entry, the figures beside
// the settling. Phones fetch nothing of it.
"use strict";

(() => {
  const { all, find, fetchWithin } = window.zipai;
  const PATIENCE = 10000;
  const pane = find("[data-beside]");
  const room = window.matchMedia(pane?.matches(".or-below") ? "(min-width: 760px)" : "(min-width: 900px)");
  if (!pane || !window.fetch) return;
  let isFetching = false;

  async function bring() {
    if (isFetching || !room.matches || document.hidden) return;
    isFetching = true;
    try {
      const page = await fetchWithin(PATIENCE, pane?.dataset.beside || "", {}, async answer =>
        answer.ok ? answer.text() : "",
      );
      if (page) show(new DOMParser().parseFromString(page, "text/html"));
    } catch {
      // Without network the page stands alone, as on a phone.
    }
    isFetching = false;
  }

  // Names of elements are those of the page that was fetched; here they may be another's.
  /** @param {Document} page */
  function show(page) {
    const parts = all(pane?.dataset.part || "main", page);
    for (const part of parts) {
      for (const one of all(".ledger-more, .waiting, .empty, .strips, [hx-post]", part)) one.remove();
      for (const one of [part, ...all("*", part)]) strip(one);
      // The pane has its name.
      part.removeAttribute("aria-label");
    }
    const isWorthIt = parts.some(part => (part.textContent || "").trim() && find("details, table, figure, svg", part));
    pane?.replaceChildren(...(isWorthIt ? parts.map(part => document.adoptNode(part)) : []));
    if (isWorthIt) bringSheets(page);
  }

  /** @param {Element} one */
  function strip(one) {
    for (const { name } of Array.from(one.attributes))
      if (/^(id|aria-labelledby|hx-.*|data-(?!say|seal).*)$/.test(name)) one.removeAttribute(name);
  }

  /** @param {Document} page */
  function bringSheets(page) {
    for (const sheet of all("head > link[rel=stylesheet]", page)) {
      const address = sheet.getAttribute("href");
      if (!find(`link[href="${address}"]`)) document.head.append(document.adoptNode(sheet));
    }
  }

  room.addEventListener("change", bring);
  document.addEventListener("zipai:update", bring);
  bring();
})();
