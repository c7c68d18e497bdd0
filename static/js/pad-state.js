// @ts-check
// The half-entered hand. Pure: every function takes a state and gives a new one; nothing here knows the page.
"use strict";

(() => {
  const lib = window.zipai.cards;

  /** @type {PadLogic["EMPTY"]} */
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
    counts: {},
  });

  /** @type {PadLogic["change"]} */
  const change = (state, part) => Object.freeze({ ...state, ...part });
  /** @type {PadLogic["isOpening"]} */
  const isOpening = state => /^(sanlong|wukan)/.test(state.mark);
  /** @type {(state: PadState) => number} */
  const quads = state => state.groups.filter(g => g.cards.length === 4 && g.kind !== "rest").length;
  /** @type {PadLogic["total"]} */
  const total = state => state.groups.reduce((sum, g) => sum + g.cards.length, 0);

  // An opening win has so many cards, and of three quads one may be of the extra card: [fewest, most].
  /** @type {(state: PadState, config: PadConfig) => [number, number]} */
  function opening(state, config) {
    const isDealer = state.winner === config.dealer || (config.dealer === null && total(state) > 20);
    const fewest = isDealer ? 21 : 20;
    const alike = counts(state).filter(n => n === 4).length;
    return [fewest, fewest + (alike > 2 ? config.extra || 0 : 0)];
  }

  /** @type {(state: PadState, config: PadConfig) => number} */
  function expected(state, config) {
    if (isOpening(state)) {
      const [fewest, most] = opening(state, config);
      return Math.min(Math.max(total(state), fewest), most);
    }
    const q = quads(state);
    return q ? 3 * (config.groups - 1) + 2 + q : 3 * config.groups;
  }

  /** @type {PadLogic["missing"]} */
  const missing = (state, config) => expected(state, config) - total(state);
  // It may be whole, and still take a card.
  /** @type {(state: PadState, config: PadConfig) => boolean} */
  const mayGrow = (state, config) => isOpening(state) && total(state) < opening(state, config)[1];

  // How many of each card, by card.
  /** @type {(state: PadState) => number[]} */
  function counts(state) {
    const held = new Array(25).fill(0);
    for (const { cards } of state.groups) for (const card of cards) held[card] += 1;
    return held;
  }

  // Would these cards make a fifth copy?
  /** @type {PadLogic["tooMany"]} */
  function tooMany(state, cards) {
    const held = counts(state);
    return cards.some(card => {
      held[card] += 1;
      return held[card] > 4;
    });
  }

  // The first card held more than four times, with the groups that hold it; null if there is none.
  /** @type {PadLogic["collision"]} */
  function collision(state) {
    const held = counts(state);
    const card = held.findIndex((n, i) => i < 20 && n > 4);
    if (card < 0) return null;
    const at = state.groups.map((g, i) => (g.cards.includes(card) ? i : -1)).filter(i => i >= 0);
    return { card, n: held[card], at };
  }

  /** @type {(state: PadState) => boolean} */
  const hasPair = state => state.groups.some(g => g.kind === "pair");
  /** @type {(state: PadState) => Group | undefined} */
  const rest = state => state.groups.find(g => g.kind === "rest");

  /** @type {(state: PadState, config: PadConfig) => number} */
  const worth = (state, config) => state.groups.reduce((sum, group) => sum + lib.value(group, config.values), 0);
  /** @type {(state: PadState, config: PadConfig) => number} */
  const leastHu = (state, config) => state.minHu ?? config.minHu;

  /** @type {(state: PadState, config: PadConfig) => boolean} */
  function pairIsDue(state, config) {
    return quads(state) > 0 && !hasPair(state) && !rest(state) && state.groups.length === config.groups - 1;
  }

  // What the keys add now.
  /** @type {PadLogic["kindNow"]} */
  function kindNow(state, config) {
    return state.target || (!isOpening(state) && pairIsDue(state, config) ? "pair" : state.tab);
  }

  // What the empty places stand for, in order: "three" or "pair".
  /** @type {PadLogic["emptySlots"]} */
  function emptySlots(state, config) {
    if (isOpening(state)) return mayGrow(state, config) ? ["rest"] : [];
    if (missing(state, config) <= 0) return [];
    const loose = Math.ceil((rest(state)?.cards.length ?? 3) / 3) - 1;
    const free = Math.max(config.groups - state.groups.length - loose, 1);
    const pair = quads(state) > 0 && !hasPair(state);
    return new Array(free).fill("three").map((name, i) => (pair && i === free - 1 ? "pair" : name));
  }

  /** @type {(state: PadState) => PadState} */
  function clearWin(state) {
    return change(state, { winAt: null, winCard: null });
  }

  // Whether nothing was added to a hand, nor taken away: who won it, and how, aside.
  /** @type {(keyof PadState)[]} */
  const HAND = ["groups", "winAt", "winCard", "flipped", "pileEmpty", "hu", "xing", "lower", "patterns", "counts"];
  /** @type {PadLogic["sameHand"]} */
  const sameHand = (a, b) => HAND.every(part => a[part] === b[part]);

  /** @type {PadLogic["add"]} */
  function add(state, kind, cards) {
    const loose = kind === "rest" && rest(state);
    const groups = loose
      ? state.groups.map(g => (g === loose ? { kind: "rest", cards: g.cards.concat(cards).sort((a, b) => a - b) } : g))
      : state.groups.concat([{ kind, cards }]);
    return clearWin(change(state, { groups, target: kind === "rest" ? "rest" : "" }));
  }

  /** @type {(group: Group) => Card[]} */
  const distinct = group => Array.from(new Set(group.cards));

  // The cards of a group that a 飞 or 秤 may be, each once.
  /** @type {PadLogic["wildChoices"]} */
  function wildChoices(state, at, wild) {
    if (state.groups[at].kind === "rest") return [];
    return distinct(state.groups[at]).filter(card => !lib.isWild(card) && lib.mayBe(wild, card));
  }

  // The hand with another group in this place.
  /** @type {(state: PadState, at: number, group: Group) => PadState} */
  function withGroup(state, at, group) {
    return clearWin(change(state, { groups: state.groups.map((one, i) => (i === at ? group : one)) }));
  }

  /** @type {PadLogic["stand"]} */
  function stand(state, at, wild, face) {
    const group = state.groups[at];
    const place = group.cards.lastIndexOf(face);
    const as = lib.faces(group).slice();
    const cards = group.cards.slice();
    cards[place] = wild;
    return withGroup(state, at, { kind: group.kind, cards, as });
  }

  // Every card of the group as what it was tapped as.
  /** @type {PadLogic["unstand"]} */
  function unstand(state, at) {
    const group = state.groups[at];
    return withGroup(state, at, { kind: group.kind, cards: lib.faces(group) });
  }

  /** @type {PadLogic["wildsLeft"]} */
  const wildsLeft = (state, config, wild) => (config.wilds[wild] || 0) - counts(state)[wild];

  /** @type {PadLogic["remove"]} */
  function remove(state, at) {
    return clearWin(change(state, { groups: state.groups.filter((_, i) => i !== at) }));
  }

  /** @type {PadLogic["replace"]} */
  function replace(state, at, kind, cards) {
    return withGroup(state, at, { kind, cards });
  }

  // What another player's card cannot have made, and what one's own draw cannot.
  const OWN_ONLY = ["sao", "saochuan"];
  const QUADS = ["kaiduo", "saochuan"];
  const OTHERS_ONLY = ["peng"];

  // The second quad of a hand brought a card, so that the card that won made none of them (docs/rules/cards.md#card-counts).
  /** @type {(state: PadState, group: Group) => boolean} */
  function isDrawnFor(state, { kind }) {
    const hasWild = state.groups.some(group => group.cards.some(lib.isWild));
    return QUADS.includes(kind) && quads(state) > 1 && !hasWild;
  }

  /** @type {PadLogic["mayHaveWon"]} */
  function mayHaveWon(state, at) {
    const { kind } = state.groups[at];
    if (isDrawnFor(state, state.groups[at])) return false;
    return !(state.source === "self_draw" ? OTHERS_ONLY : OWN_ONLY).includes(kind);
  }

  // Groups in the order in which they are thought to hold the winning card: the one tapped last first; but the pair is
  // asked for by the pad itself, when all else is there.
  /** @type {(state: PadState) => number[]} */
  function latest(state) {
    const order = state.groups.map((_, at) => at).reverse();
    if (order.length > 1 && state.groups[order[0]].kind === "pair") [order[0], order[1]] = [order[1], order[0]];
    return order;
  }

  // Index of the group that holds the winning card, unless another was tapped.
  /** @type {(state: PadState) => number} */
  function wonGroup(state) {
    if (state.winAt !== null) return state.winAt;
    const order = latest(state);
    return order.find(at => mayHaveWon(state, at)) ?? order[0] ?? -1;
  }

  // The winning card and its group; null while unknown.
  /** @type {PadLogic["win"]} */
  function win(state, config) {
    if (state.mode === "groups" || state.source === "dealt") return null;
    if (!state.groups.length || missing(state, config) !== 0) return null;
    const at = wonGroup(state);
    const choice = distinct(state.groups[at]);
    const card = choice.length === 1 ? choice[0] : state.winCard;
    return card === null ? null : { card, at };
  }

  // The group that holds the winning card; two where the pair was tapped last, because the pad asked for it.
  /** @type {(state: PadState) => number[]} */
  function winPlaces(state) {
    const [at, guess] = [state, clearWin(state)].map(wonGroup);
    const last = state.groups.length - 1;
    const both = [guess, last];
    return state.groups[last].kind === "pair" && guess !== last && both.includes(at) ? both : [at];
  }

  /** @type {PadLogic["winChoices"]} */
  const winChoices = state => winPlaces(state).flatMap(at => distinct(state.groups[at]).map(card => ({ card, at })));

  // The winning card is known, and may as well be in the pair.
  /** @type {PadLogic["isGuess"]} */
  const isGuess = (state, config) => win(state, config) !== null && winPlaces(state).length > 1;

  // Every card is there, and too few 胡, whichever of them won. Where patterns win below the minimum nobody can say.
  /** @type {(state: PadState, config: PadConfig) => boolean} */
  function isShort(state, config) {
    if (state.mode !== "cards" || isOpening(state) || config.hasPatterns || missing(state, config) !== 0) return false;
    if (collision(state) || state.groups.some(group => group.as || group.cards.some(lib.isWild))) return false;
    return !rest(state) && worth(state, config) < leastHu(state, config);
  }

  // 部分验牌: enough 胡 are there for the rest to be left out.
  /** @type {PadLogic["canStop"]} */
  function canStop(state, config) {
    if (state.mode !== "cards" || isOpening(state) || missing(state, config) <= 0) return false;
    if (collision(state) || rest(state)) return false;
    const hu = worth(state, config);
    return !state.groups.some(g => g.as) && hu > 0 && hu >= leastHu(state, config);
  }

  // Where the entry stands: winner, source, hu, count (the 醒 of a hand seen in part), groups, short (of 胡), win, flip.
  /** @type {PadLogic["step"]} */
  function step(state, config) {
    if (state.winner === null) return "winner";
    if (!state.source) return "source";
    if (state.mode === "hu") return "hu";
    if (state.mode === "groups" && state.groups.length) return "count";
    return stepOfCards(state, config);
  }

  /** @type {(state: PadState, config: PadConfig) => string} */
  function stepOfCards(state, config) {
    if (missing(state, config) !== 0 || mayGrow(state, config) || collision(state)) return "groups";
    if (isShort(state, config)) return "short";
    if (state.source !== "dealt" && !win(state, config)) return "win";
    return config.turn ? "flip" : "done";
  }

  // Turned cards are taken until there are enough; after that a tap corrects the last one.
  /** @type {PadLogic["flip"]} */
  function flip(state, card, needed) {
    const kept = state.flipped.length < needed ? state.flipped : state.flipped.slice(0, needed - 1);
    return change(state, { flipped: kept.concat([card]), pileEmpty: false });
  }

  // All four of it are in the hand, or were turned before: no more can be turned.
  /** @type {PadLogic["isGone"]} */
  function isGone(state, card, needed) {
    const before = state.flipped.slice(0, needed - 1).filter(one => one === card);
    return counts(state)[card] + before.length >= 4;
  }

  /** @type {(state: PadState, needed: number) => boolean} */
  const isTurned = (state, needed) => state.pileEmpty || state.flipped.length >= needed;

  /** @type {(state: PadState, config: PadConfig) => { text: string } | null} */
  const waitsForXing = (state, config) => (config.xing && state.xing === null ? { text: "xing" } : null);

  /** @param {number} n */
  function waitsForCards(n) {
    if (n === 0) return null;
    return n > 0 ? { text: "missing", n } : { text: "surplus", n: -n };
  }

  /** By step; at others it waits for just that. @type {Record<string, PadLogic["waitsFor"]>} */
  const WAITS = {
    hu: (state, config) => (state.hu === null ? { text: "hu" } : waitsForXing(state, config)),
    count: (state, config) => (collision(state) ? { text: "fix" } : waitsForXing(state, config)),
    groups: (state, config) => (collision(state) ? { text: "fix" } : waitsForCards(missing(state, config))),
    flip: (state, _config, needed) => (isTurned(state, needed) ? null : { text: "flip" }),
    done: () => null,
  };

  // Why it cannot be saved yet, as far as the phone can tell: a name for the text and its numbers; null if it can.
  /** @type {PadLogic["waitsFor"]} */
  function waitsFor(state, config, needed) {
    const now = step(state, config);
    return WAITS[now] ? WAITS[now](state, config, needed) : { text: now };
  }

  /** @type {PadLogic} */
  const state = {
    EMPTY,
    change,
    isOpening,
    total,
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
    isGuess,
    mayHaveWon,
    isGone,
    step,
    canStop,
    flip,
    waitsFor,
    sameHand,
  };
  Object.assign(window.zipai, { state });
})();
