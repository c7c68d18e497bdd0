// @ts-check
// Numbers that are tapped up and down; where nothing is written, from what they are then.
"use strict";

(() => {
  const { around, get } = window.zipai;

  document.addEventListener("click", event => {
    const button = around(event, ".stepper > [data-by]");
    if (!button) return;
    /** @type {HTMLInputElement} */
    const input = get("input", button.parentElement || document.body);
    const now = Number(input.value || input.placeholder) || 0;
    input.value = String(Math.min(Number(input.max), Math.max(1, now + Number(button.dataset.by))));
    for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
  });
})();
