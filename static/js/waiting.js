// What this phone has entered and the server does not have yet: a band that says so, and a row an entry.
(() => {
  "use strict";

  const queue = window.zipai.queue;
  const place = document.getElementById("waiting");
  if (!place) return;
  const band = place.querySelector("[data-part=said]");
  const list = place.querySelector("[data-part=list]");
  const word = name => document.querySelector(`[data-q="${name}"]`).textContent;

  function element(tag, name, text) {
    const made = document.createElement(tag);
    made.className = name;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  const why = entry => {
    if (!entry.refused) return word(queue.heldFor(entry) ? "held" : "unsent");
    const said = document.querySelector(`[data-q="refused-${entry.refused}"]`);
    return said ? said.textContent : word("refused-422");
  };

  // What has been confirmed on a page of the server has no form of its own to go back to.
  const decided = entry => entry.fields.some(pair => ["confirm", "anyway"].includes(pair[0]));

  const clock = at => {
    const time = new Date(at);
    return `${time.getHours()}:${String(time.getMinutes()).padStart(2, "0")}`;
  };

  function button(text, tap) {
    const made = element("button", "button", text);
    made.type = "button";
    made.addEventListener("click", tap);
    return made;
  }

  // At home a row leads to its table; there it can be changed.
  function row(entry) {
    const line = element("li", "row");
    const home = !place.dataset.table;
    const what = element(home ? "a" : "span", "stack");
    if (home) what.href = entry.table;
    what.append(
      element("b", "", home ? `${entry.name} ${entry.label}` : entry.label),
      element("small", "quiet", `${why(entry)} · ${clock(entry.at)}`),
    );
    line.append(what);
    if (home) what.classList.add("leads");
    else if (entry.refused === 404)
      line.append(
        button(word("look"), () => {
          window.location.assign(entry.table);
        }),
      );
    else if (entry.refused)
      line.append(
        button(word("look"), () => {
          window.zipai.askAgain(entry);
        }),
      );
    else if (!decided(entry))
      line.append(
        button(word("change"), () => {
          window.zipai.go(`${entry.page}#waiting=${entry.clientId}`);
        }),
      );
    line.append(
      button(word("drop"), () => {
        if (window.confirm(`${word("surely")}\n${entry.label}`)) queue.take([entry.clientId]);
      }),
    );
    line.dataset.waits = entry.clientId;
    return line;
  }

  function said(entries) {
    if (entries.some(entry => entry.refused)) return word("refused");
    return word("waiting").replace("{n}", entries.length);
  }

  function draw() {
    const entries = queue.all(place.dataset.table);
    place.hidden = !entries.length;
    band.classList.toggle(
      "bad",
      entries.some(entry => entry.refused),
    );
    const text = entries.length ? said(entries) : "";
    if (band.textContent !== text) band.textContent = text;
    list.replaceChildren.apply(list, entries.reverse().map(row));
    if (place.dataset.table) unsettle(entries.length);
  }

  // Sent from here, they belong among the deals: the stream brings them, or the page is asked for again.
  function sent(event) {
    draw();
    if (!event.detail.stored?.length) return;
    window.zipai.show(word("saved"));
  }

  // What the waiting deals may change is not known: the coming number, who deals, who rests.
  function unsettle(count) {
    document.body.classList.toggle("behind", count > 0);
    document.querySelectorAll("[data-behind]").forEach(one => {
      one.textContent = count ? word("behind").replace("{n}", count) : "";
    });
    document.querySelectorAll("a[data-resting]").forEach(seat => {
      if (count) seat.href = seat.dataset.resting;
      else seat.removeAttribute("href");
    });
  }

  // What was refused because this phone had been sent away goes now that it is back.
  function back(table) {
    queue.arrive(table);
    if (!document.querySelector("a[data-base]")) return;
    queue
      .all(table)
      .filter(entry => [403, 404].includes(entry.refused))
      .forEach(entry => {
        queue.edit(entry, { refused: 0 });
      });
  }

  // A page that is not there: a phone that has been at that table is told more than a strange one.
  async function sentAway(said) {
    const table = (/^\/t\/[^/]+\//.exec(window.location.pathname) || [""])[0];
    if (!queue.been(table) || (await fetch(table, { method: "HEAD" })).status !== 404) return;
    document.querySelector("[data-unknown]").hidden = true;
    said.hidden = false;
    said.querySelector("[data-kept]").hidden = !queue.all(table).length;
    document.title = said.querySelector("h1").textContent;
  }

  document.addEventListener("zipai:queue", sent);
  document.addEventListener("zipai:update", draw);
  const away = document.querySelector("[data-sent-away]");
  if (away)
    sentAway(away).catch(() => {
      /* no network just now: nothing is known */
    });
  if (document.querySelector("[data-show=table]") && !("fromStore" in document.documentElement.dataset))
    back(place.dataset.table);
  draw();
})();
