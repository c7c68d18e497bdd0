// @ts-check
// A hand that somebody shows after the deal, tapped card by card into the field where it can be typed too.
"use strict";

(() => {
  const { all, find, get, fill, cards: lib, TWICE } = window.zipai;
  const present = find("[data-hand-pad]");
  if (!present) return;
  const pad = present;
  const field = /** @type {HTMLInputElement} */ (get(`#${pad.dataset.handPad}`));
  const tabs = all("[data-kind]", pad);
  const count = get("[data-count]", pad);
  const keys = all(".hand-keys > button", pad);
  const hasTiles = keys.some(key => key.dataset.tile);
  const counted = hasTiles ? "一二三四五六七八九" : lib.CARDS;
  let [now] = tabs;
  let last = { text: "", at: 0 };

  const token = () => now.dataset.token || "";
  const isHeld = () => now.dataset.kind === "rest";
  const words = () => field.value.trim().split(/\s+/).filter(Boolean);

  // What a key stands for: a tile as it is or three times, or a group of cards; nothing where there is none.
  /** @param {HTMLElement} key */
  function textOf({ dataset: { card, tile } }) {
    if (tile) return isHeld() ? tile : tile[0].repeat(2) + tile;
    return lib.text(lib.cardsOf(now.dataset.kind || "", Number(card)) || []);
  }

  /** @param {string[]} found */
  function write(found) {
    field.value = found.join(" ");
    const tapped = Array.from(field.value).filter(char => counted.includes(char)).length;
    count.textContent = tapped ? fill(pad.dataset.counted || "", { n: tapped }) : "";
    for (const key of keys) key.toggleAttribute("disabled", !textOf(key));
  }

  /** @param {HTMLElement} key */
  function add(key) {
    const cards = textOf(key);
    const found = words();
    const held = found.length - 1;
    if (isHeld() && !hasTiles && held >= 0 && found[held].startsWith(token())) found[held] += cards;
    else found.push(token() + cards);
    // Two taps on a card held are two cards; a second group like the first, at once, is never meant.
    const at = performance.now();
    const isTwice = !isHeld() && cards === last.text && at - last.at < TWICE;
    last = { text: cards, at };
    if (!isTwice) write(found);
  }

  function back() {
    const found = words();
    const word = found.pop() || "";
    const held = tabs.find(tab => tab.dataset.kind === "rest")?.dataset.token || "";
    if (held && word.startsWith(held) && word.length > held.length + 1) found.push(word.slice(0, -1));
    write(found);
  }

  pad.addEventListener("click", event => {
    const target = /** @type {Element} */ (event.target).closest("button");
    if (!target) return;
    if (target.dataset.kind) {
      now = target;
      for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab === now));
      write(words());
    } else if (target.parentElement?.matches(".hand-keys")) add(target);
    else back();
  });
  field.addEventListener("input", () => write(words()));
  write(words());
})();
