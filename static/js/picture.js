"use strict";

// The picture of an evening comes as SVG; the phone draws it with its own fonts, and hands it on as PNG.
(() => {
  const link = document.querySelector("[data-picture]");
  if (!link) return;
  const image = link.querySelector("img");
  const save = document.querySelector("[data-save]");
  const send = document.querySelector("[data-send]");

  const drawn = async () => {
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width = 1080;
    canvas.height = image.height = 1440;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  };

  const blobOf = canvas =>
    new Promise(done => {
      canvas.toBlob(done, "image/png");
    });

  const offer = async () => {
    const canvas = await drawn();
    const blob = await blobOf(canvas);
    if (!blob) throw new Error("this canvas makes no PNG");
    // As a PNG in the page it can be kept with a long press, which chat apps offer for no SVG.
    image.src = canvas.toDataURL("image/png");
    save.href = URL.createObjectURL(blob);
    link.href = save.href;
    link.download = save.download;
    const file = new File([blob], link.dataset.name, { type: "image/png" });
    if (!navigator.canShare?.({ files: [file] })) return;
    send.hidden = false;
    send.addEventListener("click", () => {
      navigator.share({ files: [file] }).catch(() => {});
    });
  };

  offer().catch(() => {
    // Where the browser cannot draw it, the SVG itself stays to be looked at and kept.
    save.download = save.download.replace(/png$/, "svg");
  });
})();
