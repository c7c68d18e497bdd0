// @ts-check
// What this phone has entered and the server does not have yet: a band that says so, and a row an entry.
"use strict";

(() => {
  const { all, find, get, element, button, word, isFromStore, queue } = window.zipai;
  const section = find("#waiting");
  if (!section) return;
  const place = section;
  const band = get("[data-part=status]", place);
  const list = get("[data-part=list]", place);
  const table = place.dataset.table || "";

  /** @type {(entry: QueueEntry) => string} */
  function reason(entry) {
    if (!entry.refused) return word(queue.holdLeft(entry) ? "held" : "unsent");
    return find(`[data-q="refused-${entry.refused}"]`)?.textContent ?? word("refused-422");
  }

  // What has been confirmed on a page of the server has no form of its own to go back to.
  /** @type {(entry: QueueEntry) => boolean} */
  const isConfirmed = entry => entry.fields.some(([name]) => name === "confirm");

  /** @param {number} at */
  function clock(at) {
    const time = new Date(at);
    return [time.getHours(), time.getMinutes()].map(part => String(part).padStart(2, "0")).join(":");
  }

  /** @type {(entry: QueueEntry) => Element[]} */
  function ways(entry) {
    const { zipai } = window;
    if (entry.refused === 404) return [button("button", word("look"), () => window.location.assign(entry.table))];
    if (entry.refused) return [button("button", word("look"), () => zipai.submitEntry(entry))];
    if (isConfirmed(entry)) return [];
    return [button("button", word("change"), () => zipai.go(`${entry.page}#waiting=${entry.clientId}`))];
  }

  // At home a row leads to its table; there it can be changed.
  /** @param {QueueEntry} entry */
  function row(entry) {
    const line = element("li", "row");
    const note = element("small", "quiet", `${reason(entry)} · ${clock(entry.at)}`);
    const drop = button("button", word("drop"), () => {
      if (window.confirm(`${word("surely")}\n${entry.label}`)) queue.remove([entry.clientId]);
    });
    line.dataset.waits = entry.clientId;
    if (table) {
      const stack = element("span", "stack", element("b", "by-parts", entry.label), note);
      line.append(stack, element("span", "ways", ...ways(entry), drop));
    } else {
      const link = element("a", "stack leads", element("b", "by-parts", `${entry.name} ${entry.label}`), note);
      link.href = entry.table;
      line.append(link, drop);
    }
    return line;
  }

  function draw() {
    const entries = queue.all(table);
    const isRefused = entries.some(entry => entry.refused);
    const text = isRefused ? word("refused") : entries.length ? word("waiting", { n: entries.length }) : "";
    place.hidden = !entries.length;
    band.classList.toggle("bad", isRefused);
    if (band.textContent !== text) band.textContent = text;
    list.replaceChildren(...entries.reverse().map(row));
    if (table) unsettle(entries.length);
  }

  // What the waiting deals may change is not known: the coming number, who deals, who rests.
  /** @param {number} count */
  function unsettle(count) {
    document.body.classList.toggle("behind", count > 0);
    for (const one of all("[data-behind]")) one.textContent = count ? word("behind", { n: count }) : "";
    for (const seat of all("a[data-resting]")) {
      if (count) seat.setAttribute("href", seat.dataset.resting || "");
      else seat.removeAttribute("href");
    }
  }

  // What was refused because this phone had been sent away goes now that it is back.
  function comeBack() {
    queue.markVisited(table);
    if (!find("a[data-base]")) return;
    const refused = queue.all(table).filter(entry => [403, 404].includes(entry.refused || 0));
    for (const entry of refused) queue.edit(entry, { refused: 0 });
  }

  // A page that is not there: a phone that has been at that table learns more than a strange one.
  /** @param {HTMLElement} notice */
  async function explainSentAway(notice) {
    const here = /^\/t\/[^/]+\//.exec(window.location.pathname)?.[0] || "";
    if (!queue.hasVisited(here) || (await fetch(here, { method: "HEAD" })).status !== 404) return;
    get("[data-unknown]").hidden = true;
    notice.hidden = false;
    get("[data-kept]", notice).hidden = !queue.all(here).length;
    document.title = get("h1", notice).textContent;
  }

  // What was sent belongs among the deals: the stream brings it, or the page is asked for again.
  document.addEventListener("zipai:queue", event => {
    draw();
    if (event.detail.stored?.length) window.zipai.showMessage(word("arrived"));
  });
  document.addEventListener("zipai:update", draw);
  const notice = find("[data-sent-away]");
  if (notice) {
    explainSentAway(notice).catch(() => {
      // No network just now: nothing is known.
    });
  }
  if (find("[data-show=table]") && !isFromStore()) comeBack();
  draw();
})();
