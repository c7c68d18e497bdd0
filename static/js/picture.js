// @ts-check
// The picture of an evening comes as SVG; the phone draws it with its own fonts, and hands it on as PNG.
"use strict";

(() => {
  const { find, get } = window.zipai;
  /** @type {HTMLAnchorElement | null} */
  const picture = find("[data-picture]");
  if (!picture) return;
  const link = picture;
  /** @type {HTMLImageElement} */
  const image = get("img", link);
  /** @type {HTMLAnchorElement} */
  const save = get("[data-save]");

  async function draw() {
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width = 1080;
    canvas.height = image.height = 1440;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  }

  /** @type {(canvas: HTMLCanvasElement) => Promise<Blob | null>} */
  const blobOf = canvas => new Promise(resolve => canvas.toBlob(resolve, "image/png"));

  async function offer() {
    const canvas = await draw();
    const blob = await blobOf(canvas);
    if (!blob) throw new Error("this canvas makes no PNG");
    // As a PNG in the page it can be kept with a long press, which chat apps offer for no SVG.
    image.src = canvas.toDataURL("image/png");
    save.href = URL.createObjectURL(blob);
    link.href = save.href;
    link.download = save.download;
    offerSending(new File([blob], link.dataset.name || "", { type: "image/png" }));
  }

  /** @param {File} file */
  function offerSending(file) {
    if (!navigator.canShare?.({ files: [file] })) return;
    const send = get("[data-send]");
    send.hidden = false;
    send.addEventListener("click", () => {
      navigator.share({ files: [file] }).catch(() => {
        // Thought better of.
      });
    });
  }

  offer().catch(() => {
    // Where the browser cannot draw it, the SVG itself stays to be looked at and kept.
    save.download = save.download.replace(/png$/, "svg");
  });
})();
