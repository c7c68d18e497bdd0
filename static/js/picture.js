"use strict";

// What the phone does itself with an evening: copy its text, print it, and draw its picture, which comes as SVG and is
// handed on as PNG with the phone's own fonts.
(() => {
  const copy = document.querySelector("[data-copy]");
  copy?.addEventListener("click", async () => {
    const field = document.querySelector(copy.dataset.copy);
    let copied = false;
    field.focus();
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      copied = true;
    } catch {
      // Over plain HTTP there is no clipboard; the old command still works in most browsers.
      copied = document.execCommand("copy");
    }
    document.getElementById("toast").textContent = copied ? copy.dataset.done : copy.dataset.failed;
  });

  document.querySelector("[data-print]")?.addEventListener("click", () => window.print());

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

  const blobOf = (canvas) => new Promise((done) => { canvas.toBlob(done, "image/png"); });

  const offer = async () => {
    const canvas = await drawn();
    const blob = await blobOf(canvas);
    if (!blob) return;
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
