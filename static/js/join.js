// @ts-check
// The secret of an invitation stands behind the # of the address: it never reaches a server log. A tap sends it.
"use strict";

(() => {
  const { find, get, fill } = window.zipai;
  /** @type {HTMLFormElement | null} */
  const present = find("form[data-join]");
  if (!present) return;
  const form = present;
  const secret = window.location.hash.slice(1);
  /** @type {HTMLInputElement} */
  const field = get("[name=secret]", form);
  if (secret && field.type !== "hidden") {
    field.value = secret;
    get("[data-paste]", form).hidden = true;
    // A chat app's browser hands the address on to the real one as it stands.
    if (!("chatApp" in form.dataset)) history.replaceState(null, "", window.location.pathname);
  }

  const joining = find("[data-join-button]");
  if (!joining) return;
  const button = joining;
  const { filled = "", empty = "" } = button.dataset;

  function draw() {
    const chosen = find("[name=player]:checked", form);
    button.textContent = chosen ? fill(filled, { name: chosen.dataset.name }) : empty;
    button.classList.toggle("waiting", !chosen);
  }

  form.addEventListener("change", draw);
  draw();
})();
