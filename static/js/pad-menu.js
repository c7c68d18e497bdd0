// The sheet that slides up for one group or one empty place.
(() => {
  "use strict";

  const lib = window.zipai.cards;
  const logic = window.zipai.state;
  const view = window.zipai.view;
  const SAME = ["peng", "sao", "kaiduo", "saochuan"];

  function open(title, choices, t) {
    const dialog = view.element("dialog", "menu");
    dialog.setAttribute("aria-label", title);
    dialog.append(view.element("h2", "", title));
    choices.concat([{ text: t.close, act() {} }]).forEach(choice => {
      const one = view.button(`button wide${choice.bad ? " danger" : ""}`, {});
      one.textContent = choice.text;
      one.addEventListener("click", () => {
        dialog.close();
        choice.act();
      });
      dialog.append(one);
    });
    dialog.addEventListener("click", event => {
      if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
    document.dispatchEvent(new CustomEvent("zipai:question"));
  }

  function otherKinds(store, at, t) {
    const group = store.state.groups[at];
    if (!SAME.includes(group.kind)) return [];
    return SAME.filter(kind => kind !== group.kind).map(kind => ({
      text: view.fill(t.make_it, { kind: store.config.words[kind] }),
      act() {
        store.commit(logic.replace(store.state, at, kind, lib.made(kind, lib.faces(group)[0])));
      },
    }));
  }

  function looseCards(store, at, t) {
    const group = store.state.groups[at];
    return Array.from(new Set(group.cards)).map(card => {
      const kept = group.cards.slice();
      kept.splice(kept.indexOf(card), 1);
      return {
        text: view.fill(t.remove, { kind: lib.named(card) }),
        act() {
          store.commit(kept.length ? logic.replace(store.state, at, "rest", kept) : logic.remove(store.state, at));
        },
      };
    });
  }

  function chooseWinner(store, at, t) {
    const group = store.state.groups[at];
    const complete = logic.missing(store.state, store.config) === 0 && store.state.source !== "dealt";
    if (!complete || lib.SAME.includes(group.kind) || store.state.winCard === null) return [];
    return [
      {
        text: t.other_win,
        act() {
          store.commit(logic.change(store.state, { winAt: at, winCard: null }));
        },
      },
    ];
  }

  // What 飞 or 秤 may be in a group, and that none of it is there.
  function stands(store, at, t, only) {
    const wilds = Object.keys(store.config.wilds)
      .map(Number)
      .filter(wild => (only === undefined || only === wild) && logic.wildsLeft(store.state, store.config, wild) > 0);
    const found = wilds.flatMap(wild =>
      logic.wildChoices(store.state, at, wild).map(face => ({
        text: view.fill(t.stand_as, { wild: lib.named(wild), card: lib.CARDS[face] }),
        act() {
          store.commit(logic.stand(store.state, at, wild, face));
        },
      })),
    );
    const none = {
      text: t.stand_none,
      act() {
        store.commit(logic.unstand(store.state, at));
      },
    };
    return only === undefined && store.state.groups[at].as ? found.concat([none]) : found;
  }

  // The key of a 飞 or 秤: it is a card of the group tapped last.
  function wild(store, card, t) {
    const choices = store.state.groups.length ? stands(store, store.state.groups.length - 1, t, card) : [];
    if (choices.length === 1) choices[0].act();
    else if (choices.length) open(view.fill(t.stand_ask, { wild: lib.named(card) }), choices, t);
    else
      window.zipai.show(
        view.fill(logic.wildsLeft(store.state, store.config, card) > 0 ? t.stand_first : t.stand_full, {
          wild: lib.named(card),
        }),
      );
  }

  function group(store, at, t) {
    const one = store.state.groups[at];
    const away = {
      text: view.fill(t.remove_group, {}),
      bad: true,
      act() {
        store.commit(logic.remove(store.state, at));
      },
    };
    const more = one.kind === "rest" ? looseCards(store, at, t) : otherKinds(store, at, t).concat(stands(store, at, t));
    open(`${store.config.words[one.kind]} ${lib.text(one.cards)}`, chooseWinner(store, at, t).concat(more, [away]), t);
  }

  function place(store, kind, t) {
    const choose = target => () => {
      store.show({ target });
    };
    if (kind === "pair" && store.state.target !== "pair") {
      choose("pair")();
      return;
    }
    open(
      t.place_ask,
      [
        { text: t.place_three, act: choose("") },
        { text: t.place_pair, act: choose("pair") },
        { text: t.place_rest, act: choose("rest") },
      ],
      t,
    );
  }

  window.zipai.menu = { group, place, wild };
})();
