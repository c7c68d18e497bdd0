// The save button says what is still missing, as the preview tells it. Without scripts it just saves.
(function () {
  "use strict";

  const button = document.querySelector("[data-follows]");
  const word = button.textContent;

  function follow() {
    const verdict = document.querySelector("#" + button.dataset.follows + " .verdict");
    const ready = verdict.dataset.ready === "1";
    button.textContent = ready ? word : verdict.dataset.why || word;
    button.classList.toggle("waiting", !ready);
  }

  document.addEventListener("htmx:afterSwap", follow);
  follow();
})();
