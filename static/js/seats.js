// A new table: seats change places without asking the server, and names stay on this phone.
(() => {
  "use strict";

  const KEY = "zipai-names";
  const find = () => document.querySelector("[data-seats]");
  if (!find()) return;
  const all = () => Array.from(find().querySelectorAll("[data-seat]"));
  const nameOf = row => row.querySelector("[name=player]");
  const carriedOf = row => Array.from(row.querySelectorAll(".carried input"));
  const dealerOf = row => row.querySelector("[name=dealer]");
  const shown = () => all().filter(row => !row.hidden);

  // Who sits out first is one of the rows: by name, and along with them when they change places.
  const resting = () => document.querySelector("[name=sitting]");

  function nameResting() {
    if (!resting()) return;
    resting()
      .querySelectorAll("[data-place]")
      .forEach(option => {
        option.textContent = nameOf(all()[option.value]).value.trim() || option.dataset.place;
      });
  }

  function moveResting(here, there) {
    const swapped = { [here]: there, [there]: here };
    if (resting() && resting().value in swapped) resting().value = swapped[resting().value];
  }

  function label() {
    nameResting();
    const open = shown();
    const dealer = open.findIndex(row => dealerOf(row).checked);
    const words = find().dataset;
    const around = open.map((_, i) => (dealer + i) % open.length);
    const rests = resting() ? (resting().value === "" ? around[words.rests] : Number(resting().value)) : -1;
    const playing = around.filter(i => i !== rests || i === dealer);
    open.forEach((row, i) => {
      const away = playing.indexOf(i);
      const word =
        away < 0
          ? words.restWord
          : away === 0
            ? words.dealerWord
            : away === 1 && playing.length > 2
              ? words.nextWord
              : away === playing.length - 1 && playing.length > 2
                ? words.lastWord
                : words.acrossWord;
      row.querySelector(".where").textContent = dealer < 0 ? "" : word;
    });
  }

  // Changing places with the next one, round the table, reaches every order.
  function move(row) {
    const open = shown();
    const other = open[(open.indexOf(row) + 1) % open.length];
    [nameOf(row).value, nameOf(other).value] = [nameOf(other).value, nameOf(row).value];
    const theirs = carriedOf(other);
    carriedOf(row).forEach((input, i) => {
      [input.value, theirs[i].value] = [theirs[i].value, input.value];
    });
    const dealt = [dealerOf(row).checked, dealerOf(other).checked];
    if (dealt[0]) dealerOf(other).checked = true;
    if (dealt[1]) dealerOf(row).checked = true;
    moveResting(all().indexOf(row), all().indexOf(other));
    label();
  }

  function fit() {
    const chosen = document.querySelector("[data-seat-count]:checked");
    const rows = all();
    const n = chosen ? Number(chosen.dataset.seatCount) : Number(find().dataset.seats);
    rows.forEach((row, i) => {
      row.hidden = i >= n;
      row.querySelectorAll("input").forEach(input => {
        input.disabled = i >= n;
      });
    });
    if (!shown().some(row => dealerOf(row).checked)) dealerOf(rows[0]).checked = true;
    label();
  }

  function remembered() {
    try {
      return JSON.parse(localStorage.getItem(KEY)) || [];
    } catch (_error) {
      return [];
    }
  }

  // Nor those of a table to play with.
  function remember() {
    if (nameOf(all()[0]).form.hasAttribute("data-strangers")) return;
    const names = shown()
      .map(row => nameOf(row).value.trim())
      .filter(Boolean);
    try {
      localStorage.setItem(KEY, JSON.stringify(Array.from(new Set(names.concat(remembered()))).slice(0, 24)));
    } catch (_error) {
      /* nothing is kept */
    }
  }

  function suggest() {
    // Those of a circle come from the server; then nobody else is put on a seat unasked.
    const known = document.getElementById("known-names");
    const given = Array.from(known.options, option => option.value);
    const names = Array.from(new Set(given.concat(remembered())));
    known.replaceChildren(
      ...names.map(name => {
        const option = document.createElement("option");
        option.value = name;
        return option;
      }),
    );
    if (given.length) return;
    shown().forEach((row, i) => {
      if (!nameOf(row).value && names[i]) nameOf(row).value = names[i];
    });
  }

  document.addEventListener("click", event => {
    const button = event.target.closest("[name=move]");
    if (!button) return;
    event.preventDefault();
    move(button.closest("[data-seat]"));
  });
  document.addEventListener("change", event => {
    if ("seatCount" in event.target.dataset) fit();
    if (event.target.name === "dealer" || event.target.name === "sitting") label();
    if (event.target.name === "player") nameResting();
  });
  // Another game or another way to sit brings its own seats, perhaps late: what was typed and marked meanwhile
  // comes along.
  let typed = null;

  function keep(event) {
    if (!event.detail.target.contains(find())) return;
    const at = document.activeElement;
    typed = {
      names: all().map(row => nameOf(row).value),
      focus: all().findIndex(row => nameOf(row) === at),
      marked: at && at.name === "player" ? [at.selectionStart, at.selectionEnd, at.selectionDirection] : [],
    };
  }

  function bringAlong() {
    if (!typed) return;
    const rows = all();
    typed.names.forEach((name, i) => {
      if (rows[i]) nameOf(rows[i]).value = name;
    });
    const held = rows[typed.focus];
    const marked = typed.marked;
    typed = null;
    fit();
    if (!held || held.hidden) return;
    nameOf(held).focus({ preventScroll: true });
    nameOf(held).setSelectionRange(...marked);
  }

  // A game chosen before there was a script to ask for its seats: they are asked for now.
  function catchUp() {
    const game = document.querySelector("[name=ruleset]:checked");
    if (game && game.value !== game.form.elements.shown.value)
      game.dispatchEvent(new Event("change", { bubbles: true }));
  }

  document.addEventListener("DOMContentLoaded", catchUp);
  document.addEventListener("htmx:beforeSwap", keep);
  document.addEventListener("htmx:afterSwap", bringAlong);
  nameOf(all()[0]).form.addEventListener("submit", remember);
  fit();
  suggest();
})();
