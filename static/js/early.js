// @ts-check
// Runs before the first paint, so that pages never jump between their plain and their scripted form.
"use strict";

document.documentElement.classList.add("js");

// A phone needs no sheet for wide pages: it is asked for where the page is wide, and where it becomes so.
(() => {
  const { currentScript } = document;
  if (!currentScript) return;
  const { wide = "", media = "" } = currentScript.dataset;
  const room = window.matchMedia(media);

  function widen() {
    if (!room.matches || document.querySelector(`link[href="${wide}"]`)) return;
    const sheet = document.createElement("link");
    Object.assign(sheet, { rel: "stylesheet", href: wide, media });
    // Nothing is painted before it is there, where the browser can wait for it.
    sheet.setAttribute("blocking", "render");
    currentScript?.before(sheet);
  }

  room.addEventListener("change", widen);
  widen();
})();

// Nobody has read what came up a moment ago: a page that has just come takes no tap on what posts a form or gives
// up an entry, what came up by itself (data-came) takes none at all, and neither a page nor a new question takes one
// where the finger was. A form marked data-quick may be tapped at any pace.
(() => {
  /** Milliseconds: longer than the halves of the slowest double tap are apart. */
  const WAIT = 850;
  /** Pixels. */
  const NEAR = 24;
  const LAST = "zipai-tap";
  const root = document.documentElement;
  let pageRestsUntil = Number.POSITIVE_INFINITY;
  let placeRestsUntil = Number.POSITIVE_INFINITY;
  /** @type {[number, number] | null} Where nothing is taken yet. */
  let place = null;
  /** @type {[number, number] | null} Where the last tap was. */
  let last = null;
  let timer = 0;
  let waking = 0;

  /** @type {(node: ParentNode) => HTMLElement[]} */
  const controls = node => Array.from(node.querySelectorAll("a, button, input"));

  /** @type {(one: any) => boolean} */
  function decides(one) {
    if (one.type !== "submit") return one.matches("[data-drop-draft], [data-reset]");
    return one.form?.method === "post" && !("quick" in one.form.dataset);
  }

  // The way back asks nothing.
  /** @type {(point: [number, number], node: Element) => boolean} */
  function isNear(point, node) {
    if (!place || performance.now() >= placeRestsUntil || node.closest("header a")) return false;
    return Math.abs(point[0] - place[0]) + Math.abs(point[1] - place[1]) < NEAR;
  }

  // What came up by itself, at the moment that it says, takes no tap at first either.
  /** @param {Element} one */
  function hasJustCome(one) {
    /** @type {HTMLElement | null} */
    const part = one.closest("[data-came]");
    return part !== null && performance.now() < Number(part.dataset.came) + WAIT;
  }

  // A key taps the middle of what has the focus.
  /** @type {(event: MouseEvent, target: Element) => [number, number]} */
  function pointOf(event, target) {
    const box = target.getBoundingClientRect();
    return event.detail ? [event.clientX, event.clientY] : [box.x + box.width / 2, box.y + box.height / 2];
  }

  /** @param {MouseEvent} event */
  function guard(event) {
    const target = /** @type {Element} */ (event.target);
    if (!event.isTrusted) return;
    const point = pointOf(event, target);
    const now = performance.now();
    const one = target.closest("a, button, input");
    if ((one && ((now < pageRestsUntil && decides(one)) || hasJustCome(one))) || isNear(point, target)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    // A tap elsewhere is no half of the one before.
    if (now < pageRestsUntil) placeRestsUntil = 0;
    else rest(0);
    last = point;
    try {
      sessionStorage.setItem(LAST, JSON.stringify(point));
    } catch {
      // The next page knows no place.
    }
  }

  /** @param {number} until */
  function rest(until) {
    placeRestsUntil = until;
    window.clearTimeout(timer);
    root.dataset.fresh = "";
    if (until === Number.POSITIVE_INFINITY) return;
    timer = window.setTimeout(() => {
      delete root.dataset.fresh;
    }, until - performance.now());
  }

  function wake() {
    for (const one of document.querySelectorAll("[aria-disabled]")) one.removeAttribute("aria-disabled");
  }

  // Who does not see is told what takes no tap. The time runs from when the whole page is seen.
  function arrive() {
    const point = place;
    const under = point && document.elementFromPoint(point[0], point[1]);
    for (const one of controls(document)) {
      if (decides(one) || (point && one.contains(under) && isNear(point, one)))
        one.setAttribute("aria-disabled", "true");
    }
    window.requestAnimationFrame(() => {
      pageRestsUntil = performance.now() + WAIT;
      rest(pageRestsUntil);
      waking = window.setTimeout(wake, WAIT);
    });
  }

  function restForQuestion() {
    place = last;
    rest(Math.max(pageRestsUntil, performance.now() + WAIT));
  }

  try {
    place = last = JSON.parse(sessionStorage.getItem(LAST) || "null");
    sessionStorage.removeItem(LAST);
  } catch {
    // Nothing is kept here.
  }
  rest(Number.POSITIVE_INFINITY);
  window.addEventListener("click", guard, true);
  window.addEventListener("pageshow", event => {
    if (!event.persisted) return;
    pageRestsUntil = Number.POSITIVE_INFINITY;
    restForQuestion();
    arrive();
  });
  document.addEventListener("readystatechange", () => {
    if (document.readyState === "interactive") arrive();
  });
  // Another page is written into this window (kept.js): it rests by its own time.
  document.addEventListener("zipai:leave", () => {
    window.clearTimeout(timer);
    window.clearTimeout(waking);
  });
  document.addEventListener("zipai:question", restForQuestion);
  // What lay under a sheet.
  document.addEventListener("close", restForQuestion, true);
  document.addEventListener("htmx:afterSwap", event => {
    if (controls(/** @type {Element} */ (event.target)).some(decides)) restForQuestion();
  });
})();

// A tap that comes before its script is kept for it: of a button (pad.js), or without network of a link, which leads
// nowhere by itself (kept.js).
(() => {
  /** @type {Zipai["early"]} */
  const early = { button: null, link: "", isLinkTaken: false };
  window.zipai = Object.assign(window.zipai || {}, { early });
  document.addEventListener("click", event => {
    const target = /** @type {Element} */ (event.target);
    early.button = target.closest("button");
    const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[href]"));
    const isKept =
      "fromStore" in document.documentElement.dataset && document.querySelector("script[src*='js/table-page']");
    if (!link || !isKept || early.isLinkTaken || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    early.link = link.href;
  });
})();
