// @ts-check
// A form that came back leads to what is wrong in it; of folds with one name a single one is open, and unfolding it
// moves nothing under the finger.
"use strict";

(() => {
  const { all, around, find, isVisible } = window.zipai;

  // What is asked for by several choices has its error below them.
  /** @type {(wrong: HTMLElement) => HTMLElement | null} */
  const fieldOf = wrong =>
    wrong.matches(".field-error")
      ? find("input:not([type=hidden]), select, textarea", wrong.parentElement || wrong)
      : wrong;

  function leadToError() {
    const wrong = all('[aria-invalid="true"], .field-error').find(isVisible);
    if (!wrong || wrong.closest("form[data-entry]")) return;
    fieldOf(wrong)?.focus({ preventScroll: true });
    wrong.scrollIntoView({ block: "center" });
  }

  /** @param {Event} event */
  function unfoldOne(event) {
    const summary = around(event, "details[name] > summary");
    if (!summary) return;
    const own = summary.parentElement;
    const top = summary.getBoundingClientRect().top;
    requestAnimationFrame(() => {
      // Browsers that do not know of the name yet leave the others open.
      const name = CSS.escape(own?.getAttribute("name") || "");
      /** @type {HTMLDetailsElement[]} */
      const others = all(`details[name="${name}"][open]`);
      if (own?.hasAttribute("open")) for (const one of others) if (one !== own) one.open = false;
      window.scrollBy(0, summary.getBoundingClientRect().top - top);
    });
  }

  document.addEventListener("click", unfoldOne);
  document.addEventListener("DOMContentLoaded", leadToError);
})();
