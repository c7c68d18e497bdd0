// @ts-check
// Scanning the code of a table where the browser can: over HTTPS, with a camera, by its own reader of codes. Elsewhere
// the page says what can be used instead.
"use strict";

(() => {
  const { element, find, get, showMessage } = window.zipai;
  const OFTEN = 200;
  const CODE = /\/j\/[\w-]{1,22}#([\w-]{43})$/;
  const present = find("[data-scan]");
  if (!present || !window.isSecureContext || !window.BarcodeDetector || !navigator.mediaDevices) return;
  const place = present;
  const { none = "", refused = "" } = place.dataset;
  const Reader = window.BarcodeDetector;
  /** @type {HTMLVideoElement} */
  const video = get("video", place);
  /** @type {HTMLButtonElement} */
  const button = get("button", place);

  function stop() {
    const stream = /** @type {MediaStream | null} */ (video.srcObject);
    for (const track of stream?.getTracks() || []) track.stop();
    video.srcObject = null;
    video.hidden = true;
    button.hidden = false;
  }

  // The same server may have other names: what counts is what stands behind the address.
  /** @param {string} text */
  function follow(text) {
    const secret = CODE.exec(text)?.[1];
    if (!secret) {
      showMessage(none);
      return false;
    }
    stop();
    /** @type {HTMLInputElement} */
    const field = get("#id_secret");
    field.value = secret;
    get("#join").append(Object.assign(element("input"), { type: "hidden", name: "look", value: "1" }));
    get("button[form=join]").click();
    return true;
  }

  /** @param {BarcodeReader} reader */
  async function look(reader) {
    if (video.hidden) return;
    const [found] = await reader.detect(video).catch(() => []);
    if (!(found && follow(found.rawValue))) window.setTimeout(() => look(reader), OFTEN);
  }

  async function open() {
    button.hidden = true;
    try {
      video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      video.hidden = false;
      await video.play();
      look(new Reader({ formats: ["qr_code"] }));
    } catch {
      stop();
      get("[data-otherwise]", place).textContent = refused;
      get("[data-otherwise]", place).hidden = false;
    }
  }

  async function begin() {
    const formats = await Reader.getSupportedFormats();
    if (!formats.includes("qr_code")) return;
    get("[data-otherwise]", place).hidden = true;
    button.hidden = false;
    button.addEventListener("click", open);
    window.addEventListener("pagehide", stop);
  }

  begin();
})();
