// @ts-check
// Copying a text of the page, and printing. Without scripts the text can be selected by hand.
"use strict";

(() => {
  const { all, get, around, element, showMessage } = window.zipai;

  /** @param {HTMLElement} node */
  function select(node) {
    if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) {
      node.select();
      return;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const selection = window.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
  }

  /** @param {any} node */
  const textOf = node => (node.value || node.dataset.text || node.textContent).trim();

  // The clipboard is closed over plain HTTP; an old command still works there.
  /** @param {HTMLElement} node */
  async function copy(node) {
    const text = textOf(node);
    if (navigator.clipboard) {
      try {
        await navigator.clipboard.writeText(text);
        return true;
      } catch {
        // Refused: the old way is tried.
      }
    }
    const field = Object.assign(element("textarea", "visually-hidden"), { value: text });
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    if (!isCopied) select(node);
    return isCopied;
  }

  // A phone hands the text on to whatever its holder keeps things in.
  /** @type {HTMLButtonElement[]} */
  const sharing = all("[data-share]");
  for (const button of sharing) button.hidden = !navigator.share;

  document.addEventListener("click", async event => {
    const button = around(event, "[data-copy], [data-print], [data-share]");
    if (!button) return;
    if (button.dataset.share) {
      navigator.share({ text: textOf(get(`#${button.dataset.share}`)) }).catch(() => {
        // Put off, or not wanted after all.
      });
      return;
    }
    if ("print" in button.dataset) {
      window.print();
      return;
    }
    const isCopied = await copy(get(`#${button.dataset.copy}`));
    showMessage((isCopied ? button.dataset.done : button.dataset.failed) || "");
  });
})();
