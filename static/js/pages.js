// Copying a text that is shown, and printing. Without scripts the text can be selected by hand.
(() => {
  "use strict";

  function select(node) {
    if (node.select) {
      node.select();
      return;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const chosen = window.getSelection();
    chosen.removeAllRanges();
    chosen.addRange(range);
  }

  // The clipboard is closed over plain HTTP; an old command still works there.
  async function copy(node) {
    const text = (node.value || node.dataset.text || node.textContent).trim();
    if (navigator.clipboard) {
      try {
        await navigator.clipboard.writeText(text);
        return true;
      } catch (_error) {
        /* refused: try the old way */
      }
    }
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "visually-hidden";
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    if (!copied) select(node);
    return copied;
  }

  document.addEventListener("click", async event => {
    const button = event.target.closest("[data-copy], [data-print]");
    if (!button) return;
    if ("print" in button.dataset) {
      window.print();
      return;
    }
    const copied = await copy(document.getElementById(button.dataset.copy));
    window.zipai.show(copied ? button.dataset.done : button.dataset.failed);
  });
})();
