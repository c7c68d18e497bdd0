// The half-entered hand. Pure: every function takes a state and gives a new one; nothing here knows the page.
// config: {groups, dealer, xing: 醒 is on, turn: a 醒 card is turned after the win, extra: cards that two quads dealt
// bring}
(() => {
  "use strict";

  const lib = window.zipai.cards;

  const EMPTY = Object.freeze({
    winner: null,
    source: "",
    from: null,
    mark: "",
    mode: "cards",
    tab: "peng",
    target: "",
    groups: [],
    winAt: null,
    winCard: null,
    flipped: [],
    pileEmpty: false,
    hu: null,
    xing: null,
    lower: null,
    minHu: null,
    patterns: [],
  });

  const change = (state, part) => Object.freeze({ ...state, ...part });
  const isOpening = state => state.mark === "sanlongwukan";
  const quads = state => state.groups.filter(g => g.cards.length === 4 && g.kind !== "rest").length;
  const total = state => state.groups.reduce((sum, g) => sum + g.cards.length, 0);

  // An opening win has so many cards, and of three quads one may be of the extra card: [fewest, most].
  function opening(state, config) {
    const fewest = state.winner === config.dealer || (config.dealer === null && total(state) > 20) ? 21 : 20;
    const alike = counts(state).filter(n => n === 4).length;
    return [fewest, fewest + (alike > 2 ? config.extra || 0 : 0)];
  }

  function expected(state, config) {
    if (isOpening(state)) return Math.min(Math.max(total(state), opening(state, config)[0]), opening(state, config)[1]);
    const q = quads(state);
    return q ? 3 * (config.groups - 1) + 2 + q : 3 * config.groups;
  }

  const missing = (state, config) => expected(state, config) - total(state);
  // It may be whole, and still take a card.
  const mayGrow = (state, config) => isOpening(state) && total(state) < opening(state, config)[1];

  function counts(state) {
    const held = new Array(25).fill(0);
    state.groups.forEach(g => {
      g.cards.forEach(card => {
        held[card] += 1;
      });
    });
    return held;
  }

  // Would these cards make a fifth copy?
  function tooMany(state, cards) {
    const held = counts(state);
    return cards.some(card => {
      held[card] += 1;
      return held[card] > 4;
    });
  }

  // The first card held more than four times, with the groups that hold it; null if there is none.
  function collision(state) {
    const held = counts(state);
    const card = held.findIndex((n, i) => i < 20 && n > 4);
    if (card < 0) return null;
    const at = state.groups.map((g, i) => (g.cards.includes(card) ? i : -1)).filter(i => i >= 0);
    return { card, n: held[card], at };
  }

  const hasPair = state => state.groups.some(g => g.kind === "pair");
  const rest = state => state.groups.find(g => g.kind === "rest");

  function pairIsDue(state, config) {
    return quads(state) > 0 && !hasPair(state) && !rest(state) && state.groups.length === config.groups - 1;
  }

  // What the keys add now.
  function kindNow(state, config) {
    return state.target || (!isOpening(state) && pairIsDue(state, config) ? "pair" : state.tab);
  }

  // What the empty places stand for, in order: "three" or "pair".
  function emptySlots(state, config) {
    if (isOpening(state)) return mayGrow(state, config) ? ["rest"] : [];
    if (missing(state, config) <= 0) return [];
    const loose = rest(state) ? Math.ceil(rest(state).cards.length / 3) - 1 : 0;
    const free = Math.max(config.groups - state.groups.length - loose, 1);
    const pair = quads(state) > 0 && !hasPair(state);
    return new Array(free).fill("three").map((name, i) => (pair && i === free - 1 ? "pair" : name));
  }

  function clearWin(state) {
    return change(state, { winAt: null, winCard: null });
  }

  // Whether nothing was added to a hand, nor taken away: who won it, and how, aside.
  const HAND = ["groups", "winAt", "winCard", "flipped", "pileEmpty", "hu", "xing", "lower", "patterns"];
  const sameHand = (a, b) => HAND.every(part => a[part] === b[part]);

  function add(state, kind, cards) {
    const loose = kind === "rest" && rest(state);
    const groups = loose
      ? state.groups.map(g => (g === loose ? { kind: "rest", cards: g.cards.concat(cards).sort((a, b) => a - b) } : g))
      : state.groups.concat([{ kind, cards }]);
    return clearWin(change(state, { groups, target: kind === "rest" ? "rest" : "" }));
  }

  const distinct = group => Array.from(new Set(group.cards));

  // The cards of a group that a 飞 or 秤 may be, each once.
  function wildChoices(state, at, wild) {
    if (state.groups[at].kind === "rest") return [];
    return distinct(state.groups[at]).filter(card => !lib.isWild(card) && lib.mayBe(wild, card));
  }

  function stand(state, at, wild, face) {
    const group = state.groups[at];
    const place = group.cards.lastIndexOf(face);
    const as = lib.faces(group).slice();
    const cards = group.cards.slice();
    cards[place] = wild;
    return clearWin(
      change(state, { groups: state.groups.map((g, i) => (i === at ? { kind: g.kind, cards, as } : g)) }),
    );
  }

  // Every card of the group as what it was tapped as.
  function unstand(state, at) {
    return clearWin(
      change(state, { groups: state.groups.map((g, i) => (i === at ? { kind: g.kind, cards: lib.faces(g) } : g)) }),
    );
  }

  const wildsLeft = (state, config, wild) => (config.wilds[wild] || 0) - counts(state)[wild];

  function remove(state, at) {
    return clearWin(change(state, { groups: state.groups.filter((_, i) => i !== at) }));
  }

  function replace(state, at, kind, cards) {
    return clearWin(change(state, { groups: state.groups.map((g, i) => (i === at ? { kind, cards } : g)) }));
  }

  // The winning card and its group; null while unknown. The last group holds it unless another was tapped.
  function win(state, config) {
    if (state.mode === "groups" || state.source === "dealt" || !state.groups.length || missing(state, config) !== 0)
      return null;
    const at = state.winAt === null ? state.groups.length - 1 : state.winAt;
    const choice = distinct(state.groups[at]);
    const card = choice.length === 1 ? choice[0] : state.winCard;
    return card === null ? null : { card, at };
  }

  function winChoices(state) {
    const at = state.winAt === null ? state.groups.length - 1 : state.winAt;
    return distinct(state.groups[at]);
  }

  // 部分验牌: enough 胡 are there for the rest to be left out.
  function canStop(state, config) {
    if (state.mode !== "cards" || isOpening(state) || missing(state, config) <= 0 || collision(state) || rest(state))
      return false;
    const hu = state.groups.reduce((sum, group) => sum + lib.value(group, config.values), 0);
    return !state.groups.some(g => g.as) && hu > 0 && hu >= (state.minHu === null ? config.minHu : state.minHu);
  }

  // Where the entry stands: winner, source, hu, count (the 醒 of a hand seen in part), groups, win, flip.
  function step(state, config) {
    if (state.winner === null) return "winner";
    if (!state.source) return "source";
    if (state.mode === "hu") return "hu";
    if (state.mode === "groups" && state.groups.length) return "count";
    if (missing(state, config) !== 0 || mayGrow(state, config) || collision(state)) return "groups";
    if (state.source !== "dealt" && !win(state, config)) return "win";
    return config.turn ? "flip" : "done";
  }

  // Turned cards are taken until there are enough; after that a tap corrects the last one.
  function flip(state, card, needed) {
    const kept = state.flipped.length < needed ? state.flipped : state.flipped.slice(0, needed - 1);
    return change(state, { flipped: kept.concat([card]), pileEmpty: false });
  }

  const isTurned = (state, needed) => state.pileEmpty || state.flipped.length >= needed;

  // Why it cannot be saved yet, as far as the phone can tell: a name for the text and its numbers; null if it can.
  function waitsFor(state, config, needed) {
    const now = step(state, config);
    if (now === "winner" || now === "source") return { text: now };
    if (now === "hu")
      return state.hu === null ? { text: "hu" } : config.xing && state.xing === null ? { text: "xing" } : null;
    if (collision(state)) return { text: "fix" };
    if (now === "count") return config.xing && state.xing === null ? { text: "xing" } : null;
    if (now === "groups") {
      const n = missing(state, config);
      if (n === 0) return null;
      return n > 0 ? { text: "missing", n } : { text: "surplus", n: -n };
    }
    if (now === "win") return { text: "win" };
    return now === "flip" && !isTurned(state, needed) ? { text: "flip" } : null;
  }

  window.zipai.state = {
    EMPTY,
    change,
    isOpening,
    total,
    expected,
    missing,
    tooMany,
    collision,
    kindNow,
    emptySlots,
    add,
    remove,
    replace,
    stand,
    unstand,
    wildChoices,
    wildsLeft,
    win,
    winChoices,
    step,
    canStop,
    flip,
    isTurned,
    waitsFor,
    sameHand,
  };
})();
