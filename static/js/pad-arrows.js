// @ts-check
// Sets of keys (data-rove) have one stop for the tab key each; arrows, Home and End lead on from there.
"use strict";

(() => {
  const { all, isVisible } = window.zipai;
  /** Pixels: keys whose middles differ less are of one row. */
  const ROW = 12;
  /** @type {Record<string, [number, number]>} */
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  /** @type {(root: ParentNode) => HTMLButtonElement[]} */
  const keysOf = root => all("button", root);

  /** @param {Element} one */
  function middle(one) {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }

  // Of the row above or below the nearest key.
  /** @type {(keys: HTMLButtonElement[], from: HTMLButtonElement, way: number) => HTMLButtonElement | undefined} */
  function across(keys, from, way) {
    const [x, y] = middle(from);
    const far = keys
      .map(key => ({ key, at: middle(key) }))
      .map(({ key, at }) => ({ key, rows: way * (at[1] - y), aside: Math.abs(at[0] - x) }))
      .filter(({ rows }) => rows > ROW);
    const nearest = Math.min(...far.map(({ rows }) => rows));
    const row = far.filter(({ rows }) => rows < nearest + ROW);
    return row.sort((a, b) => a.aside - b.aside)[0]?.key;
  }

  /** @type {(keys: HTMLButtonElement[], from: HTMLButtonElement, pressed: string) => HTMLButtonElement | undefined} */
  function next(keys, from, pressed) {
    if (pressed === "Home") return keys[0];
    if (pressed === "End") return keys[keys.length - 1];
    const [along, down] = WAYS[pressed] || [0, 0];
    if (down) return across(keys, from, down);
    return along ? keys[(keys.indexOf(from) + along + keys.length) % keys.length] : undefined;
  }

  /** @type {(root: HTMLElement, stop: HTMLButtonElement) => void} */
  function setStop(root, stop) {
    for (const key of all("button", root)) {
      const index = key === stop ? 0 : -1;
      if (key.getAttribute("tabindex") !== String(index)) key.tabIndex = index;
    }
  }

  // Once keys were drawn: the stop stays at its place.
  function settle() {
    for (const root of all("[data-rove]")) {
      const keys = keysOf(root);
      const stop = keys.find(key => key.getAttribute("tabindex") === "0") || keys[0];
      if (stop) setStop(root, stop);
    }
  }

  /** @param {HTMLElement} form */
  function wire(form) {
    form.addEventListener("keydown", event => {
      const from = /** @type {HTMLButtonElement | null} */ (document.activeElement);
      const root = /** @type {HTMLElement | null} */ (from?.closest("[data-rove]") ?? null);
      if (!from || !root || event.altKey || event.ctrlKey || event.metaKey) return;
      const to = next(keysOf(root).filter(isVisible), from, event.key);
      if (!to) return;
      event.preventDefault();
      setStop(root, to);
      to.focus();
    });
  }

  /** @type {PadArrows} */
  const arrows = { wire, settle };
  Object.assign(window.zipai, { arrows });
})();
