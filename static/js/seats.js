// @ts-check
// A new table: seats change places without asking the server, and names stay on this phone.
"use strict";

(() => {
  const { all, find, get, around, element, emit, phone } = window.zipai;
  const NAMES = "zipai-names";
  const MOST_NAMES = 24;
  if (!find("[data-seats]")) return;

  // Another game brings other seats: they are looked for whenever they are needed.
  const group = () => get("[data-seats]");
  const seats = () => all("[data-seat]", group()).map(seatOf);
  // Who sits, and below them who rests; no row is shown where nobody does.
  const openSeats = () => seats().filter(seat => seat.name.name === "player");
  const visibleSeats = () => seats().filter(seat => !seat.row.hidden);

  /** @type {(row: HTMLElement) => Seat} */
  const seatOf = row => ({
    row,
    name: get(".seat-name", row),
    dealer: get("[name=dealer]", row),
    carried: all(".carried input", row),
  });

  // Who sits out first is one of the rows: by name, and along with them when they change places.
  /** @type {() => HTMLSelectElement | null} */
  const sitting = () => find("[name=sitting]");

  function nameSitting() {
    const choice = sitting();
    if (!choice) return;
    const here = seats();
    /** @type {HTMLOptionElement[]} */
    const options = all("[data-place]", choice);
    for (const option of options) {
      option.textContent = here[Number(option.value)].name.value.trim() || option.dataset.place || "";
    }
  }

  /** @type {(here: number, there: number) => void} */
  function moveSitting(here, there) {
    const choice = sitting();
    if (choice?.value === String(here)) choice.value = String(there);
    else if (choice?.value === String(there)) choice.value = String(here);
  }

  // What a seat is called by its place in the order of play, the dealer first; away < 0: it rests.
  /** @type {(away: number, playing: number) => string | undefined} */
  function placeWord(away, playing) {
    const words = group().dataset;
    if (away < 0) return words.restWord;
    if (away === 0) return words.dealerWord;
    if (playing > 2 && away === 1) return words.nextWord;
    if (playing > 2 && away === playing - 1) return words.lastWord;
    return words.acrossWord;
  }

  // Which row rests first; −1 where nobody does. `order`: the rows from the dealer on.
  /** @param {number[]} order */
  function restingRow(order) {
    const choice = sitting();
    if (!choice) return -1;
    return choice.value === "" ? order[Number(group().dataset.rests)] : Number(choice.value);
  }

  function label() {
    nameSitting();
    const open = openSeats();
    const dealer = open.findIndex(seat => seat.dealer.checked);
    const order = open.map((_, i) => (dealer + i) % open.length);
    const resting = restingRow(order);
    const playing = order.filter(i => i !== resting || i === dealer);
    for (const [i, { row }] of open.entries()) {
      const word = placeWord(playing.indexOf(i), playing.length);
      get(".where", row).textContent = (dealer >= 0 && word) || "";
    }
    for (const row of all(".seat-row.rests", group())) get(".where", row).textContent = group().dataset.awayWord || "";
  }

  /** @type {(one: HTMLInputElement, other: HTMLInputElement) => void} */
  function swapValues(one, other) {
    [one.value, other.value] = [other.value, one.value];
  }

  // Changing places with the next one, round the table, reaches every order, and everybody who rests.
  /** @param {HTMLElement} row */
  function move(row) {
    const visible = visibleSeats();
    const at = visible.findIndex(seat => seat.row === row);
    const seat = visible[at];
    const other = visible[(at + 1) % visible.length];
    swapValues(seat.name, other.name);
    for (const [i, input] of seat.carried.entries()) swapValues(input, other.carried[i]);
    if (openSeats().length > Math.max(at, (at + 1) % visible.length)) moveDealer(seat, other);
    fit();
    // Two taps at once are one change, none that is taken back.
    emit("zipai:question");
  }

  // Who deals and who sits out go along with the person, unless one of the two rests: then the place stays.
  /** @type {(seat: Seat, other: Seat) => void} */
  function moveDealer(seat, other) {
    if (seat.dealer.checked) other.dealer.checked = true;
    else if (other.dealer.checked) seat.dealer.checked = true;
    const rows = seats().map(one => one.row);
    moveSitting(rows.indexOf(seat.row), rows.indexOf(other.row));
  }

  function fit() {
    const count = find("[data-seat-count]:checked")?.dataset.seatCount || group().dataset.seats;
    for (const [i, { row, name }] of seats().entries()) {
      const rests = i >= Number(count);
      row.hidden = rests && !name.value.trim();
      row.classList.toggle("rests", rests);
      name.name = rests ? "resting" : "player";
      /** @type {HTMLInputElement[]} */
      const inputs = all("input", row);
      for (const input of inputs) input.disabled = rests && input !== name;
    }
    if (!openSeats().some(seat => seat.dealer.checked)) seats()[0].dealer.checked = true;
    label();
  }

  /** @type {() => string[]} */
  const knownNames = () => phone.read(NAMES) || [];

  // Nor those of a table to play with.
  function keepNames() {
    if (seats()[0].name.form?.hasAttribute("data-strangers")) return;
    const names = visibleSeats()
      .map(seat => seat.name.value.trim())
      .filter(Boolean);
    phone.keep(NAMES, Array.from(new Set([...names, ...knownNames()])).slice(0, MOST_NAMES));
  }

  function suggest() {
    // Those of a circle come from the server; then nobody else is put on a seat unbidden.
    /** @type {HTMLDataListElement} */
    const list = get("#known-names");
    const given = Array.from(list.options, option => option.value);
    const names = Array.from(new Set([...given, ...knownNames()]));
    list.replaceChildren(...names.map(name => Object.assign(element("option"), { value: name })));
    if (given.length) return;
    for (const [i, { name }] of openSeats().entries()) if (!name.value && names[i]) name.value = names[i];
  }

  document.addEventListener("click", event => {
    const button = around(event, "[name=move]");
    if (!button) return;
    event.preventDefault();
    move(/** @type {HTMLElement} */ (button.closest("[data-seat]")));
  });
  document.addEventListener("change", event => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    if ("seatCount" in field.dataset) fit();
    if (field.name === "dealer" || field.name === "sitting") label();
    if (field.matches(".seat-name")) nameSitting();
  });

  // Another game or another way to sit brings its own seats, perhaps late: what was typed and marked meanwhile
  // comes along.
  /** @type {{ names: string[], at: number, marked: [number | null, number | null, any] } | null} */
  let carried = null;

  document.addEventListener("htmx:beforeSwap", event => {
    if (!event.detail.target.contains(find("[data-seats]"))) return;
    const here = seats();
    const at = here.findIndex(seat => seat.name === document.activeElement);
    const { selectionStart = 0, selectionEnd = 0, selectionDirection = "none" } = here[at]?.name || {};
    carried = {
      names: here.map(seat => seat.name.value),
      at,
      marked: [selectionStart, selectionEnd, selectionDirection],
    };
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (!carried) return;
    const { names, at, marked } = carried;
    const here = seats();
    carried = null;
    for (const [i, name] of names.entries()) if (here[i]) here[i].name.value = name;
    fit();
    if (!here[at] || here[at].row.hidden) return;
    here[at].name.focus({ preventScroll: true });
    here[at].name.setSelectionRange(...marked);
  });

  // A game chosen before there was a script to ask for its seats: they are asked for now.
  document.addEventListener("DOMContentLoaded", () => {
    /** @type {HTMLInputElement | null} */
    const game = find("[name=ruleset]:checked");
    /** @type {HTMLInputElement | null} */
    const present = find("[name=shown]");
    if (game && game.value !== present?.value) game.dispatchEvent(new Event("change", { bubbles: true }));
  });
  seats()[0].name.form?.addEventListener("submit", keepNames);
  fit();
  suggest();
})();
