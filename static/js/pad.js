// @ts-check
// Turns the plain entry form into the card pad: one tap, one group; the server's band says what it is worth.
"use strict";

(() => {
  const { all, find, get, around, element, button, fill, emit, early, isVisible, parts, menu, steps, view } =
    window.zipai;
  const { PadEntry, TWICE } = window.zipai;
  const { zipai } = window;
  const { cards: lib, state: logic, stops } = zipai;
  const SMALL = Array.from({ length: 20 }, (_, card) => card);
  /** What takes the focus with a question. @type {Record<string, string>} */
  const QUESTIONS = {
    winner: "#ask-winner",
    source: "#ask-source",
    hu: "#ask-hu",
    count: "#ask-xing",
    win: "[data-part=ask] h2",
    flip: "[data-part=ask] h2",
    short: "[data-part=ask] h2",
  };

  /** @type {HTMLFormElement | null} */
  const found = find("form[data-entry]");
  if (!found) return;
  const form = found;
  const entry = new PadEntry(form);
  const { config } = entry;
  const t = parts.texts(form);
  /** @type {(name: string) => any} */
  const part = name => get(`[data-part="${name}"]`, form);
  const loose = get("[data-loose]", form);
  /** @type {{ isReady: boolean, why: string, field: string } | null} What the server says of the hand. */
  let verdict = null;

  /** How slots and keys that are there were drawn. @type {WeakMap<Element, string>} */
  const shapes = new WeakMap();

  // Most of them look as they did before a tap: those are not made anew.
  /** @type {(root: HTMLElement, at: number, shape: string, make: () => HTMLElement) => HTMLElement} */
  function keptOrNew(root, at, shape, make) {
    const present = /** @type {HTMLElement | undefined} */ (root.children[at]);
    if (present && shapes.get(present) === shape) return present;
    const made = make();
    shapes.set(made, shape);
    return made;
  }

  function drawSlots() {
    const win = logic.win(entry.state, config);
    const clash = logic.collision(entry.state);
    const groups = entry.state.groups.map((group, at) => {
      const look = { won: win?.at === at ? win.card : null, isClash: Boolean(clash?.at.includes(at)) };
      const shape = JSON.stringify([group, look]);
      return keptOrNew(part("slots"), at, shape, () => view.groupSlot(group, at, look, config, t));
    });
    const kind = logic.kindNow(entry.state, config);
    const places = logic.emptySlots(entry.state, config);
    const next = kind === "pair" && places.includes("pair") ? places.indexOf("pair") : 0;
    const free = places.map((name, i) => {
      const isNext = i === next;
      return view.emptySlot(isNext && ["pair", "rest"].includes(kind) ? kind : name, isNext, t);
    });
    view.place(part("slots"), [...groups, ...free]);
  }

  /** @type {(root: HTMLElement, at: number, group: Group, base: number, hasPoints: boolean) => HTMLElement} */
  function keyAt(root, at, group, base, hasPoints) {
    const isFull = logic.tooMany(entry.state, group.cards);
    const look = { isFull, hasPoints };
    return keptOrNew(root, at, `${group.kind} ${isFull}`, () => view.key(group, base, look, config, t));
  }

  function drawKeys() {
    const kind = logic.kindNow(entry.state, config);
    for (const tab of all("[data-tab]", part("tabs")))
      tab.setAttribute("aria-pressed", String(tab.dataset.tab === kind));
    // The pair has no tab of its own: it is asked for.
    const isPair = kind === "pair";
    loose.textContent = config.words[isPair ? "pair" : "rest"];
    loose.setAttribute("aria-pressed", String(isPair || kind === "rest"));
    view.place(
      part("special"),
      lib.SPECIAL.map((cards, at) => {
        const base = lib.number(cards[0]) === 2 ? cards[1] : cards[0];
        return keyAt(part("special"), at, { kind: "shun", cards }, base, true);
      }),
    );
    const keys = SMALL.map(card => {
      const cards = lib.cardsOf(kind, card);
      return cards ? keyAt(part("keys"), card, { kind, cards }, card, false) : view.noKey(card);
    });
    view.place(part("keys"), keys);
  }

  // It may have the focus, and then keeps it where it is drawn again.
  /** @param {string} text */
  function question(text) {
    const heading = element("h2", "question", text);
    heading.tabIndex = -1;
    return heading;
  }

  function drawFlip() {
    const { flipped, pileEmpty } = entry.state;
    const title = flipped.length && flipped.length < entry.needed ? t.flip_again : t.flip_ask;
    const emptyPile = button("button", t.pile_empty, { pile: "empty" });
    emptyPile.setAttribute("aria-pressed", String(pileEmpty));
    view.place(part("ask"), [question(title), emptyPile]);
    const keys = SMALL.map(card => {
      const isGone = logic.isGone(entry.state, card, entry.needed);
      return view.single(card, { flip: card }, flipped.includes(card), t, { isGone });
    });
    view.place(part("singles"), keys);
  }

  function drawWin() {
    view.place(part("ask"), [element("div", "", question(t.win_ask), element("p", "quiet", t.win_move))]);
    const choices = logic.winChoices(entry.state);
    const won = logic.win(entry.state, config);
    const keys = choices.map(({ card, at }) => {
      const pair = entry.state.groups[at].kind === "pair" && choices.length > 1 ? config.words.pair : "";
      return view.single(card, { win: card, at }, won?.card === card && won.at === at, t, { group: pair });
    });
    view.place(part("singles"), keys);
  }

  function drawShort() {
    view.place(part("ask"), [element("div", "", question(t.short), element("p", "quiet", t.short_move))]);
    part("singles").replaceChildren();
  }

  /** Questions that take the place of the keys. @type {Record<string, () => void>} */
  const SINGLE = { win: drawWin, flip: drawFlip, short: drawShort };

  // Which of them there is; one that is answered stays where the answer was a guess.
  /** @param {string} step */
  function singleOf(step) {
    if (step in SINGLE) return step;
    return step === "done" && logic.isGuess(entry.state, config) ? "win" : "";
  }

  // A fifth copy: the band names both groups and offers to take away the later one.
  function drawTrouble() {
    const clash = entry.state.mode === "hu" ? null : logic.collision(entry.state);
    part("trouble").hidden = !clash;
    part("verdict").hidden = Boolean(clash);
    if (!clash) return;
    // Of runs there may be several: which one, say its cards.
    /** @param {number} at */
    function nameOf(at) {
      const { kind, cards } = entry.state.groups[at];
      return lib.SAME.includes(kind) ? config.words[kind] : lib.nameIn(t, ...cards);
    }
    const where = clash.at.map(at => {
      const n = entry.state.groups[at].cards.filter(card => card === clash.card).length;
      return fill(t.clash_in, { kind: nameOf(at), n });
    });
    const last = clash.at[clash.at.length - 1];
    const title = element("b", "", fill(t.clash, { card: lib.nameIn(t, clash.card), n: clash.n }));
    const detail = element("span", "", where.join(t.comma) + t.clash_ask);
    const remove = button("button", fill(t.remove, { kind: nameOf(last) }), { remove: last });
    view.place(part("trouble"), [element("div", "", title, detail), remove]);
    zipai.reveal(part("trouble"));
  }

  function drawWilds() {
    for (const key of all("[data-wild]", form)) {
      const left = logic.wildsLeft(entry.state, config, Number(key.dataset.wild));
      key.classList.toggle("full", left <= 0);
      get("[data-left]", key).textContent = left > 0 ? `×${left}` : t.full;
    }
  }

  // What the save button says, and what it leads to while it waits.
  function saveLabel() {
    const isPlain = entry.raw === null || entry.state.mode === "hu";
    const waits = isPlain ? logic.waitsFor(entry.state, config, entry.needed) : null;
    if (waits) return { isReady: false, text: fill(t[`wait_${waits.text}`], waits), leads: waits.text };
    if (verdict && !verdict.isReady) return { isReady: false, text: verdict.why || t.wait_fix, leads: verdict.field };
    return { isReady: true, text: t.save, leads: "" };
  }

  // Another may have won the same discard: neither who is on the pad, nor who discarded it.
  function drawAlso() {
    const { winner, source, from } = entry.state;
    for (const also of all('[data-part="also"]', form)) {
      also.hidden = source !== "discard";
      /** @type {HTMLInputElement[]} */
      const choices = all('[name="also_winner"]', also);
      for (const one of choices) {
        const label = /** @type {HTMLElement} */ (one.closest("label"));
        label.hidden = one.value !== "" && [winner, from].includes(Number(one.value));
      }
    }
  }

  function drawSave() {
    const { isReady, text, leads } = saveLabel();
    const save = part("save");
    save.textContent = text;
    save.classList.toggle("waiting", !isReady);
    if (isReady) delete save.dataset.leads;
    else save.dataset.leads = leads;
    part("undo").disabled = !entry.past.length;
  }

  /** @param {PadState} state */
  function depthOf({ winner, source }) {
    if (winner === null) return 0;
    return source ? 2 : 1;
  }

  const keepPlace = parts.keepPlaces(depthOf(entry.state), to => {
    commit({ source: "", from: null, mark: "", ...(to ? {} : { winner: null }) });
  });

  const grids = [part("special"), part("keys"), part("singles")];

  function bringKeys() {
    for (const grid of grids) grid.hidden = false;
  }

  // Who chooses by the keyboard knows what will be there, and does not wait for it.
  window.addEventListener("keydown", bringKeys, true);

  // Of all that a question brings its keys take longest: on a slow phone it is read a frame before they come.
  function letKeysFollow() {
    const bring = () => {
      bringKeys();
      revealKeys();
    };
    for (const grid of grids) grid.hidden = true;
    requestAnimationFrame(() => setTimeout(bring));
  }

  // On the smallest phones the last keys lie under the bar.
  function revealKeys() {
    const last = all(".pad .key", form).filter(isVisible).pop();
    if (!last || last.getBoundingClientRect().bottom <= window.innerHeight - zipai.measureFoot()) return;
    zipai.reveal(/** @type {HTMLElement} */ (last.closest(".pad")));
  }

  let isOpened = false;

  /** Before anything was drawn: what is hidden loses it. */
  let hasFocus = false;
  const lookForFocus = () => {
    hasFocus = form.contains(document.activeElement);
  };

  // What has the focus goes with its question, and gives it up before: a browser that has to find that out lays the page
  // out half drawn. Whether the next question takes it.
  /** @param {string} step */
  function releaseFocus(step) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    if (!hasFocus || form.dataset.step === step || focused?.getAttribute("name") === "said") return false;
    focused?.blur();
    return true;
  }

  function draw() {
    keepPlace(depthOf(entry.state));
    const step = logic.step(entry.state, config);
    const single = singleOf(step);
    const leads = releaseFocus(step);
    const isAnother = parts.setStep(form, step);
    // What a page opens with, as where a deal is corrected, comes whole and is seen from its top.
    if (isAnother && isOpened) letKeysFollow();
    drawSlots();
    drawWilds();
    drawTrouble();
    part("pad").hidden = Boolean(single) || step === "done" || step === "count";
    part("single").hidden = !single;
    part("singles").classList.toggle("few", single === "win");
    (single ? SINGLE[single] : drawKeys)();
    drawSave();
    drawAlso();
    stops.settle();
    if (!isAnother) return;
    emit("zipai:question");
    if (leads) parts.giveFocus((QUESTIONS[step] && find(QUESTIONS[step], form)) || part("slots"));
  }

  // A group offers that it won, other kinds, removal; of two that clash it goes at once.
  /** @param {number} at */
  function tapGroup(at) {
    if (logic.collision(entry.state)?.at.includes(at)) entry.commit(logic.remove(entry.state, at));
    else menu.group(entry, at, t);
  }

  let lastTap = { what: "", at: -TWICE };

  // A finger that bounces: the same once more, sooner than anybody means it.
  /** @param {string} what */
  function isBounce(what) {
    const now = performance.now();
    const isSame = what === lastTap.what && now - lastTap.at < TWICE;
    lastTap = { what, at: now };
    return isSame;
  }

  // What is tapped in between was meant.
  document.addEventListener("click", event => {
    if (!around(event, "button[data-cards], button[data-undo]")) lastTap = { what: "", at: -TWICE };
  });

  /** @type {(kind: string, cards: number[]) => void} */
  function addGroup(kind, cards) {
    // Loose cards come one by one, and two alike are quickly tapped.
    if (isBounce(`${kind} ${cards}`) && kind !== "rest") return;
    entry.commit(logic.add(entry.state, kind, cards));
  }

  /** @param {string} text */
  function regroup(text) {
    const hand = lib.parse(text, config.tokens);
    if (hand) commit({ groups: hand.groups, winAt: hand.win?.at ?? null, winCard: hand.win?.card ?? null });
  }

  /** @type {(part: Partial<PadState>) => void} */
  const commit = part => entry.commit(logic.change(entry.state, part));

  parts.onTap(form, {
    cards: ({ dataset }) => addGroup(dataset.kind, dataset.cards.split(",").map(Number)),
    tab: one => entry.show({ tab: one.dataset.tab, target: "" }),
    loose: () => entry.show({ target: logic.kindNow(entry.state, config) === "rest" ? "" : "rest" }),
    group: one => tapGroup(Number(one.dataset.group)),
    place: one => menu.place(entry, one.dataset.place, t),
    remove: one => entry.commit(logic.remove(entry.state, Number(one.dataset.remove))),
    flip: one => entry.commit(logic.flip(entry.state, Number(one.dataset.flip), entry.needed)),
    pile: () => commit({ pileEmpty: true, flipped: [] }),
    wild: one => menu.wild(entry, Number(one.dataset.wild), t),
    win: ({ dataset }) => commit({ winCard: Number(dataset.win), winAt: Number(dataset.at) }),
    regroup: one => regroup(one.dataset.regroup),
    also: () => entry.turnToOther(),
    undo: () => {
      if (!isBounce("undo")) entry.undo();
    },
  });

  form.addEventListener("submit", event => {
    if (saveLabel().isReady) {
      steps.dropSentence(entry);
      entry.keepUsual();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  });

  form.addEventListener("pad:changed", () => {
    verdict = null;
    drawSave();
  });

  document.addEventListener("htmx:afterSwap", event => {
    if (!part("verdict").contains(event.target)) return;
    lookForFocus();
    readVerdict();
    draw();
  });

  function readVerdict() {
    const found = find("[data-ready]", part("verdict"));
    if (!found) return;
    const { ready, why = "", field = "", turned } = found.dataset;
    verdict = { isReady: ready === "1", why, field };
    entry.needed = Number(turned) || 1;
  }

  entry.listen(lookForFocus);
  steps.wire(entry, t);
  entry.listen(draw);
  if (entry.state.groups.length) readVerdict();
  draw();
  isOpened = true;
  // htmx wires the band when the document is ready; a hand restored, or tapped until then, asks for its value then.
  const opened = entry.state;
  document.addEventListener("DOMContentLoaded", () => {
    if (entry.isRestored || entry.state !== opened) entry.publish();
  });
  form.dataset.live = "1";
  if (early.button && form.contains(early.button)) early.button.click();
})();
