// Small things every page shares: messages, one submit per tap, reading aloud, a screen that stays awake.
(() => {
  "use strict";

  const say = document.getElementById("live");
  const toast = document.getElementById("toast");

  function show(text) {
    toast.textContent = text;
    window.clearTimeout(show.timer);
    show.timer = window.setTimeout(() => {
      toast.textContent = "";
    }, 6000);
  }

  function once(event) {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "1";
    if (!("queue" in form.dataset)) busy(event.submitter || form);
  }

  // What takes its time says so.
  function busy(one) {
    done();
    busy.timer = window.setTimeout(() => {
      one.setAttribute("aria-busy", "true");
      toast.textContent = document.body.dataset.slow;
    }, 400);
  }

  function done() {
    window.clearTimeout(busy.timer);
    document.querySelectorAll("[aria-busy]").forEach(one => {
      one.removeAttribute("aria-busy");
    });
    if (toast.textContent === document.body.dataset.slow) toast.textContent = "";
  }

  // A page shown again by the back button must be able to send again.
  function again() {
    document.querySelectorAll("form[data-sent]").forEach(form => {
      delete form.dataset.sent;
    });
    done();
  }

  // Back, and the same button again, is the same entry: its id is kept with the page's place in the history. The
  // pad has drafts instead, and begins a new deal. A page shown from a store has an id that was given away before.
  function keepIds() {
    const state = history.state || {};
    const kept = state.entries || {};
    document.querySelectorAll("form:not([data-entry]) > input[name=client_id]").forEach(field => {
      const action = field.form.getAttribute("action") || window.location.pathname;
      if (kept[action]) field.value = kept[action];
      else if ("fromStore" in document.documentElement.dataset) field.value = window.zipai.queue.makeId();
      kept[action] = field.value;
    });
    history.replaceState({ ...state, entries: kept }, "");
  }

  function speak(event) {
    const button = event.target.closest("[data-say]");
    if (button) utter(button.dataset.say);
  }

  function utter(text) {
    if (!window.speechSynthesis) {
      say.textContent = text;
      return;
    }
    const words = new SpeechSynthesisUtterance(text);
    words.lang = document.documentElement.lang;
    window.speechSynthesis.cancel();
    window.speechSynthesis.speak(words);
  }

  function high(selector) {
    return Array.from(document.querySelectorAll(selector)).reduce(
      (most, one) => (getComputedStyle(one).position === "sticky" ? Math.max(most, one.offsetHeight) : most),
      0,
    );
  }

  // What the bars at the lower edge cover, so that nothing is scrolled under them: the buttons, and the band above
  // those.
  function measure() {
    const foot = high(".actions");
    const covered = foot + high(".preview");
    document.documentElement.style.setProperty("--foot", `${foot}px`);
    document.documentElement.style.setProperty("--covered", `${covered}px`);
    return covered;
  }

  async function stayAwake() {
    if (!document.querySelector("[data-awake]") || !("wakeLock" in navigator) || document.hidden) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch (_error) {
      /* low battery or plain HTTP: not needed */
    }
  }

  // Drafts of entries that the server says it has stored are no longer needed.
  function forgetSaved() {
    const stored = document.querySelector("[data-saved]");
    if (stored) saved(stored.dataset.saved.split(" "));
  }

  function saved(ids) {
    forget(ids);
    window.zipai.queue.take(ids);
  }

  function forget(ids) {
    try {
      Object.keys(localStorage)
        .filter(key => key.startsWith("zipai-draft:"))
        .forEach(key => {
          if (ids.includes(JSON.parse(localStorage.getItem(key)).clientId)) localStorage.removeItem(key);
        });
    } catch (_error) {
      /* private browsing: there are no drafts */
    }
  }

  // The same deal was already entered on another phone: this draft of it is given up.
  function giveUp(event) {
    const away = event.target.closest("[data-drop-draft]");
    if (away) saved([away.dataset.dropDraft]);
  }

  // Saving leads back to the table, with the deal named in the address.
  function savedRow() {
    const found = /^#saved-(\d+)$/.exec(window.location.hash);
    return found && document.getElementById(`deal-${found[1]}`);
  }

  function announce(event) {
    const row = event.target.closest ? event.target.closest("[data-announce]") : null;
    if (row) say.textContent = row.dataset.announce;
  }

  // Over plain HTTP there is none, and it may be switched off: open tabs keep pages then (kept.js).
  function beginWorker() {
    if (!window.isSecureContext || !navigator.serviceWorker) return;
    navigator.serviceWorker
      .register("/sw.js", { updateViaCache: "none" })
      .then(takeOver)
      .catch(() => {
        /* switched off */
      });
  }

  // A page that was on its way when the worker began is served by none: the worker takes over what is there, not
  // what comes.
  async function takeOver() {
    const worker = (await navigator.serviceWorker.ready).active;
    const ask = () => {
      if (worker.state === "activated" && !navigator.serviceWorker.controller) worker.postMessage("claim");
    };
    worker.addEventListener("statechange", ask);
    ask();
  }

  // The table asks for more only where a row is opened or its end comes near: what asks comes then, and finds what was
  // opened meanwhile.
  function bringHtmx() {
    const from = document.body.dataset.htmx;
    if (!from || window.htmx || document.readyState !== "complete" || bringHtmx.begun) return;
    bringHtmx.begun = true;
    const script = document.createElement("script");
    script.src = from;
    script.addEventListener("error", () => {
      bringHtmx.begun = false;
      script.remove();
    });
    script.addEventListener("load", () => {
      document.querySelectorAll("details[open]").forEach(one => {
        one.dispatchEvent(new Event("toggle"));
      });
    });
    document.head.append(script);
  }

  function bringWhereSeen() {
    const more = document.querySelector(".ledger-more");
    if (more && more.getBoundingClientRect().top < window.innerHeight) bringHtmx();
  }

  ["scroll", "pointerdown", "keydown"].forEach(touch => {
    document.addEventListener(touch, bringHtmx, { passive: true });
  });
  ["zipai:question", "zipai:update"].forEach(change => {
    document.addEventListener(change, measure);
  });
  window.addEventListener("resize", measure);
  if (window.ResizeObserver)
    document.querySelectorAll(".actions, .preview").forEach(one => {
      new ResizeObserver(measure).observe(one);
    });
  measure();
  window.addEventListener("load", bringWhereSeen);
  // A line that broke while it was brought leaves none.
  ["load", "online"].forEach(there => {
    window.addEventListener(there, beginWorker);
  });
  document.addEventListener("submit", once);
  window.addEventListener("pageshow", again);
  document.addEventListener("click", speak);
  document.addEventListener("click", giveUp);
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("htmx:load", announce);
  document.addEventListener("htmx:beforeSend", event => {
    if (!event.target.closest("[data-quiet]")) busy(event.target);
  });
  document.addEventListener("htmx:afterRequest", done);
  ["htmx:sendError", "htmx:timeout"].forEach(lost => {
    document.addEventListener(lost, event => {
      if (!event.target.closest("[data-quiet]")) show(document.body.dataset.offline || "");
    });
  });
  // The server has no time just now; what it says is no part of the page.
  document.addEventListener("htmx:responseError", event => {
    if (event.detail.xhr.status === 503 && !event.target.closest("[data-quiet]"))
      show(event.detail.xhr.responseText.trim());
  });
  document.addEventListener("DOMContentLoaded", () => {
    forgetSaved();
    stayAwake();
  });
  forgetSaved();
  keepIds();
  window.zipai = Object.assign(window.zipai || {}, { show, done, utter, forget, saved, savedRow, measure });
})();
