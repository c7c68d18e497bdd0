// @ts-check
// The secret of an invitation stands behind the # of the address: it never reaches a server log. It is sent by itself,
// to look where it leads; who comes in, and as whom, waits for a tap.
"use strict";

(() => {
  const { element, find, get, fill } = window.zipai;
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
    form.append(Object.assign(element("input"), { type: "hidden", name: "look", value: "1" }));
    // A chat app's browser hands the address on to the real one as it stands.
    if ("chatApp" in form.dataset) form.action += `#${secret}`;
    else history.replaceState(null, "", window.location.pathname);
    if (!cameBack()) get("button[form=join]").click();
  }

  function cameBack() {
    const [page] = performance.getEntriesByType("navigation");
    return /** @type {PerformanceNavigationTiming | undefined} */ (page)?.type === "back_forward";
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
