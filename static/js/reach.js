// What is asked next is scrolled free of the bars at the lower edge, and a button that waits leads to what it waits
// for. Marks: data-leads on such a button, data-answers on what it may name.
(() => {
  "use strict";

  const GAP = 8;
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const isShown = one => one.getClientRects().length > 0;
  const fold = one => one.closest("details:not([open])");

  function reveal(one) {
    const box = one.getBoundingClientRect();
    const room = window.innerHeight - window.zipai.measure() - GAP;
    const by = box.top < 0 ? box.top - GAP : box.bottom > room ? Math.min(box.bottom - room, box.top - GAP) : 0;
    if (!by) return;
    window.scrollBy({ top: by, behavior: calm.matches ? "auto" : "smooth" });
    document.dispatchEvent(new CustomEvent("zipai:question"));
  }

  // The last part of a field's name that is a word: wins.0.pattern is a pattern.
  const wordOf = field =>
    field
      .split(".")
      .filter(part => !/^\d*$/.test(part))
      .pop();
  const isOpen = one =>
    !one.querySelector(":checked") &&
    Array.from(one.querySelectorAll("input:not([type=radio]):not([type=checkbox])")).every(input => !input.value);

  // What a field is answered by: of several the first that nothing is said in yet.
  function answers(field) {
    const word = wordOf(field);
    const all = word
      ? Array.from(document.querySelectorAll(`[data-answers~="${CSS.escape(word)}"]`)).filter(one =>
          isShown(fold(one) || one),
        )
      : [];
    return all.find(isOpen) || all[0] || document.getElementById("preview");
  }

  function focus(one) {
    const inside = Array.from(one.querySelectorAll("button, input, select, textarea, a[href]"));
    const control = one.matches("button") ? one : inside.find(each => isShown(each) && !each.disabled);
    if (!control) one.tabIndex = -1;
    (control || one).focus({ preventScroll: true });
  }

  function beckon(one) {
    if (!one.animate || calm.matches) return;
    const ring = colour => ({ outline: `4px solid ${colour}`, outlineOffset: "4px" });
    one.animate([ring(getComputedStyle(one).getPropertyValue("--blue")), ring("transparent")], { duration: 1200 });
  }

  function lead(event) {
    const button = event.target.closest(".waiting[data-leads]");
    const one = button && answers(button.dataset.leads);
    if (!one) return;
    event.preventDefault();
    if (fold(one)) fold(one).open = true;
    focus(one);
    reveal(one);
    beckon(one);
  }

  document.addEventListener("click", lead);
  window.zipai.reveal = reveal;
})();
