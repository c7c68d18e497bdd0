// @ts-check
// Reads every new deal aloud, on a phone whose owner switched that on: those that arrive, and the one just entered
// here.
"use strict";

(() => {
  const { find, get, around, phone, savedRow, utter } = window.zipai;
  const SWITCH = "zipai-aloud";
  const LAST = "zipai-aloud-said";

  const isOn = () => Boolean(phone.text(SWITCH));

  // A table that is drawn anew knows nothing of this phone.
  function drawSwitch() {
    const toggle = find("[data-aloud]");
    if (!toggle || !window.speechSynthesis) return;
    toggle.hidden = false;
    toggle.setAttribute("aria-checked", String(isOn()));
    get("[data-state]", toggle).textContent = (isOn() ? toggle.dataset.on : toggle.dataset.off) || "";
  }

  // Saving leads back to the table, with the deal named in the address: read out once, not again on a reload.
  function readSaved() {
    const row = savedRow();
    const button = row && find("[data-say]", row);
    const name = window.location.pathname + window.location.hash;
    if (!button || phone.text(LAST) === name) return;
    phone.write(LAST, name);
    if (isOn()) utter(button.dataset.say || "");
  }

  document.addEventListener("click", event => {
    if (!around(event, "[data-aloud]")) return;
    phone.write(SWITCH, isOn() ? "" : "1");
    drawSwitch();
  });
  document.addEventListener("zipai:update", event => {
    drawSwitch();
    if (event.detail.announcement && isOn()) utter(event.detail.announcement);
  });
  drawSwitch();
  readSaved();
})();
