// @ts-check
// Pages that stay open learn what happens at the table: by a stream, or where none can be had by asking again and
// again. Nothing under a finger is replaced: what stays the same keeps its element, its focus and its place.
"use strict";

(() => {
  const { all, find, get, element, emit, fill, fetchWithin, isCalm, csrfToken } = window.zipai;
  const listening = find("[data-stream]");
  if (!listening || !window.fetch) return;
  const place = listening;

  const band = get("#connection");
  const tabId = Math.random().toString(36).slice(2);
  const ASK = 4000;
  const PATIENCE = 10000;
  const FRESH = 12000;
  const SILENCE = 25000;
  const HIDDEN = 20000;
  const LONGEST = 30000;
  const REFUSED = 60000;
  let rev = place.dataset.rev || "";
  let mark = place.dataset.mark;
  /** @type {EventSource | null} */
  let stream = null;
  let lastSign = 0;
  let silenceTimer = 0;
  let askTimer = 0;
  let sleepTimer = 0;
  let misses = 0;
  let failures = 0;
  let noStreamUntil = 0;
  let isAsking = false;
  let isOver = false;

  /** @param {string | undefined} base */
  function address(base) {
    const query = new URLSearchParams({ rev, show: place.dataset.show || "", tab: tabId });
    if (mark) query.set("mark", mark);
    return `${base}?${query}`;
  }

  // The stream.

  function open() {
    if (isOver || stream || document.hidden || !window.EventSource) return;
    stream = new EventSource(address(place.dataset.stream));
    stream.addEventListener("hello", () => {
      failures = misses = 0;
      window.clearTimeout(askTimer);
      report("");
      noteSign();
      showEntering([]);
    });
    stream.addEventListener("entering", event => {
      noteSign();
      showEntering(JSON.parse(event.data));
    });
    stream.addEventListener("update", event => {
      noteSign();
      apply(event.data);
    });
    stream.addEventListener("beat", noteSign);
    // Sent away, or given another grant: asking tells which.
    stream.addEventListener("gone", () => {
      close();
      askLater();
    });
    stream.addEventListener("bye", lose);
    stream.onerror = lose;
    expectSign(PATIENCE);
  }

  function close() {
    stream?.close();
    stream = null;
    window.clearTimeout(silenceTimer);
  }

  function noteSign() {
    expectSign(SILENCE);
  }

  /** @param {number} within milliseconds, or the stream is lost */
  function expectSign(within) {
    lastSign = Date.now();
    window.clearTimeout(silenceTimer);
    silenceTimer = window.setTimeout(lose, within);
  }

  // A stream is opened again once, and brings by itself what is new. Where that fails too nobody says why, and the page
  // asks; after a third time a stream is tried only now and then.
  function lose() {
    close();
    failures += 1;
    noStreamUntil = failures > 2 ? Date.now() + REFUSED : 0;
    if (failures > 1) askLater(500);
    else later(open);
  }

  // Asking.

  function askLater(least = 0) {
    later(ask, least);
  }

  // Not all phones at the same moment.
  /** @param {() => void} act */
  function later(act, least = 0) {
    window.clearTimeout(askTimer);
    if (!isOver) askTimer = window.setTimeout(act, least + Math.random() * 500);
  }

  async function ask() {
    if (isOver || document.hidden || isAsking) return;
    isAsking = true;
    const news = await fetchNews();
    isAsking = false;
    if (news) take(news);
    else miss();
  }

  // Status and text of the answer, and who enters a deal; nothing where the line was cut, be it in the middle of the text.
  async function fetchNews() {
    try {
      return await fetchWithin(
        PATIENCE,
        address(place.dataset.news),
        { headers: { "HX-Request": "true" } },
        async answer => ({
          status: answer.status,
          html: answer.status === 200 ? await answer.text() : "",
          entering: answer.headers.get("X-Entering"),
        }),
      );
    } catch {
      return null;
    }
  }

  /** @param {{ status: number, html: string, entering: string | null }} news */
  function take({ status, html, entering }) {
    if (status === 404 || status === 403) {
      end();
      return;
    }
    if (status !== 200 && status !== 204) {
      miss();
      return;
    }
    misses = 0;
    report("");
    if (html) apply(html);
    showEntering(JSON.parse(entering || "[]"));
    if (Date.now() >= noStreamUntil) open();
    if (!stream || failures) askLater(ASK);
  }

  function miss() {
    misses += 1;
    report(band.dataset.lost);
    askLater(Math.min(LONGEST, 500 * 2 ** misses));
  }

  function end() {
    isOver = true;
    sleep();
    report(band.dataset.gone);
  }

  function report(text = "") {
    if (band.textContent !== text) band.textContent = text;
    emit("zipai:connection", { isLost: text !== "", isGone: text === band.dataset.gone });
  }

  // Sleep, and waking up.

  function wake() {
    window.clearTimeout(sleepTimer);
    if (isOver) return;
    if (stream && Date.now() - lastSign > FRESH) close();
    failures = misses = noStreamUntil = 0;
    ask();
  }

  function sleep() {
    close();
    window.clearTimeout(askTimer);
  }

  document.addEventListener("visibilitychange", () => {
    window.clearTimeout(sleepTimer);
    if (document.hidden) sleepTimer = window.setTimeout(sleep, HIDDEN);
    else wake();
  });
  window.addEventListener("pageshow", event => {
    if (event.persisted) wake();
  });
  window.addEventListener("pagehide", sleep);
  document.addEventListener("zipai:leave", () => {
    isOver = true;
    sleep();
  });
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => {
    close();
    miss();
  });

  // What came.

  /** @param {string} html */
  function apply(html) {
    const update = new DOMParser().parseFromString(html, "text/html").getElementById("update");
    if (!update || (Number(update.dataset.rev) <= Number(rev) && !("whole" in update.dataset))) return;
    rev = update.dataset.rev || "";
    if (mark) mark = update.dataset.mark;
    if (update.dataset.line === undefined) redraw(update);
    else if (place.dataset.show === "entry") emit("zipai:meanwhile", { update });
    else if (update.dataset.line) renew(update.dataset.line);
    emit("zipai:update", { rev, announcement: update.dataset.announcement || "" });
  }

  // Who else enters a deal just now; "" is a phone of nobody who plays.
  /** @param {string[]} names */
  function showEntering(names) {
    const note = find("[data-entering]");
    if (!note) return;
    const { entering = "", somebody = "", joint = "" } = note.dataset;
    note.hidden = !names.length;
    document.body.classList.toggle("others-enter", names.length > 0);
    note.textContent = fill(entering, { names: names.map(name => name || somebody).join(joint) });
  }

  // A page that reads alone comes anew in its parts (data-itself); on any other it is only said what others did.
  /** @param {string} text */
  async function renew(text) {
    const parts = all("[data-itself]");
    if (!parts.length) return showLine(text);
    try {
      const html = await fetchWithin(PATIENCE, parts[0].dataset.itself || "", {}, answer =>
        answer.ok ? answer.text() : Promise.resolve(""),
      );
      const page = new DOMParser().parseFromString(html, "text/html");
      for (const part of parts) {
        const fresh = page.getElementById(part.id);
        if (!fresh) return showLine(text);
        patchChildren(part, fresh);
      }
      emit("zipai:question");
    } catch {
      showLine(text);
    }
  }

  // What others entered last, where nothing of it is on the page.
  /** @param {string} text */
  function showLine(text) {
    const refresh = find("a", place);
    const line = find("span", place) || place.insertBefore(element("span"), place.firstChild);
    line.textContent = text;
    if (refresh) refresh.hidden = false;
    place.classList.add("filled");
  }

  /** @param {HTMLElement} update */
  function redraw(update) {
    const focused = document.activeElement;
    const anchor = rowBeingRead();
    const tops = Array.from(place.children, row => ({ row, top: row.getBoundingClientRect().top }));
    all("[data-into]", update).forEach(redrawPart);
    if (find("[data-rows]", update)) patchRows(update);
    if (anchor) window.scrollBy(0, anchor.row.getBoundingClientRect().top - anchor.top);
    if (!isCalm()) tops.forEach(glide);
    if (focused && !focused.isConnected) refocus(focused);
    if (update.dataset.stored) window.zipai.dropStored(update.dataset.stored);
    get("#live").textContent = update.dataset.announcement || "";
  }

  // A page that came earlier may not have the place.
  /** @param {HTMLElement} part */
  function redrawPart(part) {
    const into = find(`#${part.dataset.into}`);
    if (!into) return;
    all("form[method=post]", part).forEach(sign);
    patchChildren(into, part);
    window.htmx?.process(into);
  }

  // Rows make room for a new one before one's eyes, not at a blow.
  /** @param {{ row: Element, top: number }} before */
  function glide({ row, top }) {
    for (const one of row.getAnimations?.() || []) one.cancel();
    const by = top - row.getBoundingClientRect().top;
    const frames = [{ transform: `translateY(${by}px)` }, { transform: "none" }];
    if (by) row.animate?.(frames, { duration: 240, easing: "ease-out" });
  }

  // A form that came knows nobody's token; the page does.
  /** @param {HTMLElement} form */
  function sign(form) {
    const field = { type: "hidden", name: "csrfmiddlewaretoken", value: csrfToken() };
    form.prepend(Object.assign(element("input"), field));
  }

  /** @param {Element} gone */
  function refocus(gone) {
    const seat = /** @type {HTMLElement | null} */ (gone.closest("[data-at]"));
    const same = gone.id && document.getElementById(gone.id);
    const successor = same || (seat && find(`a[data-at='${seat.dataset.at}']`)) || get("#main");
    successor.focus({ preventScroll: true });
  }

  // The row that is being read, so that it stays where it is.
  function rowBeingRead() {
    const bar = Math.max(0, get("header.bar").getBoundingClientRect().bottom);
    const isBusy = place.contains(document.activeElement) || find("details[open]", place);
    if (!isBusy && place.getBoundingClientRect().top >= bar) return null;
    const row = Array.from(place.children).find(one => one.getBoundingClientRect().bottom > bar);
    return row ? { row, top: row.getBoundingClientRect().top } : null;
  }

  // The row of what happened last stays marked until something else does.
  function markLast() {
    const last = find("[data-just]")?.dataset.just;
    for (const row of all("details", place)) row.classList.toggle("new", row.id.replace(/-round$/, "") === last);
  }

  // The latest rows in the order the server says; older ones stay below, the changed among them redrawn.
  /** @param {HTMLElement} update */
  function patchRows(update) {
    const fresh = get("[data-rows]", update);
    const order = (update.dataset.order || "").split(" ").filter(Boolean);
    const isWhole = "whole" in update.dataset;
    const rows = order.map(id => rowFor(id, fresh));
    if (rows.includes(null)) {
      rev = "";
      askLater();
    }
    placeRows(rows, isWhole);
    patchOlder(fresh, isWhole);
    markLast();
    if (!order.length) return;
    get("#empty").replaceChildren();
    get("#heads").hidden = false;
  }

  // Rows that are no longer among the latest stand between them only where one was taken away.
  /** @type {(rows: (Element | null)[], isWhole: boolean) => void} */
  function placeRows(rows, isWhole) {
    let at = place.firstElementChild;
    for (const row of rows) {
      if (!row) continue;
      while (at && !rows.includes(at)) at = remove(at);
      if (at === row) at = at.nextElementSibling;
      else place.insertBefore(row, at);
    }
    while (isWhole && at) at = remove(at);
  }

  /** @param {Element} row */
  function remove(row) {
    const next = row.nextElementSibling;
    row.remove();
    return next;
  }

  // The row of the page, made to look like the one that came; or the one that came.
  /** @type {(id: string, fresh: HTMLElement) => Element | null} */
  function rowFor(id, fresh) {
    const here = document.getElementById(id);
    const came = find(`[id='${id}']`, fresh);
    if (here && came) patchRow(here, came);
    if (here || !came) return here;
    const row = document.adoptNode(came);
    window.htmx?.process(row);
    return row;
  }

  /** @type {(fresh: HTMLElement, isWhole: boolean) => void} */
  function patchOlder(fresh, isWhole) {
    for (const came of Array.from(fresh.children)) {
      const here = came.id && document.getElementById(came.id);
      if (here && !place.contains(came)) patchRow(here, came);
      if (here && !came.id.endsWith("-round")) patchRoundLine(here, find(`[id='${came.id}-round']`, fresh));
    }
    const more = find(".ledger-more", fresh);
    if (!isWhole || !more) return;
    place.append(document.adoptNode(more));
    window.htmx?.process(more);
  }

  // The line of an ended round stands above the deal that ended it.
  /** @type {(row: Element, came: Element | null) => void} */
  function patchRoundLine(row, came) {
    const here = document.getElementById(`${row.id}-round`);
    if (here && !came) here.remove();
    if (came && !here) row.before(document.adoptNode(came));
  }

  /** @type {(here: Element, came: Element) => void} */
  function patchRow(here, came) {
    patch(here, came);
    window.htmx?.process(here);
  }

  // Make an element look like another one without replacing what is the same; the other one stays whole.

  // What htmx listens to is never made into something else.
  /** @param {Node} node */
  const postsTo = node => (node instanceof Element ? node.getAttribute("hx-post") : null);

  /** @type {(here: ChildNode, came: Node) => void} */
  function patch(here, came) {
    if (here.isEqualNode(came)) return;
    if (here.nodeName !== came.nodeName || postsTo(here) !== postsTo(came)) {
      here.replaceWith(document.importNode(came, true));
      return;
    }
    if (here instanceof Element && came instanceof Element) {
      patchAttributes(here, came);
      patchChildren(here, came);
    } else if (here.nodeValue !== came.nodeValue) here.nodeValue = came.nodeValue;
  }

  /** @type {(here: Element, came: Element) => void} */
  function patchAttributes(here, came) {
    for (const { name, value } of came.attributes)
      if (here.getAttribute(name) !== value) here.setAttribute(name, value);
    for (const { name } of Array.from(here.attributes)) {
      if (name !== "open" && !came.hasAttribute(name)) here.removeAttribute(name);
    }
  }

  /** @type {(here: Element, came: Element) => void} */
  function patchChildren(here, came) {
    const now = Array.from(here.childNodes);
    const then = Array.from(came.childNodes);
    for (const [index, one] of then.entries()) {
      if (now[index]) patch(now[index], one);
      else here.append(document.importNode(one, true));
    }
    for (const one of now.slice(then.length)) one.remove();
  }

  markLast();
  open();
  if (!stream) askLater();
})();
