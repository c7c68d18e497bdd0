// The secret of an invitation stands behind the # of the address: it never reaches a server log. A tap sends it.
(() => {
  "use strict";

  const form = document.querySelector("form[data-join]");
  if (!form) return;
  const secret = window.location.hash.slice(1);
  const field = form.elements.secret;
  if (secret && field.type !== "hidden") {
    field.value = secret;
    form.querySelector("[data-paste]").hidden = true;
    // A chat app's browser hands the address on to the real one as it stands.
    if (!("chatApp" in form.dataset)) history.replaceState(null, "", window.location.pathname);
  }

  const button = document.querySelector("[data-join-button]");
  if (!button) return;
  const show = () => {
    const chosen = form.querySelector("[name=player]:checked");
    button.textContent = chosen ? button.dataset.filled.replace("{name}", chosen.dataset.name) : button.dataset.empty;
    button.classList.toggle("waiting", !chosen);
  };
  form.addEventListener("change", show);
  show();
})();
