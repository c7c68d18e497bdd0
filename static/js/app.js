// @ts-check
// Small things every page shares: messages, one submit per tap, reading aloud, a screen that stays awake.
"use strict";

(() => {
  const { all, find, get, around, isFromStore, isVisible, phone } = window.zipai;
  const announcer = get("#live");
  const toast = get("#toast");
  const root = document.documentElement;
  const words = document.body.dataset;

  // Messages, and that something is on its way.

  let messageTimer = 0;
  let busyTimer = 0;

  /** @param {string} text */
  function showMessage(text) {
    placeMessage(text);
    messageTimer = window.setTimeout(clearMessage, 2500);
  }

  const clearMessage = () => toast.replaceChildren();

  // Where nothing can be tapped: over the title, or where that is scrolled away, at the first free height below. What
  // stood there before takes nothing away any more.
  /** @param {string} text */
  function placeMessage(text) {
    window.clearTimeout(messageTimer);
    toast.textContent = text;
    const title = all("header h1").find(isVisible)?.getBoundingClientRect();
    toast.style.left = `${Math.max(title?.left || 0, 8)}px`;
    toast.style.top = `${title && title.top >= 0 ? title.top : freeTop()}px`;
  }

  /** Pixels from one height that is tried to the next. */
  const STEP = 8;

  function freeTop() {
    const { height } = toast.getBoundingClientRect();
    const taken = all("a[href], button, input, select, textarea, summary, label")
      .map(one => one.getBoundingClientRect())
      .filter(box => box.width);
    const isFree = (/** @type {number} */ top) => taken.every(box => box.bottom <= top || box.top >= top + height);
    let top = STEP;
    while (!isFree(top) && top + height < window.innerHeight) top += STEP;
    return isFree(top) ? top : STEP;
  }

  /** @param {SubmitEvent} event */
  function submitOnce(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (event.defaultPrevented || form.method !== "post") return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "1";
    if (!("queue" in form.dataset)) beginBusy(event.submitter || form);
  }

  // What takes its time says so.
  /** @param {HTMLElement} one */
  function beginBusy(one) {
    endBusy();
    busyTimer = window.setTimeout(() => {
      one.setAttribute("aria-busy", "true");
      placeMessage(words.slow || "");
    }, 400);
  }

  function endBusy() {
    window.clearTimeout(busyTimer);
    for (const one of all("[aria-busy]")) one.removeAttribute("aria-busy");
    if (toast.textContent === words.slow) clearMessage();
  }

  // A page shown again by the back button must be able to send again.
  function allowSending() {
    for (const form of all("form[data-sent]")) delete form.dataset.sent;
    endBusy();
  }

  /** @type {(event: Event) => boolean} */
  const isQuiet = event => around(event, "[data-quiet]") !== null;

  // Back, and the same button again, is the same entry: its id is kept with the page's place in the history. The
  // pad has drafts instead, and begins a new deal. A page shown from a store has an id that was given away before.
  function keepIds() {
    const state = history.state || {};
    const ids = state.entries || {};
    /** @type {HTMLInputElement[]} */
    const fields = all("form:not([data-entry]) > input[name=client_id]");
    for (const field of fields) {
      const action = field.form?.getAttribute("action") || window.location.pathname;
      if (ids[action]) field.value = ids[action];
      else if (isFromStore()) field.value = window.zipai.newId();
      ids[action] = field.value;
    }
    history.replaceState({ ...state, entries: ids }, "");
  }

  // Speech.

  /** @param {string} text */
  function utter(text) {
    if (!window.speechSynthesis) {
      announcer.textContent = text;
      return;
    }
    const speech = new SpeechSynthesisUtterance(text);
    speech.lang = root.lang;
    window.speechSynthesis.cancel();
    window.speechSynthesis.speak(speech);
  }

  // What bars cover, and a screen that stays on.

  /** @type {(selector: string) => number} */
  function stickyHeight(selector) {
    const bars = all(selector).filter(one => getComputedStyle(one).position === "sticky");
    return Math.max(0, ...bars.map(one => one.offsetHeight));
  }

  // What the bars at the lower edge cover, so that nothing is scrolled under them: the buttons, and the band above
  // those. A property that all inherit would restyle the whole page with each question: they get it who lie on them.
  function measureFoot() {
    const foot = stickyHeight(".actions");
    const covered = foot + stickyHeight(".preview");
    for (const one of all(".preview, .strips")) writeStyle(one, "--foot", `${foot}px`);
    writeStyle(root, "scroll-padding-bottom", `${covered}px`);
    return covered;
  }

  // What is written is styled anew, though it be the same.
  /** @type {(one: HTMLElement, property: string, value: string) => void} */
  function writeStyle(one, property, value) {
    if (one.style.getPropertyValue(property) !== value) one.style.setProperty(property, value);
  }

  // What a question brings is laid out once, when all of it is there.
  function measureFootInNextFrame() {
    requestAnimationFrame(measureFoot);
  }

  async function stayAwake() {
    if (!find("[data-awake]") || !("wakeLock" in navigator) || document.hidden) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      // Low battery or plain HTTP: not needed.
    }
  }

  // What is stored.

  // Entries that the server says it has stored need no draft and wait no longer.
  function forgetStored() {
    const ids = find("[data-saved]")?.dataset.saved;
    if (ids) dropStored(ids);
  }

  /** @param {string} ids */
  function dropStored(ids) {
    const stored = ids.split(" ");
    forgetDrafts(stored);
    window.zipai.queue.removeStored(stored);
  }

  /** @param {string[]} ids */
  function forgetDrafts(ids) {
    for (const key of phone.keys("zipai-draft:")) if (ids.includes(phone.read(key)?.clientId)) phone.erase(key);
  }

  /** @param {string} id */
  function giveUp(id) {
    forgetDrafts([id]);
    window.zipai.queue.remove([id]);
  }

  // Saving leads back to the table, with the deal named in the address.
  function savedRow() {
    const found = /^#saved-(\d+)$/.exec(window.location.hash);
    return found && document.getElementById(`deal-${found[1]}`);
  }

  /** @param {Event} event */
  function tap(event) {
    const speaker = around(event, "[data-say]");
    if (speaker) utter(speaker.dataset.say || "");
    // The same deal was already entered on another phone: this draft of it is given up.
    const repeat = around(event, "[data-drop-draft]");
    if (repeat) giveUp(repeat.dataset.dropDraft || "");
  }

  // The worker. Over plain HTTP there is none, and it may be switched off: open tabs keep pages then (kept.js).

  function beginWorker() {
    if (!window.isSecureContext || !navigator.serviceWorker) return;
    const begun = navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    begun.then(claimPage).catch(() => {
      // Switched off.
    });
  }

  // A page that was on its way when the worker began is served by none: the worker takes over what is there, not
  // what comes.
  async function claimPage() {
    const worker = (await navigator.serviceWorker.ready).active;
    const claim = () => {
      if (worker?.state === "activated" && !navigator.serviceWorker.controller) worker.postMessage("claim");
    };
    worker?.addEventListener("statechange", claim);
    claim();
  }

  // The table asks for more only where a row is opened or its end comes near: what asks comes then, and finds what
  // was opened meanwhile.

  let isBringing = false;

  function bringHtmx() {
    const address = words.htmx;
    if (!address || window.htmx || document.readyState !== "complete" || isBringing) return;
    isBringing = true;
    const script = document.createElement("script");
    script.src = address;
    script.addEventListener("error", () => {
      isBringing = false;
      script.remove();
    });
    script.addEventListener("load", () => {
      for (const one of all("details[open]")) one.dispatchEvent(new Event("toggle"));
    });
    document.head.append(script);
  }

  function bringHtmxWhereMoreIsInSight() {
    const more = find(".ledger-more");
    if (more && more.getBoundingClientRect().top < window.innerHeight) bringHtmx();
  }

  for (const touch of ["scroll", "pointerdown", "keydown"]) {
    document.addEventListener(touch, bringHtmx, { passive: true });
  }
  for (const change of ["zipai:question", "zipai:update"]) document.addEventListener(change, measureFootInNextFrame);
  window.addEventListener("resize", measureFoot);
  if (window.ResizeObserver) for (const one of all(".actions, .preview")) new ResizeObserver(measureFoot).observe(one);
  measureFoot();
  window.addEventListener("load", bringHtmxWhereMoreIsInSight);
  // A line that broke while it was brought leaves none.
  for (const there of ["load", "online"]) window.addEventListener(there, beginWorker);
  document.addEventListener("submit", submitOnce);
  window.addEventListener("pageshow", allowSending);
  // What was said of the last tap is no answer to this one.
  document.addEventListener("pointerdown", clearMessage);
  document.addEventListener("click", tap);
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("htmx:beforeSend", event => {
    if (!isQuiet(event)) beginBusy(/** @type {HTMLElement} */ (event.target));
  });
  document.addEventListener("htmx:afterRequest", endBusy);
  for (const lost of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(lost, event => {
      if (!isQuiet(event)) showMessage(words.offline || "");
    });
  }
  // The server has no time just now; what it says is no part of the page.
  document.addEventListener("htmx:responseError", event => {
    const { xhr } = event.detail;
    if (xhr.status === 503 && !isQuiet(event)) showMessage(xhr.responseText.trim());
  });
  document.addEventListener("DOMContentLoaded", () => {
    forgetStored();
    stayAwake();
  });
  forgetStored();
  keepIds();
  Object.assign(window.zipai, { showMessage, endBusy, utter, forgetDrafts, dropStored, savedRow, measureFoot });
})();
