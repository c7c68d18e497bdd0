// @ts-check
// The sheets that slide up on the pad: for one group, for one empty place, for a number.
"use strict";

(() => {
  const { cards: lib, state: logic, element, button, emit, fill } = window.zipai;
  const SAME = ["peng", "sao", "kaiduo", "saochuan"];

  /** @param {HTMLDialogElement} dialog */
  function open(dialog) {
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  /** @type {(title: string, choices: Choice[], t: Texts) => void} */
  function ask(title, choices, t) {
    const dialog = element("dialog", "menu", element("h2", "", title));
    dialog.setAttribute("aria-label", title);
    for (const { text, isBad, act } of [...choices, { text: t.close, act() {} }]) {
      const one = button(`button wide${isBad ? " danger" : ""}`, text, () => {
        dialog.close();
        act();
      });
      dialog.append(one);
    }
    dialog.addEventListener("click", event => {
      if (event.target === dialog) dialog.close();
    });
    open(dialog);
    emit("zipai:question");
  }

  /** @type {PadMenu["askNumber"]} */
  function askNumber(title, value, t, done) {
    const number = { type: "number", min: "0", max: "999", inputMode: "numeric", value: value === null ? "" : value };
    const input = Object.assign(element("input"), number);
    const label = element("label", "label", title, input);
    const form = element("form", "", label, element("button", "button primary wide", t.ok));
    form.method = "dialog";
    form.addEventListener("submit", () => {
      if (input.value !== "") done(Number(input.value));
    });
    open(element("dialog", "menu", form));
    input.focus();
  }

  /** @type {(entry: PadEntry, at: number, t: Texts) => Choice[]} */
  function otherKinds(entry, at, t) {
    const group = entry.state.groups[at];
    if (!SAME.includes(group.kind)) return [];
    const kinds = SAME.filter(kind => kind !== group.kind);
    return kinds.map(kind => ({
      text: fill(t.make_it, { kind: entry.config.words[kind] }),
      act() {
        entry.commit(logic.replace(entry.state, at, kind, lib.cardsOf(kind, lib.faces(group)[0]) || []));
      },
    }));
  }

  /** @type {(entry: PadEntry, at: number, t: Texts) => Choice[]} */
  function looseCards(entry, at, t) {
    const { cards } = entry.state.groups[at];
    return Array.from(new Set(cards)).map(card => {
      const others = cards.filter((_, i) => i !== cards.indexOf(card));
      return {
        text: fill(t.remove, { kind: lib.nameIn(t, card) }),
        act() {
          const { state } = entry;
          entry.commit(others.length ? logic.replace(state, at, "rest", others) : logic.remove(state, at));
        },
      };
    });
  }

  // That the winning card is in this group, or is another one of it.
  /** @type {(entry: PadEntry, at: number, t: Texts) => Choice[]} */
  function otherWin(entry, at, t) {
    const { state, config } = entry;
    if (!["win", "flip", "done"].includes(logic.step(state, config)) || state.source === "dealt") return [];
    const won = logic.win(state, config);
    const isAlike = lib.SAME.includes(state.groups[at].kind);
    if (won?.at === at ? isAlike : !logic.mayHaveWon(state, at)) return [];
    const text = won?.at === at ? t.other_win : t.win_here;
    return [{ text, act: () => entry.commit(logic.change(entry.state, { winAt: at, winCard: null })) }];
  }

  // What 飞 or 秤 may be in a group, and that none of it is there.
  /** @type {(entry: PadEntry, at: number, t: Texts, only?: number) => Choice[]} */
  function stands(entry, at, t, only) {
    const { state, config } = entry;
    const wilds = Object.keys(config.wilds).map(Number);
    const left = wilds.filter(one => (only ?? one) === one && logic.wildsLeft(state, config, one) > 0);
    const choices = left.flatMap(one =>
      logic.wildChoices(state, at, one).map(face => ({
        text: fill(t.stand_as, { wild: lib.nameIn(t, one), card: lib.CARDS[face] }),
        act: () => entry.commit(logic.stand(entry.state, at, one, face)),
      })),
    );
    const none = { text: t.stand_none, act: () => entry.commit(logic.unstand(entry.state, at)) };
    return only === undefined && state.groups[at].as ? [...choices, none] : choices;
  }

  // The key of a 飞 or 秤: it is a card of the group tapped last.
  /** @type {PadMenu["wild"]} */
  function wild(entry, card, t) {
    const { state, config } = entry;
    const name = { wild: lib.nameIn(t, card) };
    const choices = state.groups.length ? stands(entry, state.groups.length - 1, t, card) : [];
    if (choices.length === 1) choices[0].act();
    else if (choices.length) ask(fill(t.stand_ask, name), choices, t);
    else window.zipai.showMessage(fill(logic.wildsLeft(state, config, card) > 0 ? t.stand_first : t.stand_full, name));
  }

  /** @type {PadMenu["group"]} */
  function group(entry, at, t) {
    const { kind, cards } = entry.state.groups[at];
    const away = { text: t.remove_group, isBad: true, act: () => entry.commit(logic.remove(entry.state, at)) };
    const more = kind === "rest" ? looseCards(entry, at, t) : [...otherKinds(entry, at, t), ...stands(entry, at, t)];
    const title = `${entry.config.words[kind]} ${lib.nameIn(t, ...cards)}`;
    ask(title, [...otherWin(entry, at, t), ...more, away], t);
  }

  /** @type {PadMenu["place"]} */
  function place(entry, kind, t) {
    /** @type {(target: string) => () => void} */
    const choose = target => () => entry.show({ target });
    if (kind === "pair" && entry.state.target !== "pair") {
      choose("pair")();
      return;
    }
    const choices = [
      { text: t.place_three, act: choose("") },
      { text: t.place_pair, act: choose("pair") },
      { text: t.place_rest, act: choose("rest") },
    ];
    ask(t.place_ask, choices, t);
  }

  /** @type {PadMenu} */
  const menu = { group, place, wild, askNumber };
  Object.assign(window.zipai, { menu });
})();
