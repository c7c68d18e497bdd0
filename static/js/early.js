// Runs before the first paint, so that pages never jump between their plain and their scripted form.
document.documentElement.classList.add("js");
// A tap that comes before its script is kept for it (see pad.js).
document.addEventListener("click", function (event) { window.zipaiEarly = event.target.closest("button"); });
