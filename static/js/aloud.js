// Reads every new deal aloud, on a phone where somebody asked for it: those that arrive, and the one just entered here.
(() => {
  "use strict";

  const ASKED = "zipai-aloud";
  const SAID = "zipai-aloud-said";
  const toggle = () => document.querySelector("[data-aloud]");

  function kept(key) {
    try {
      return localStorage.getItem(key) || "";
    } catch (_error) {
      return "";
    }
  }

  function keep(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch (_error) {
      /* private browsing: asked for anew each time */
    }
  }

  // A table that is drawn anew knows nothing of this phone.
  function draw() {
    const one = toggle();
    if (!one || !window.speechSynthesis) return;
    const on = Boolean(kept(ASKED));
    one.hidden = false;
    one.setAttribute("aria-checked", String(on));
    one.querySelector("[data-state]").textContent = on ? one.dataset.on : one.dataset.off;
  }

  function speak(text) {
    if (text && kept(ASKED)) window.zipai.utter(text);
  }

  // Saving leads back to the table, with the deal named in the address: said once, not again on a reload.
  function entered() {
    const row = window.zipai.savedRow();
    const button = row?.querySelector("[data-say]");
    const name = window.location.pathname + window.location.hash;
    if (!button || kept(SAID) === name) return;
    keep(SAID, name);
    speak(button.dataset.say);
  }

  document.addEventListener("click", event => {
    if (!event.target.closest("[data-aloud]")) return;
    keep(ASKED, kept(ASKED) ? "" : "1");
    draw();
  });
  document.addEventListener("zipai:update", event => {
    draw();
    speak(event.detail.said);
  });
  draw();
  entered();
})();
