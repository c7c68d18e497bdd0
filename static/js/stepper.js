// @ts-check
// Numbers that are tapped up and down; where nothing is written, from what they are then, or from the least they can be.
"use strict";

(() => {
  const { around, find, get } = window.zipai;

  /** @param {HTMLInputElement} input */
  function leastOf({ dataset, form }) {
    /** @type {HTMLInputElement | null} */
    const chosen = dataset.least ? find(`[name="${dataset.least}"]:checked`, form || document) : null;
    return Number(chosen?.value ?? 1);
  }

  document.addEventListener("click", event => {
    const button = around(event, ".stepper > [data-by]");
    if (!button) return;
    /** @type {HTMLInputElement} */
    const input = get("input", button.parentElement || document.body);
    const now = Number(input.value || input.placeholder) || 0;
    const wanted = now ? now + Number(button.dataset.by) : 0;
    input.value = String(Math.min(Number(input.max), Math.max(leastOf(input), wanted)));
    for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
  });
})();
