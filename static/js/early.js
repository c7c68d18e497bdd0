// Runs before the first paint, so that pages never jump between their plain and their scripted form.
document.documentElement.classList.add("js");
// A tap that comes before its script is kept for it (see pad.js).
document.addEventListener("click", function (event) { window.zipaiEarly = event.target.closest("button"); });
// Without network a link leads nowhere by itself: one tapped on a kept page before its script is followed by that (see kept.js).
window.zipaiFollows = false;
document.addEventListener("click", function (event) {
  const link = event.target.closest("a[href]");
  const kept = "fromStore" in document.documentElement.dataset && document.querySelector("script[src*='js/kept']");
  if (!link || !kept || window.zipaiFollows || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  window.zipaiLink = link.href;
});
