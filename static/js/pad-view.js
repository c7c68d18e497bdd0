// @ts-check
// Draws cards, groups, keys and places. Knows the page's symbols and words, but not what a tap means.
"use strict";

(() => {
  const { cards: lib, outlines, element, button, fill, find, all } = window.zipai;
  const SVG = "http://www.w3.org/2000/svg";
  /** How many cards lie below the one that is seen, and how. @type {Record<string, string>} */
  const BELOW = { peng: "up two", sao: "down two", kaiduo: "up three", saochuan: "down three" };

  /** Cards that lie face down in a group: 扫 two, 扫穿 three. @type {Record<string, number>} */
  const HIDDEN = { sao: 2, saochuan: 3 };

  /** @param {string} className */
  function picture(className) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", className);
    svg.setAttribute("aria-hidden", "true");
    return svg;
  }

  /** @param {string} name */
  function symbol(name) {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `${document.body.dataset.cards}#${name}`);
    return use;
  }

  // How a card is drawn here: one that stands for others is called differently in different games.
  /** @param {number} card */
  const face = card => (lib.isWild(card) ? JSON.parse(find("#entry")?.dataset.faces || "{}")[card] : card);

  // Twenty keys come with every tab: a symbol would be looked up and copied anew for each. A card that stands for
  // others is put together in its symbol.
  /** @param {number} card */
  function glyph(card) {
    if (lib.isWild(card)) {
      const use = symbol(`g${face(card)}`);
      for (const [name, value] of Object.entries({ x: -120, y: -120, width: 240, height: 240 }))
        use.setAttribute(name, String(value));
      return use;
    }
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", outlines[card]);
    if (lib.isRed(card)) path.setAttribute("class", "red");
    return path;
  }

  /** @param {number[]} cards */
  function glyphs(cards) {
    const svg = picture(`glyphs n${cards.length}`);
    svg.setAttribute("viewBox", `-120 -120 ${cards.length * 240} 240`);
    for (const [i, card] of cards.entries()) {
      const one = glyph(card);
      if (i) one.setAttribute("transform", `translate(${i * 240})`);
      svg.append(one);
    }
    return svg;
  }

  /** @param {string} name */
  function cardFace(name) {
    const svg = picture("card");
    svg.append(symbol(name));
    return svg;
  }

  // A screen reader and speech cannot tell 八 from 捌.
  /** @type {(card: number, t: Texts) => string} */
  const spokenCard = (card, t) =>
    lib.isWild(card) ? lib.nameIn(t, card) : (lib.isBig(card) ? t.big : t.small) + lib.CARDS[card % 10];

  // 大八，黑: the size by a word and the colour by another.
  /** @type {(card: number, t: Texts) => string} */
  function nameWithColour(card, t) {
    if (lib.isWild(card)) return spokenCard(card, t);
    return spokenCard(card, t) + t.comma + (lib.isRed(card) ? t.red : t.black);
  }

  /** @type {(group: Group, words: Texts, t: Texts) => string} */
  function nameGroup(group, words, t) {
    const isAlike = lib.SAME.includes(group.kind) && !group.as;
    const cards = isAlike ? nameWithColour(group.cards[0], t) : group.cards.map(card => spokenCard(card, t)).join(" ");
    return `${words[group.kind]} ${cards}`;
  }

  /** @param {Group} group */
  function shapeOf({ kind, cards }) {
    if (kind === "pair") return "pair";
    return lib.SAME.includes(kind) || cards.length > 4 ? "same" : "run";
  }

  // Which of its cards won, as it lies: of those alike the last.
  /** @type {(group: Group, won: number | null) => number} */
  function wonAt({ kind, cards }, won) {
    if (won === null) return -1;
    return lib.SAME.includes(kind) ? cards.length - 1 : cards.indexOf(won);
  }

  /** @type {(group: Group, won: number | null) => HTMLElement} */
  function fan(group, won) {
    const hidden = HIDDEN[group.kind] || 0;
    const cards = group.cards.map((card, i) => cardFace(i < hidden ? "cb" : `c${face(card)}`));
    cards[wonAt(group, won)]?.classList.add("won");
    return element("span", `fan ${shapeOf(group)}`, ...cards);
  }

  // 飞当八.
  /** @type {(group: Group, t: Texts) => string} */
  function standText({ cards, as = [] }, t) {
    const at = cards.findIndex(lib.isWild);
    return fill(t.stand_as, { wild: lib.nameIn(t, cards[at]).charAt(0), card: lib.CARDS[as[at]] });
  }

  /** @type {(group: Group, won: number | null, words: Texts, t: Texts) => string} */
  function captionText(group, won, words, t) {
    if (won !== null) return t.won + lib.nameIn(t, won);
    if (group.as) return standText(group, t);
    return group.kind === "shun" ? "" : words[group.kind];
  }

  /** @param {Group} group */
  function sizeClass({ cards }) {
    if (cards.length > 11) return "all";
    return cards.length > 5 ? "many" : "";
  }

  /** @type {(group: Group, at: number, look: SlotLook, config: PadConfig, t: Texts) => HTMLElement} */
  function groupSlot(group, at, { won, isClash }, config, t) {
    const { values, words } = config;
    const points = lib.value(group, values);
    const classes = ["slot", "filled", isClash ? "clash" : "", sizeClass(group)];
    const one = button(classes.filter(Boolean).join(" "), fan(group, won), { group: at });
    let about = `${nameGroup(group, words, t)} ${fill(t.points, { n: points })}`;
    if (isClash) about = fill(t.remove, { kind: about });
    else if (won !== null) about += ` ${t.won}${spokenCard(won, t)}`;
    one.setAttribute("aria-label", about);
    const text = captionText(group, isClash ? null : won, words, t);
    const caption = element("span", "cap", ...(text ? [`${text} `] : []), element("b", "", String(points)));
    if (isClash && group.kind === "shun") caption.prepend(`${words.shun} `);
    one.append(caption);
    return one;
  }

  /** @type {(kind: string, isNext: boolean, t: Texts) => HTMLElement} */
  function emptySlot(kind, isNext, t) {
    const text = t[`slot_${kind}`];
    const one = button(`slot empty ${kind}${isNext ? " next" : ""}`, element("span", "", text), { place: kind });
    if (isNext) one.setAttribute("aria-current", "step");
    one.setAttribute("aria-label", fill(t.slot_label, { what: text }));
    return one;
  }

  /** @param {number} card */
  const keyClass = card => `key ${lib.isBig(card) ? "big" : "small"}${lib.isRed(card) ? " red" : ""}`;

  /** @param {number[]} cards */
  const faceOf = cards => element("span", "face", glyphs(cards));

  /** @type {(group: Group, base: number, look: KeyLook, config: PadConfig, t: Texts) => HTMLElement} */
  function key(group, base, { isFull, hasPoints }, config, t) {
    const { kind, cards } = group;
    const isOneFace = kind === "rest" || (kind !== "pair" && lib.SAME.includes(kind));
    const face = faceOf(isOneFace ? [base] : cards);
    const below = BELOW[kind] ? ` ${BELOW[kind]}` : "";
    const one = button(keyClass(base) + below, face, { kind, cards: cards.join(",") });
    if (hasPoints) face.append(element("b", "points", String(lib.value(group, config.values))));
    if (isFull) {
      one.classList.add("full");
      one.append(element("span", "badge", t.full));
    }
    one.setAttribute("aria-label", nameGroup(group, config.words, t) + (isFull ? ` ${t.full}` : ""));
    return one;
  }

  /** @param {number} base */
  function noKey(base) {
    const one = element("span", `key none ${lib.isBig(base) ? "big" : "small"}`, faceOf([base]));
    one.setAttribute("aria-hidden", "true");
    return one;
  }

  // `group`: the word of its group, where the same card is in another one too; `isGone`: there is no other one of it.
  /** @type {PadView["single"]} */
  function single(base, data, isChosen, t, { group = "", isGone = false } = {}) {
    const state = (isChosen ? " chosen" : "") + (isGone ? " full" : "");
    const one = button(keyClass(base) + state, faceOf([base]), data);
    const badge = isGone ? t.full : group;
    if (badge) one.append(element("span", "badge", badge));
    one.setAttribute("aria-label", (badge && `${badge} `) + nameWithColour(base, t));
    one.disabled = isGone && !isChosen;
    one.setAttribute("aria-pressed", String(isChosen));
    return one;
  }

  // Redrawing must lose neither the place of somebody who works by keyboard or screen reader, nor a key that is being
  // pressed just then: what looks the same stays.
  /** @type {(node: HTMLElement, present: Element) => void} */
  function replace(node, present) {
    if (node === present) return;
    // Where the tab key stops is no part of how it looks (pad-stops.js).
    const stop = present.getAttribute("tabindex");
    if (stop) node.setAttribute("tabindex", stop);
    if (!present.isEqualNode(node)) present.replaceWith(node);
  }

  /** @type {(root: HTMLElement, nodes: HTMLElement[]) => void} */
  function place(root, nodes) {
    const index = all("button", root).indexOf(/** @type {any} */ (document.activeElement));
    const present = Array.from(root.children);
    for (const one of present.slice(nodes.length)) one.remove();
    for (const [at, node] of nodes.entries()) {
      if (at >= present.length) root.append(node);
      else replace(node, present[at]);
    }
    if (index < 0 || root.contains(document.activeElement)) return;
    const buttons = all("button", root);
    buttons[Math.min(index, buttons.length - 1)]?.focus({ preventScroll: true });
  }

  /** @type {PadView} */
  const view = { groupSlot, emptySlot, key, noKey, single, place };
  Object.assign(window.zipai, { view });
})();
