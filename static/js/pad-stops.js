// @ts-check
// Each set of keys (data-rove) is one stop for the tab key: the key that had the focus last. Arrows go on from there
// (keyboard.js).
"use strict";

(() => {
  const { all } = window.zipai;

  /** @type {(root: Element, stop: Element) => void} */
  function setStop(root, stop) {
    for (const key of all("button", root)) {
      const index = key === stop ? "0" : "-1";
      if (key.getAttribute("tabindex") !== index) key.setAttribute("tabindex", index);
    }
  }

  // Once keys were drawn: the stop stays at its place.
  function settle() {
    for (const root of all("[data-rove]")) {
      const keys = all("button", root);
      const stop = keys.find(key => key.getAttribute("tabindex") === "0") || keys[0];
      if (stop) setStop(root, stop);
    }
  }

  document.addEventListener("focusin", event => {
    const key = /** @type {Element} */ (event.target).closest("[data-rove] button");
    const root = key?.closest("[data-rove]");
    if (key && root) setStop(root, key);
  });
  settle();
  /** @type {PadStops} */
  const stops = { settle };
  Object.assign(window.zipai, { stops });
})();
