// @ts-check
// A screen on the wall: its buttons go when nobody touches it, it fills the screen, and it says how old its numbers are.
"use strict";

(() => {
  const { find, get, fill } = window.zipai;
  const RESTS = 8000;
  const stale = get("#stale");
  const fullscreen = find("[data-fullscreen]");
  let restTimer = 0;
  let current = new Date();

  function stir() {
    document.body.classList.remove("idle");
    window.clearTimeout(restTimer);
    restTimer = window.setTimeout(() => document.body.classList.add("idle"), RESTS);
  }

  // The moment at which what is shown was true for the last time.
  /** @param {boolean} isLost */
  function showAge(isLost) {
    document.body.classList.toggle("lost", isLost);
    if (!isLost) current = new Date();
    const time = current.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
    stale.textContent = isLost ? fill(stale.dataset.text || "", { time }) : "";
  }

  function fillScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  }

  for (const touch of ["pointermove", "pointerdown", "keydown"]) {
    document.addEventListener(touch, stir, { passive: true });
  }
  document.addEventListener("zipai:connection", event => showAge(event.detail.isLost));
  document.addEventListener("zipai:update", () => {
    current = new Date();
  });
  if (fullscreen && document.fullscreenEnabled) {
    fullscreen.hidden = false;
    fullscreen.addEventListener("click", fillScreen);
  }
  stir();
})();
