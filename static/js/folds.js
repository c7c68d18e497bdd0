// @ts-check
// A form that came back leads to what is wrong in it, and says so no longer once that is touched. What is unfolded, or
// asked next, is scrolled free of the bars at the lower edge; of folds with one name a single one is open.
"use strict";

(() => {
  const { all, around, emit, find, isCalm, isVisible } = window.zipai;
  /** Pixels. */
  const GAP = 8;
  const SLIVER = 20;

  // What a scroll would leave of the bar at the top, where that is too little to be read.
  /** @param {number} by */
  function sliver(by) {
    const left = (find("body > header.bar")?.getBoundingClientRect().bottom ?? 0) - by;
    return left > 0 && left < SLIVER ? left : 0;
  }

  /** @type {Reach["reveal"]} */
  function reveal(one) {
    const box = one.getBoundingClientRect();
    const room = window.innerHeight - window.zipai.measureFoot() - GAP;
    const top = box.top - GAP;
    let by = 0;
    if (box.top < 0) by = top;
    else if (box.bottom > room) by = Math.min(box.bottom - room + sliver(box.bottom - room), top);
    if (!by) return;
    window.scrollBy({ top: by, behavior: isCalm() ? "auto" : "smooth" });
    emit("zipai:question");
  }

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

  // What is wrong with a field stands below it, with a group of them below the group, with all of them above the form:
  // whatever says so of the one that was changed is out of date.
  /** @param {Event} event */
  function forgetErrors(event) {
    const target = /** @type {Element} */ (event.target);
    for (let one = target.closest("[aria-describedby]"); one; one = outer(one)) {
      for (const id of idsOf(one).filter(id => id.startsWith("error-"))) forgetError(id);
    }
  }

  /** @type {(one: Element) => Element | null} */
  const outer = one => one.parentElement?.closest("[aria-describedby]") || null;

  /** @type {(one: Element) => string[]} */
  const idsOf = one => (one.getAttribute("aria-describedby") || "").split(" ");

  /** @param {string} id */
  function forgetError(id) {
    document.getElementById(id)?.remove();
    for (const one of all(`[aria-describedby~="${id}"]`)) {
      const rest = idsOf(one).filter(other => other !== id);
      if (rest.length) one.setAttribute("aria-describedby", rest.join(" "));
      else one.removeAttribute("aria-describedby");
      one.removeAttribute("aria-invalid");
    }
  }

  /** @param {Event} event */
  function unfold(event) {
    const summary = around(event, "details:is(.fold, .rule, .deal) > summary");
    if (!summary) return;
    const own = /** @type {HTMLDetailsElement} */ (summary.parentElement);
    // Where it folds, what lay elsewhere comes under the finger.
    if (own.open) emit("zipai:question");
    const top = summary.getBoundingClientRect().top;
    requestAnimationFrame(() => {
      if (!own.open) return;
      // Browsers that do not know of the name yet leave the others open.
      const name = own.getAttribute("name");
      /** @type {HTMLDetailsElement[]} */
      const others = name ? all(`details[name="${CSS.escape(name)}"][open]`) : [];
      for (const one of others) if (one !== own) one.open = false;
      window.scrollBy(0, summary.getBoundingClientRect().top - top);
      reveal(own);
    });
  }

  document.addEventListener("click", unfold);
  for (const change of ["input", "change"]) document.addEventListener(change, forgetErrors);
  document.addEventListener("DOMContentLoaded", leadToError);
  /** @type {Reach} */
  const reach = { reveal };
  Object.assign(window.zipai, reach);
})();
