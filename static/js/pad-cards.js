// Cards, groups and their notation for the pad. Pure: no document, no state. 0–9 are 一…十, 10–19 壹…拾.
(() => {
  "use strict";

  const CARDS = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾";
  // Cards that stand for others: 20 is 飞, the rest are 秤 of three. A group with one has `as`: what its cards were
  // tapped as.
  const SETS = { 20: null, 21: [11, 16, 19], 22: [1, 6, 9], 23: [12, 15, 18], 24: [2, 5, 8] };
  const OLD_FORMS = { 貳: "贰", 參: "叁", 叄: "叁", 陸: "陆" };
  // How groups are written unless a game has words of its own; these are always understood.
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
  const SIZES = { peng: 3, sao: 3, kaiduo: 4, saochuan: 4, shun: 3, da: 3, pair: 2, rest: 1 };
  const SAME = ["peng", "sao", "kaiduo", "saochuan", "pair"];
  const SPECIAL = [
    [0, 1, 2],
    [1, 6, 9],
    [10, 11, 12],
    [11, 16, 19],
  ];

  const isWild = card => card >= 20;
  const mayBe = (wild, card) => SETS[wild] === null || SETS[wild].includes(card);
  const named = card => (card < 20 ? CARDS[card] : card === 20 ? "飞" : `秤${text(SETS[card])}`);
  const faces = group => group.as || group.cards;
  const number = card => (card % 10) + 1;
  const isBig = card => card >= 10;
  const isRed = card => [2, 7, 10].includes(number(card));
  const twin = card => (card + 10) % 20;
  const text = cards => cards.map(named).join("");
  const same = (a, b) => a.length === b.length && a.every((card, i) => card === b[i]);

  function run(card) {
    if (number(card) <= 8) return [card, card + 1, card + 2];
    return number(card) === 10 ? [card - 8, card - 3, card] : null;
  }

  // What a key adds: null where the kind has no group on that card (九 has no run of its own).
  function made(kind, card) {
    if (kind === "shun") return run(card);
    if (kind === "da") return [card, card, twin(card)];
    return new Array(SIZES[kind]).fill(card);
  }

  const isSpecial = cards => SPECIAL.some(one => same(one, cards));

  // values: {kind: [small, big]}; `special` for 一二三 and 二七十, `peng_red` where a red 碰 has its own.
  function value(group, values) {
    const cards = faces(group);
    const size = isBig(cards[0]) ? 1 : 0;
    if (group.kind === "shun" && isSpecial(cards)) return values.special[size];
    const own = group.kind === "peng" && isRed(cards[0]) && values.peng_red;
    return (own || values[group.kind] || [0, 0])[size];
  }

  // 七飞=八九: a card that stands for another is followed by that one.
  function written(group) {
    return group.cards
      .map((card, i) => named(card) + (isWild(card) && group.as ? `=${CARDS[group.as[i]]}` : ""))
      .join("");
  }

  function format(groups, win, tokens) {
    const words = tokens || TOKENS;
    const parts = groups.map(group => words[group.kind] + written(group));
    if (win) parts.push(`胡${named(win.card)}@${win.at}`);
    return parts.join(" ");
  }

  const index = char => CARDS.indexOf(OLD_FORMS[char] || char);
  const wild = name =>
    Object.keys(SETS)
      .map(Number)
      .find(card => named(card) === name);

  // → [[card, what it was tapped as], …] or null.
  function indexes(chars) {
    const found = chars.match(/(?:飞|秤...)(?:=.)?|./gsu) || [];
    const cards = found.map(one => {
      const [name, face] = one.split("=");
      const card = name.length > 1 || name === "飞" ? wild(name) : index(name);
      return [card === undefined ? -1 : card, face ? index(face) : card];
    });
    return cards.some(pair => pair[0] < 0 || pair[1] < 0 || pair[1] === undefined) ? null : cards;
  }

  function fits(kind, cards) {
    if (kind === "rest") return cards.length > 0;
    if (cards.length !== SIZES[kind]) return false;
    if (SAME.includes(kind)) return cards.every(card => card === cards[0]);
    if (kind === "da") return cards.some(card => same(made("da", card), cards));
    return CARDS.split("").some((_, card) => {
      const one = run(card);
      return one && same(one, cards);
    });
  }

  // One word of typed notation; null if it is not one the pad can draw (the server may still read it).
  function token(word, tokens) {
    const known = [tokens || {}, TOKENS]
      .flatMap(table => Object.keys(table).map(kind => ({ kind, said: table[kind] })))
      .sort((a, b) => b.said.length - a.said.length);
    const found = known.find(one => word.startsWith(one.said));
    const pairs = found && indexes(word.slice(found.said.length));
    if (!pairs) return null;
    const group = { kind: found.kind, cards: pairs.map(pair => pair[0]) };
    if (found.kind !== "rest" && group.cards.some(isWild)) group.as = pairs.map(pair => pair[1]);
    return fits(group.kind, faces(group)) ? group : null;
  }

  function parseWin(word, groups) {
    const found = /^胡(.|秤...)(?:@(\d+))?$/u.exec(word);
    const pairs = found && indexes(found[1]);
    if (!pairs) return null;
    const card = pairs[0][0];
    const at = found[2] === undefined ? groups.findIndex(g => g.cards.includes(card)) : Number(found[2]);
    return groups[at]?.cards.includes(card) ? { card, at } : null;
  }

  // → {groups, win} or null.
  function parse(line, tokens) {
    const words = line.trim().split(/\s+/).filter(Boolean);
    const last = words.length && words[words.length - 1].startsWith("胡") ? words.pop() : "";
    const groups = words.map(word => token(word, tokens));
    if (groups.includes(null)) return null;
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
      made,
      isSpecial,
      isWild,
      mayBe,
      named,
      faces,
      value,
      format,
      parse,
    },
  });
})();
