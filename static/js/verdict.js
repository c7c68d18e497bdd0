// @ts-check
// The save button says what is still missing, as the preview has it, and leads there. Without scripts it just saves.
"use strict";

(() => {
  const { get, isChanged } = window.zipai;
  /** @type {HTMLButtonElement} */
  const button = get("[data-follows]");
  const { form } = button;
  const word = button.textContent;

  function follow() {
    const { ready, why, field = "" } = get(`#${button.dataset.follows} .verdict`).dataset;
    const isReady = ready === "1";
    button.textContent = isReady ? word : why || word;
    button.classList.toggle("waiting", !isReady);
    if (isReady) delete button.dataset.leads;
    else button.dataset.leads = field;
  }

  const content = () => (form ? new URLSearchParams(/** @type {any} */ (new FormData(form))).toString() : "");
  /** @type {(event: Event) => boolean} */
  const isPreview = event => /** @type {Element} */ (event.target).id === button.dataset.follows;
  let onItsWay = "";
  let counted = "";

  // A tap on a button that names what was missing, before it is known whether it still is. Another tap goes to the server.
  let isHeld = false;

  function letGo() {
    isHeld = false;
    button.removeAttribute("aria-busy");
  }

  // As if it were tapped now: it saves, or leads to what is missing.
  function tapAgain() {
    if (!isHeld) return;
    button.click();
    letGo();
  }

  button.addEventListener("click", event => {
    if (isHeld || "leads" in button.dataset || !button.classList.contains("waiting")) return;
    event.preventDefault();
    isHeld = true;
    button.setAttribute("aria-busy", "true");
  });
  // Until the preview has come nobody knows. A number was asked for while it was typed, and is no news when its field is
  // left.
  form?.addEventListener("change", () => {
    letGo();
    if (content() !== counted) delete button.dataset.leads;
  });
  document.addEventListener("htmx:beforeRequest", event => {
    if (isPreview(event)) onItsWay = content();
  });
  document.addEventListener("htmx:afterSwap", event => {
    if (isPreview(event)) counted = onItsWay;
    follow();
    if (isPreview(event)) tapAgain();
  });
  // No preview will come: the server says what is missing.
  for (const lost of ["htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(lost, event => {
      if (isPreview(event)) tapAgain();
    });
  }
  follow();
  // htmx listens when the document is ready: what was tapped until then, or brought back by this phone, is asked for
  // then.
  document.addEventListener("DOMContentLoaded", () => {
    if (form && Array.from(form.elements).some(isChanged)) form.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
