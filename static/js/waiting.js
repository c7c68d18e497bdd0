// What this phone has entered and the server does not have yet: a band that says so, and a row an entry.
(function () {
  "use strict";

  const queue = window.zipai.queue;
  const place = document.getElementById("waiting");
  if (!place) return;
  const band = place.querySelector("[data-part=said]");
  const list = place.querySelector("[data-part=list]");
  const word = function (name) { return document.querySelector('[data-q="' + name + '"]').textContent; };

  function element(tag, name, text) {
    const made = document.createElement(tag);
    made.className = name;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  const why = function (entry) {
    if (!entry.refused) return word(entry.held > Date.now() ? "held" : "unsent");
    const said = document.querySelector('[data-q="refused-' + entry.refused + '"]');
    return said ? said.textContent : word("refused-422");
  };

  // What has been confirmed on a page of the server has no form of its own to go back to.
  const decided = function (entry) { return entry.fields.some(function (pair) { return ["confirm", "anyway"].includes(pair[0]); }); };

  const clock = function (at) {
    const time = new Date(at);
    return time.getHours() + ":" + String(time.getMinutes()).padStart(2, "0");
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
    what.append(element("b", "", home ? entry.name + " " + entry.label : entry.label), element("small", "quiet", why(entry) + " · " + clock(entry.at)));
    line.append(what);
    if (home) what.classList.add("leads");
    else if (entry.refused) line.append(button(word("look"), function () { window.zipai.askAgain(entry); }));
    else if (!decided(entry)) line.append(button(word("change"), function () { window.zipai.go(entry.page + "#waiting=" + entry.clientId); }));
    line.append(button(word("drop"), function () {
      if (window.confirm(word("surely") + "\n" + entry.label)) queue.take([entry.clientId]);
    }));
    line.dataset.waits = entry.clientId;
    return line;
  }

  function said(entries) {
    if (entries.some(function (entry) { return entry.refused; })) return word("refused");
    return word("waiting").replace("{n}", entries.length);
  }

  function draw() {
    const entries = queue.all(place.dataset.table);
    place.hidden = !entries.length;
    band.classList.toggle("bad", entries.some(function (entry) { return entry.refused; }));
    const text = entries.length ? said(entries) : "";
    if (band.textContent !== text) band.textContent = text;
    list.replaceChildren.apply(list, entries.reverse().map(row));
  }

  // Sent from here, they belong among the deals: the stream brings them, or the page is asked for again.
  function sent(event) {
    draw();
    if (!event.detail.stored || !event.detail.stored.length) return;
    window.zipai.show(word("saved"));
  }

  document.addEventListener("zipai:queue", sent);
  draw();
})();
