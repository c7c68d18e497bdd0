// @ts-check
// Cards, groups and their notation for the pad. Pure: no document, no state. 0–9 are 一…十, 10–19 壹…拾.
"use strict";

(() => {
  const CARDS = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾";
  const FEI = 20;
  // Cards that stand for others: 20 is 飞, the rest are 秤 of three. A group with one has `as`: what its cards were
  // tapped as.
  /** @type {Record<number, number[] | null>} */
  const SETS = { 20: null, 21: [11, 16, 19], 22: [1, 6, 9], 23: [12, 15, 18], 24: [2, 5, 8] };
  /** @type {Record<string, string>} */
  const OLD_FORMS = { 貳: "贰", 參: "叁", 叄: "叁", 陸: "陆" };
  // How groups are written unless a game has words of its own; these are always understood.
  /** @type {Record<string, string>} */
  const TOKENS = {
    peng: "碰",
    sao: "扫",
    kaiduo: "开舵",
    saochuan: "扫穿",
    shun: "顺",
    da: "搭",
    pair: "眼",
    rest: "手",
  };
  /** @type {Record<string, number>} */
  const SIZES = { peng: 3, sao: 3, kaiduo: 4, saochuan: 4, shun: 3, da: 3, pair: 2, rest: 1 };
  const SAME = ["peng", "sao", "kaiduo", "saochuan", "pair"];
  const SPECIAL = [
    [0, 1, 2],
    [1, 6, 9],
    [10, 11, 12],
    [11, 16, 19],
  ];

  /** @type {Cards["isWild"]} */
  const isWild = card => card >= 20;
  /** @type {Cards["mayBe"]} */
  const mayBe = (wild, card) => SETS[wild] === null || SETS[wild].includes(card);
  /** @type {Cards["nameOf"]} */
  const nameOf = card => (card < 20 ? CARDS[card] : card === FEI ? "飞" : `秤${text(SETS[card] || [])}`);
  // As the table calls it: what is written is read by nameOf.
  /** @type {Cards["nameIn"]} */
  const nameIn = (t, ...cards) => cards.map(card => (card === FEI ? t.fei : nameOf(card))).join("");
  /** @type {Cards["faces"]} */
  const faces = group => group.as || group.cards;
  /** @type {Cards["number"]} */
  const number = card => (card % 10) + 1;
  /** @type {Cards["isBig"]} */
  const isBig = card => card >= 10;
  /** @type {Cards["isRed"]} */
  const isRed = card => [2, 7, 10].includes(number(card));
  /** @type {(card: Card) => Card} */
  const twin = card => (card + 10) % 20;
  /** @type {Cards["text"]} */
  const text = cards => cards.map(nameOf).join("");
  /** @type {(a: Card[], b: Card[]) => boolean} */
  const same = (a, b) => a.length === b.length && a.every((card, i) => card === b[i]);

  /** @type {(card: Card) => Card[] | null} */
  function run(card) {
    if (number(card) <= 8) return [card, card + 1, card + 2];
    return number(card) === 10 ? [card - 8, card - 3, card] : null;
  }

  // What a key adds: null where the kind has no group on that card (九 has no run of its own).
  /** @type {Cards["cardsOf"]} */
  function cardsOf(kind, card) {
    if (kind === "shun") return run(card);
    if (kind === "da") return [card, card, twin(card)];
    return new Array(SIZES[kind]).fill(card);
  }

  /** @type {Cards["isSpecial"]} */
  const isSpecial = cards => SPECIAL.some(one => same(one, cards));

  // values: {kind: [small, big]}; `special` for 一二三 and 二七十, `peng_red` where a red 碰 has its own.
  /** @type {Cards["value"]} */
  function value(group, values) {
    const cards = faces(group);
    const size = isBig(cards[0]) ? 1 : 0;
    if (group.kind === "shun" && isSpecial(cards)) return values.special[size];
    const own = group.kind === "peng" && isRed(cards[0]) && values.peng_red;
    return (own || values[group.kind] || [0, 0])[size];
  }

  // 七飞=八九: a card that stands for another is followed by that one.
  /** @type {(group: Group) => string} */
  function writeGroup(group) {
    return group.cards
      .map((card, i) => nameOf(card) + (isWild(card) && group.as ? `=${CARDS[group.as[i]]}` : ""))
      .join("");
  }

  /** @type {Cards["format"]} */
  function format(groups, win, tokens) {
    const words = tokens || TOKENS;
    const parts = groups.map(group => words[group.kind] + writeGroup(group));
    if (win) parts.push(`胡${nameOf(win.card)}@${win.at}`);
    return parts.join(" ");
  }

  /** @type {(char: string) => Card} */
  const index = char => CARDS.indexOf(OLD_FORMS[char] || char);
  /** @type {(name: string) => Card} −1 where there is none. */
  const wild = name => {
    const cards = Object.keys(SETS).map(Number);
    return cards.find(card => nameOf(card) === name) ?? -1;
  };

  // → [[card, what it was tapped as], …] or null.
  /** @type {(chars: string) => [Card, Card][] | null} */
  function indexes(chars) {
    const found = chars.match(/(?:飞|秤...)(?:=.)?|./gsu) || [];
    const cards = found.map(one => {
      const [name, face] = one.split("=");
      const card = name.length > 1 || name === "飞" ? wild(name) : index(name);
      return /** @type {[Card, Card]} */ ([card, face ? index(face) : card]);
    });
    return cards.some(pair => pair[0] < 0 || pair[1] < 0) ? null : cards;
  }

  /** @type {(kind: string, cards: Card[]) => boolean} */
  function fits(kind, cards) {
    if (kind === "rest") return cards.length > 0;
    if (cards.length !== SIZES[kind]) return false;
    if (SAME.includes(kind)) return cards.every(card => card === cards[0]);
    if (kind === "da") return cards.some(card => same(cardsOf("da", card) || [], cards));
    return Array.from(CARDS).some((_, card) => same(run(card) || [], cards));
  }

  // One word of typed notation; null if it is not one the pad can draw (the server may still read it).
  /** @type {(word: string, tokens?: Texts) => Group | null} */
  function token(word, tokens) {
    const known = [...Object.entries(tokens || {}), ...Object.entries(TOKENS)];
    const found = known.sort((a, b) => b[1].length - a[1].length).find(([, start]) => word.startsWith(start));
    const pairs = found && indexes(word.slice(found[1].length));
    if (!pairs) return null;
    /** @type {Group} */
    const group = { kind: found[0], cards: pairs.map(pair => pair[0]) };
    if (group.kind !== "rest" && group.cards.some(isWild)) group.as = pairs.map(pair => pair[1]);
    return fits(group.kind, faces(group)) ? group : null;
  }

  /** @type {(word: string, groups: Group[]) => Win | null} */
  function parseWin(word, groups) {
    const found = /^胡(.|秤...)(?:@(\d+))?$/u.exec(word);
    const pairs = found && indexes(found[1]);
    if (!pairs) return null;
    const card = pairs[0][0];
    const at = found[2] === undefined ? groups.findIndex(g => g.cards.includes(card)) : Number(found[2]);
    return groups[at]?.cards.includes(card) ? { card, at } : null;
  }

  // → {groups, win} or null.
  /** @type {Cards["parse"]} */
  function parse(line, tokens) {
    const words = line.trim().split(/\s+/).filter(Boolean);
    const last = words.length && words[words.length - 1].startsWith("胡") ? words.pop() : "";
    const groups = words.flatMap(word => token(word, tokens) || []);
    if (groups.length < words.length) return null;
    const win = last ? parseWin(last, groups) : null;
    return last && !win ? null : { groups, win };
  }

  window.zipai = Object.assign(window.zipai || {}, {
    cards: {
      CARDS,
      SAME,
      SPECIAL,
      number,
      isBig,
      isRed,
      text,
      cardsOf,
      isSpecial,
      isWild,
      mayBe,
      nameOf,
      nameIn,
      faces,
      value,
      format,
      parse,
    },
  });
})();
