// Runs before the first paint, so that pages never jump between their plain and their scripted form.
document.documentElement.classList.add("js");

// Nobody has read what came up a moment ago: a page that has just come takes no tap on what posts a form or gives
// up an entry, and neither a page nor a new question takes one where the finger was. A form marked data-quick may
// be tapped at any pace.
(() => {
  "use strict";

  const WAIT = 700;
  const NEAR = 24;
  const LAST = "zipai-tap";
  const root = document.documentElement;
  let page = Number.POSITIVE_INFINITY;
  let near = Number.POSITIVE_INFINITY;
  let place = null;
  let last = null;
  let timer = 0;
  let awake = 0;

  const controls = node => Array.from(node.querySelectorAll("a, button, input"));

  function decides(one) {
    if (one.type !== "submit") return one.matches("a[hx-post], [data-drop-draft], [data-reset]");
    return one.form && one.form.method === "post" && !("quick" in one.form.dataset);
  }

  // The way back asks nothing.
  function isNear(here, node) {
    return (
      place &&
      performance.now() < near &&
      Math.abs(here[0] - place[0]) + Math.abs(here[1] - place[1]) < NEAR &&
      !node.closest("header a")
    );
  }

  // A key taps the middle of what has the focus.
  function placeOf(event) {
    const box = event.target.getBoundingClientRect();
    return event.detail ? [event.clientX, event.clientY] : [box.x + box.width / 2, box.y + box.height / 2];
  }

  function tapped(event) {
    const here = placeOf(event);
    const now = performance.now();
    const one = event.target.closest("a, button, input");
    if (!event.isTrusted) return;
    if ((one && now < page && decides(one)) || isNear(here, event.target)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    // A tap elsewhere is no half of the one before.
    if (now < page) near = 0;
    else rest(0);
    last = here;
    try {
      sessionStorage.setItem(LAST, JSON.stringify(here));
    } catch (_error) {
      /* the next page knows no place */
    }
  }

  function rest(until) {
    near = until;
    window.clearTimeout(timer);
    root.dataset.fresh = "";
    if (until < Number.POSITIVE_INFINITY)
      timer = window.setTimeout(() => {
        delete root.dataset.fresh;
      }, until - performance.now());
  }

  // Who does not see is told what takes no tap. The time runs from when the whole page is seen.
  function arrive() {
    const under = place && document.elementFromPoint(place[0], place[1]);
    const resting = controls(document).filter(one => decides(one) || (one.contains(under) && isNear(place, one)));
    resting.forEach(one => {
      one.setAttribute("aria-disabled", "true");
    });
    window.requestAnimationFrame(() => {
      page = performance.now() + WAIT;
      rest(page);
      awake = window.setTimeout(() => {
        document.querySelectorAll("[aria-disabled]").forEach(one => {
          one.removeAttribute("aria-disabled");
        });
      }, WAIT);
    });
  }

  function question() {
    place = last;
    rest(Math.max(page, performance.now() + WAIT));
  }

  try {
    place = last = JSON.parse(sessionStorage.getItem(LAST));
    sessionStorage.removeItem(LAST);
  } catch (_error) {
    /* no storage */
  }
  rest(Number.POSITIVE_INFINITY);
  window.addEventListener("click", tapped, true);
  window.addEventListener("pageshow", event => {
    if (!event.persisted) return;
    page = Number.POSITIVE_INFINITY;
    question();
    arrive();
  });
  document.addEventListener("readystatechange", () => {
    if (document.readyState === "interactive") arrive();
  });
  // Another page is written into this window (kept.js): it rests by its own time.
  document.addEventListener("zipai:leave", () => {
    window.clearTimeout(timer);
    window.clearTimeout(awake);
  });
  document.addEventListener("zipai:question", question);
  document.addEventListener("htmx:afterSwap", event => {
    if (controls(event.target).some(decides)) question();
  });
})();

// A tap that comes before its script is kept for it (see pad.js).
document.addEventListener("click", event => {
  window.zipaiEarly = event.target.closest("button");
});
// Without network a link leads nowhere by itself: one tapped on a kept page before its script is followed by that
// (see kept.js).
window.zipaiFollows = false;
document.addEventListener("click", event => {
  const link = event.target.closest("a[href]");
  const kept = "fromStore" in document.documentElement.dataset && document.querySelector("script[src*='js/kept']");
  if (!link || !kept || window.zipaiFollows || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  window.zipaiLink = link.href;
});
