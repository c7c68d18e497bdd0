// @ts-check
// Firefox before 98 has no <dialog>: as much of one as the sheets of the entry need.
"use strict";

(() => {
  const { all, find, isVisible } = window.zipai;
  const sheet = (window.HTMLDialogElement || window.HTMLUnknownElement).prototype;
  if ("showModal" in sheet) return;

  /** @type {HTMLElement | null} */
  let opener = null;

  /** @type {() => HTMLDialogElement | null} */
  const openSheet = () => find("dialog[open]");

  /** @param {HTMLElement} dialog */
  const controls = dialog => all("button, input, a[href]", dialog).filter(isVisible);

  /** @this {HTMLElement} */
  function showModal() {
    opener = /** @type {HTMLElement | null} */ (document.activeElement);
    this.setAttribute("open", "");
    this.setAttribute("role", "dialog");
    this.setAttribute("aria-modal", "true");
    controls(this)[0]?.focus();
  }

  /** @this {HTMLElement} */
  function close() {
    if (!this.hasAttribute("open")) return;
    this.removeAttribute("open");
    if (opener?.isConnected) opener.focus();
    this.dispatchEvent(new Event("close"));
  }

  Object.assign(sheet, { showModal, close });
  if (!("open" in sheet)) {
    Object.defineProperty(sheet, "open", {
      /** @this {HTMLElement} */
      get() {
        return this.hasAttribute("open");
      },
    });
  }

  // The focus stays within, Escape closes.
  document.addEventListener("keydown", event => {
    const dialog = openSheet();
    if (!dialog) return;
    if (event.key === "Escape") dialog.close();
    if (event.key !== "Tab") return;
    const inside = controls(dialog);
    const next = inside.indexOf(/** @type {any} */ (document.activeElement)) + (event.shiftKey ? -1 : 1);
    inside[(next + inside.length) % inside.length].focus();
    event.preventDefault();
  });

  // What lies below cannot be tapped.
  document.addEventListener(
    "click",
    event => {
      const dialog = openSheet();
      if (!dialog || dialog.contains(/** @type {Node} */ (event.target))) return;
      event.preventDefault();
      event.stopPropagation();
      dialog.close();
    },
    true,
  );

  document.addEventListener("submit", event => {
    const form = /** @type {HTMLElement} */ (event.target);
    if (form.getAttribute("method") !== "dialog") return;
    event.preventDefault();
    /** @type {HTMLDialogElement | null} */ (form.closest("dialog"))?.close();
  });
})();
