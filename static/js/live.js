// Pages that stay open are told what happens at the table: by a stream, or where none can be had by asking again and
// again. Nothing under a finger is replaced: what stays the same keeps its element, its focus and its place.
(() => {
  "use strict";

  const place = document.querySelector("[data-stream]");
  if (!place || !window.EventSource || !window.fetch) return;

  const band = document.getElementById("connection");
  const tab = Math.random().toString(36).slice(2);
  const ASK = 4000;
  const PATIENCE = 10000;
  const SILENCE = 25000;
  const HIDDEN = 20000;
  const LONGEST = 30000;
  const REFUSED = 60000;
  let rev = place.dataset.rev;
  let mark = place.dataset.mark;
  let stream = null;
  let heard = 0;
  let silence = 0;
  let timer = 0;
  let asleep = 0;
  let misses = 0;
  let failures = 0;
  let resting = 0;
  let asking = null;
  let over = false;

  function address(base) {
    const query = new URLSearchParams({ rev, show: place.dataset.show, tab });
    if (mark) query.set("mark", mark);
    return `${base}?${query}`;
  }

  // The stream.

  function open() {
    if (over || stream || document.hidden) return;
    stream = new EventSource(address(place.dataset.stream));
    stream.addEventListener("hello", () => {
      failures = misses = 0;
      window.clearTimeout(timer);
      say("");
      alive();
    });
    stream.addEventListener("update", event => {
      alive();
      take(event.data);
    });
    stream.addEventListener("beat", alive);
    stream.addEventListener("gone", doubt);
    stream.addEventListener("bye", lost);
    stream.onerror = lost;
    alive();
  }

  function close() {
    if (stream) stream.close();
    stream = null;
    window.clearTimeout(silence);
  }

  function alive() {
    heard = Date.now();
    window.clearTimeout(silence);
    silence = window.setTimeout(lost, SILENCE);
  }

  // Twice without a stream, and one is tried again only now and then.
  function lost() {
    close();
    failures += 1;
    resting = failures > 2 ? Date.now() + REFUSED : 0;
    later(failures > 1 ? 500 : 0);
  }

  // Asking.

  function later(least) {
    window.clearTimeout(timer);
    if (!over) timer = window.setTimeout(ask, least + Math.random() * 500);
  }

  async function ask() {
    if (over || document.hidden || asking) return;
    asking = new AbortController();
    const late = window.setTimeout(() => {
      asking.abort();
    }, PATIENCE);
    const came = await fetched(asking.signal);
    asking = null;
    window.clearTimeout(late);
    if (came) answered(came.status, came.html);
    else missed();
  }

  // Status and text of the answer; nothing where the line was cut, be it in the middle of the text.
  async function fetched(signal) {
    try {
      const answer = await fetch(address(place.dataset.news), { signal, headers: { "HX-Request": "true" } });
      return { status: answer.status, html: answer.status === 200 ? await answer.text() : "" };
    } catch (_error) {
      return null;
    }
  }

  function answered(status, html) {
    if (status === 404 || status === 403) {
      gone();
      return;
    }
    if (status !== 200 && status !== 204) {
      missed();
      return;
    }
    misses = 0;
    say("");
    if (html) take(html);
    if (Date.now() >= resting) open();
    if (!stream || failures) later(ASK);
  }

  function missed() {
    misses += 1;
    say(band.dataset.lost);
    later(Math.min(LONGEST, 500 * 2 ** misses));
  }

  // Sent away, or given another grant: asking tells which.
  function doubt() {
    close();
    later(0);
  }

  function gone() {
    over = true;
    close();
    window.clearTimeout(timer);
    say(band.dataset.gone);
  }

  function say(text) {
    if (band.textContent !== text) band.textContent = text;
    document.dispatchEvent(new CustomEvent("zipai:connection", { detail: { lost: Boolean(text) } }));
  }

  // Sleep, and waking up.

  function wake() {
    window.clearTimeout(asleep);
    if (over) return;
    if (stream && Date.now() - heard > 12000) close();
    failures = misses = resting = 0;
    ask();
  }

  function sleep() {
    close();
    window.clearTimeout(timer);
  }

  document.addEventListener("visibilitychange", () => {
    window.clearTimeout(asleep);
    if (document.hidden) asleep = window.setTimeout(sleep, HIDDEN);
    else wake();
  });
  window.addEventListener("pageshow", event => {
    if (event.persisted) wake();
  });
  window.addEventListener("pagehide", sleep);
  document.addEventListener("zipai:leave", () => {
    over = true;
    sleep();
  });
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => {
    close();
    missed();
  });

  // What came.

  function take(html) {
    const update = new DOMParser().parseFromString(html, "text/html").getElementById("update");
    if (!update || (Number(update.dataset.rev) <= Number(rev) && !("whole" in update.dataset))) return;
    rev = update.dataset.rev;
    if (mark) mark = update.dataset.mark;
    if ("line" in update.dataset) tell(update.dataset.line);
    else redraw(update);
    document.dispatchEvent(new CustomEvent("zipai:update", { detail: { rev, said: update.dataset.said || "" } }));
  }

  function tell(text) {
    const again = place.querySelector("a");
    const line = place.querySelector("span") || place.insertBefore(document.createElement("span"), place.firstChild);
    line.textContent = text;
    if (again) again.hidden = false;
    place.classList.add("told");
  }

  function redraw(update) {
    const focused = document.activeElement;
    const still = anchor();
    const were = Array.from(place.children).map(row => [row, row.getBoundingClientRect().top]);
    update.querySelectorAll("[data-into]").forEach(part => {
      part.querySelectorAll("form[method=post]").forEach(sign);
      const into = document.getElementById(part.dataset.into);
      patchChildren(into, part);
      if (window.htmx) window.htmx.process(into);
    });
    if (update.querySelector("[data-rows]")) rows(update);
    if (still) window.scrollBy(0, still.row.getBoundingClientRect().top - still.top);
    were.forEach(glide);
    if (!focused.isConnected) refocus(focused);
    if (window.zipai && update.dataset.stored) window.zipai.forget(update.dataset.stored.split(" "));
    document.getElementById("live").textContent = update.dataset.said;
  }

  // Rows make room for a new one before one's eyes, not at a blow.
  function glide(was) {
    if (was[0].getAnimations)
      was[0].getAnimations().forEach(one => {
        one.cancel();
      });
    const by = was[1] - was[0].getBoundingClientRect().top;
    if (by && was[0].animate && !window.matchMedia("(prefers-reduced-motion: reduce)").matches)
      was[0].animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], {
        duration: 240,
        easing: "ease-out",
      });
  }

  // A drawn form knows nobody's token; the page does.
  function sign(form) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = "csrfmiddlewaretoken";
    field.value = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
    form.prepend(field);
  }

  function refocus(gone) {
    const seat = gone.closest("[data-at]");
    const same =
      (gone.id && document.getElementById(gone.id)) ||
      (seat && document.querySelector(`a[data-at='${seat.dataset.at}']`)) ||
      document.getElementById("main");
    same.focus({ preventScroll: true });
  }

  // The row that is being read, so that it stays where it is.
  function anchor() {
    const bar = Math.max(0, document.querySelector("header.bar").getBoundingClientRect().bottom);
    const busy = place.contains(document.activeElement) || place.querySelector("details[open]");
    if (!busy && place.getBoundingClientRect().top >= bar) return null;
    const row = Array.from(place.children).find(one => one.getBoundingClientRect().bottom > bar);
    return row ? { row, top: row.getBoundingClientRect().top } : null;
  }

  // What came last stays marked until something newer comes.
  function age() {
    place.querySelectorAll(".new").forEach(row => {
      row.classList.remove("new");
    });
  }

  // The latest rows in the order the server says; older ones stay below, the changed among them redrawn.
  function rows(update) {
    const fresh = update.querySelector("[data-rows]");
    const order = update.dataset.order.split(" ").filter(Boolean);
    const whole = "whole" in update.dataset;
    let at = place.firstElementChild;
    if (order.some(id => !document.getElementById(id))) age();
    order.forEach(id => {
      const row = fitted(id, fresh, whole);
      if (!row) {
        rev = "";
        later(0);
        return;
      }
      while (at && at !== row && !order.includes(at.id)) at = without(at);
      if (at === row) at = at.nextElementSibling;
      else place.insertBefore(row, at);
    });
    while (whole && at) at = without(at);
    older(fresh, whole);
    if (order.length) document.getElementById("empty").replaceChildren();
  }

  function without(row) {
    const next = row.nextElementSibling;
    row.remove();
    return next;
  }

  // The row of the page, made to look like the one that came; or the one that came.
  function fitted(id, fresh, whole) {
    const here = document.getElementById(id);
    const came = fresh.querySelector(`[id='${id}']`);
    if (here && came) patchRow(here, came);
    if (here || !came) return here;
    const row = document.adoptNode(came);
    if (!whole) row.classList.add("new");
    if (window.htmx) window.htmx.process(row);
    return row;
  }

  function older(fresh, whole) {
    Array.from(fresh.children).forEach(came => {
      const here = came.id && document.getElementById(came.id);
      if (here && !place.contains(came)) patchRow(here, came);
      if (came.id && !came.id.endsWith("-round") && here) settled(here, fresh.querySelector(`[id='${came.id}-round']`));
    });
    const more = fresh.querySelector(".ledger-more");
    if (!whole || !more) return;
    place.append(document.adoptNode(more));
    if (window.htmx) window.htmx.process(more);
  }

  // The line of an ended round stands above the deal that ended it.
  function settled(row, came) {
    const here = document.getElementById(`${row.id}-round`);
    if (here && !came) here.remove();
    if (came && !here) row.before(document.adoptNode(came));
  }

  // What htmx listens to is never made into something else.
  function sends(node) {
    return node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("hx-post") : null;
  }

  function patchRow(here, came) {
    patch(here, came);
    if (window.htmx) window.htmx.process(here);
  }

  // Make an element look like another one without replacing what is the same; the other one stays whole.

  function patch(here, came) {
    if (here.isEqualNode(came)) return;
    if (here.nodeName !== came.nodeName || sends(here) !== sends(came)) {
      here.replaceWith(document.importNode(came, true));
      return;
    }
    if (here.nodeType !== Node.ELEMENT_NODE) {
      if (here.nodeValue !== came.nodeValue) here.nodeValue = came.nodeValue;
      return;
    }
    Array.from(came.attributes).forEach(one => {
      if (here.getAttribute(one.name) !== one.value) here.setAttribute(one.name, one.value);
    });
    Array.from(here.attributes).forEach(one => {
      if (one.name !== "open" && !came.hasAttribute(one.name)) here.removeAttribute(one.name);
    });
    patchChildren(here, came);
  }

  function patchChildren(here, came) {
    const now = Array.from(here.childNodes);
    const then = Array.from(came.childNodes);
    then.forEach((one, index) => {
      if (now[index]) patch(now[index], one);
      else here.append(document.importNode(one, true));
    });
    now.slice(then.length).forEach(one => {
      one.remove();
    });
  }

  const saved = window.zipai.savedRow();
  if (saved) saved.classList.add("new");
  open();
})();
