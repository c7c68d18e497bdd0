// The save button says what is still missing, as the preview tells it, and leads there. Without scripts it just saves.
(() => {
  "use strict";

  const button = document.querySelector("[data-follows]");
  const word = button.textContent;

  function follow() {
    const verdict = document.querySelector(`#${button.dataset.follows} .verdict`);
    const ready = verdict.dataset.ready === "1";
    button.textContent = ready ? word : verdict.dataset.why || word;
    button.classList.toggle("waiting", !ready);
    if (ready) delete button.dataset.leads;
    else button.dataset.leads = verdict.dataset.field;
  }

  // Until the preview has come nobody knows: the server says it then.
  button.form.addEventListener("change", () => {
    delete button.dataset.leads;
  });
  document.addEventListener("htmx:afterSwap", follow);
  follow();
  // htmx listens when the document is ready: what was tapped until then, or brought back by this phone, is asked for then.
  document.addEventListener("DOMContentLoaded", () => {
    if (Array.from(button.form.elements).some(window.zipai.isChanged))
      button.form.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
