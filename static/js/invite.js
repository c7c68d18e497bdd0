// @ts-check
// The code that lies ready to be scanned: once it has ended, and where there is none yet, another one is asked for.
"use strict";

(() => {
  const { find } = window.zipai;
  const OFTEN = 30_000;
  let isAsking = false;

  const isOver = () => {
    const until = Number(find("#at-hand")?.dataset.until || 0);
    return until > 0 && until * 1000 <= Date.now();
  };

  // Where the code had ended its page brings the form by which there is another.
  /** @param {string} address @param {FormData} [body] */
  async function bring(address, body) {
    const answer = await fetch(address, body ? { method: "POST", body } : {});
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("at-hand");
    if (fresh) find("#at-hand")?.replaceWith(document.adoptNode(fresh));
  }

  async function renew() {
    if (isOver()) await bring(window.location.pathname);
    /** @type {HTMLFormElement | null} */
    const form = find("#at-hand form[data-renew]");
    if (form) await bring(form.action, new FormData(form));
  }

  async function look() {
    if (isAsking || document.hidden) return;
    isAsking = true;
    await renew().catch(() => {
      // No network: the button is there, or the next look.
    });
    isAsking = false;
  }

  window.setInterval(look, OFTEN);
  document.addEventListener("visibilitychange", look);
  look();
})();
