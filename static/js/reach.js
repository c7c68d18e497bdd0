// @ts-check
// A button that waits leads to what it waits for. Marks: data-leads on such a button, data-answers on what it may name.
"use strict";

(() => {
  const { all, around, isCalm, isVisible, reveal } = window.zipai;

  /** @type {(one: Element) => HTMLDetailsElement | null} */
  const closedFold = one => one.closest("details:not([open])");

  // The last part of a field's name that is a word: wins.0.pattern is a pattern.
  /** @param {string} field */
  const wordOf = field =>
    field
      .split(".")
      .filter(part => !/^\d*$/.test(part))
      .pop();

  /** @param {HTMLElement} one */
  function isOpen(one) {
    /** @type {HTMLInputElement[]} */
    const fields = all("input:not([type=radio]):not([type=checkbox])", one);
    return !one.querySelector(":checked") && fields.every(field => !field.value);
  }

  // What a field is answered by: of several the first that nothing is entered in yet.
  /** @param {string} field */
  function answerTo(field) {
    const word = wordOf(field);
    const marked = word ? all(`[data-answers~="${CSS.escape(word)}"]`) : [];
    const visible = marked.filter(one => isVisible(closedFold(one) || one));
    return visible.find(isOpen) || visible[0] || document.getElementById("preview");
  }

  /** @param {HTMLElement} one */
  function focus(one) {
    /** @type {HTMLButtonElement[]} */
    const inside = all("button, input, select, textarea, a[href]", one);
    const control = one.matches("button") ? one : inside.find(each => isVisible(each) && !each.disabled);
    if (!control) one.tabIndex = -1;
    (control || one).focus({ preventScroll: true });
  }

  /** @param {HTMLElement} one */
  function beckon(one) {
    if (isCalm()) return;
    const blue = getComputedStyle(one).getPropertyValue("--blue");
    const rings = [blue, "transparent"].map(colour => ({ outline: `4px solid ${colour}`, outlineOffset: "4px" }));
    one.animate?.(rings, { duration: 1200 });
  }

  document.addEventListener("click", event => {
    const leads = around(event, ".waiting[data-leads]")?.dataset.leads;
    const one = leads === undefined ? null : answerTo(leads);
    if (!one) return;
    event.preventDefault();
    const fold = closedFold(one);
    if (fold) fold.open = true;
    focus(one);
    reveal(one);
    beckon(one);
  });
})();
