// Firefox before 98 has no <dialog>: as much of one as the sheets of the entry need.
(() => {
  "use strict";

  const sheet = (window.HTMLDialogElement || window.HTMLUnknownElement).prototype;
  if (sheet.showModal) return;

  let opener = null;
  const open = () => document.querySelector("dialog[open]");

  function inside(dialog) {
    return Array.from(dialog.querySelectorAll("button, input, a[href]")).filter(one => one.getClientRects().length);
  }

  sheet.showModal = function () {
    opener = document.activeElement;
    this.setAttribute("open", "");
    this.setAttribute("role", "dialog");
    this.setAttribute("aria-modal", "true");
    const first = inside(this)[0];
    if (first) first.focus();
  };

  sheet.close = function () {
    if (!this.hasAttribute("open")) return;
    this.removeAttribute("open");
    if (opener?.isConnected) opener.focus();
    this.dispatchEvent(new Event("close"));
  };

  if (!("open" in sheet))
    Object.defineProperty(sheet, "open", {
      get() {
        return this.hasAttribute("open");
      },
    });

  // The focus stays within, Escape closes.
  function pressed(event) {
    const dialog = open();
    if (!dialog) return;
    if (event.key === "Escape") dialog.close();
    if (event.key !== "Tab") return;
    const all = inside(dialog);
    const next = all.indexOf(document.activeElement) + (event.shiftKey ? -1 : 1);
    all[(next + all.length) % all.length].focus();
    event.preventDefault();
  }

  // What lies below cannot be tapped.
  function tapped(event) {
    const dialog = open();
    if (!dialog || dialog.contains(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    dialog.close();
  }

  document.addEventListener("keydown", pressed);
  document.addEventListener("click", tapped, true);
  document.addEventListener("submit", event => {
    if (event.target.getAttribute("method") !== "dialog") return;
    event.preventDefault();
    event.target.closest("dialog").close();
  });
})();
