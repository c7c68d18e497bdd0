// Turns the plain entry form into the card pad: one tap, one group; the server's band says what it is worth.
(() => {
  "use strict";

  const lib = window.zipai.cards;
  const logic = window.zipai.state;
  const view = window.zipai.view;
  const _TABS = ["peng", "sao", "kaiduo", "saochuan", "shun", "da"];
  const SMALL = Array.from({ length: 20 }, (_, card) => card);

  const form = document.querySelector("form[data-entry]");
  if (!form) return;
  const store = window.zipai.store.create(form);
  const config = store.config;
  const t = view.texts(document);
  const part = name => form.querySelector(`[data-part="${name}"]`);
  let verdict = null;

  function look() {
    return {
      win: logic.win(store.state, config),
      clash: logic.collision(store.state),
      full(cards) {
        return logic.tooMany(store.state, cards);
      },
    };
  }

  function drawSlots() {
    const now = look();
    const groups = store.state.groups.map((group, i) => view.filled(group, i, now, config, t));
    const kind = logic.kindNow(store.state, config);
    const places = logic.emptySlots(store.state, config);
    const next = kind === "pair" && places.includes("pair") ? places.indexOf("pair") : 0;
    const free = places.map((name, i) => {
      const shown = i === next && (kind === "pair" || kind === "rest") ? kind : name;
      return view.empty(shown, i, i === next, t);
    });
    view.place(part("slots"), groups.concat(free));
  }

  function drawTabs(kind) {
    part("tabs")
      .querySelectorAll("button")
      .forEach(tab => {
        tab.setAttribute("aria-pressed", String(tab.dataset.tab === kind));
      });
  }

  function drawKeys() {
    const kind = logic.kindNow(store.state, config);
    const now = Object.assign(look(), { points: true });
    drawTabs(kind);
    view.place(
      part("special"),
      lib.SPECIAL.map(cards =>
        view.key("shun", cards[0] === 1 || cards[0] === 11 ? cards[1] : cards[0], cards, now, config, t),
      ),
    );
    now.points = false;
    view.place(
      part("keys"),
      SMALL.map(card => {
        const cards = lib.made(kind, card);
        return cards ? view.key(kind, card, cards, now, config, t) : view.noKey(card);
      }),
    );
  }

  // It may have the focus, and then keeps it where it is drawn again.
  function question(text) {
    const heading = view.element("h2", "question", text);
    heading.tabIndex = -1;
    return heading;
  }

  function drawFlip() {
    const state = store.state;
    const title = view.fill(
      state.flipped.length < store.needed && state.flipped.length ? t.flip_again : t.flip_ask,
      {},
    );
    view.place(part("ask"), [question(title), emptyPile(state)]);
    view.place(
      part("singles"),
      SMALL.map(card => view.single(card, { flip: card }, state.flipped.includes(card), t)),
    );
  }

  function emptyPile(state) {
    const one = view.button("button", { pile: "empty" });
    one.textContent = t.pile_empty;
    one.setAttribute("aria-pressed", String(state.pileEmpty));
    return one;
  }

  function drawWin() {
    const words = view.element("div", "");
    words.append(question(t.win_ask), view.element("p", "quiet", t.win_move));
    view.place(part("ask"), [words]);
    const choices = logic.winChoices(store.state);
    view.place(
      part("singles"),
      choices.map(card => view.single(card, { win: card }, store.state.winCard === card, t)),
    );
  }

  // A fifth copy: the band names both groups and offers to take away the later one.
  function drawTrouble() {
    const clash = store.state.mode === "hu" ? null : logic.collision(store.state);
    part("trouble").hidden = !clash;
    part("verdict").hidden = Boolean(clash);
    if (!clash) return;
    const groups = clash.at.map(at => store.state.groups[at]);
    const where = groups.map(group => {
      const n = group.cards.filter(card => card === clash.card).length;
      return view.fill(t.clash_in, { kind: config.words[group.kind], n });
    });
    const last = clash.at[clash.at.length - 1];
    const remove = view.button("button", { remove: last });
    remove.textContent = view.fill(t.remove, { kind: config.words[store.state.groups[last].kind] });
    const text = view.element("div", "");
    text.append(view.element("b", "", view.fill(t.clash, { card: lib.named(clash.card), n: clash.n })));
    text.append(view.element("span", "", where.join(t.comma) + t.clash_ask));
    view.place(part("trouble"), [text, remove]);
  }

  function drawWilds() {
    form.querySelectorAll("[data-wild]").forEach(key => {
      const left = logic.wildsLeft(store.state, config, Number(key.dataset.wild));
      key.classList.toggle("full", left <= 0);
      key.querySelector("[data-left]").textContent = left > 0 ? `×${left}` : t.full;
    });
  }

  function saveLabel() {
    const waits =
      store.raw === null || store.state.mode === "hu" ? logic.waitsFor(store.state, config, store.needed) : null;
    if (waits) return { ready: false, text: view.fill(t[`wait_${waits.text}`], waits), leads: waits.text };
    if (verdict && !verdict.ready) return { ready: false, text: verdict.why || t.wait_fix, leads: verdict.field };
    return { ready: true, text: t.save };
  }

  function drawSave() {
    const label = saveLabel();
    const save = part("save");
    save.textContent = label.text;
    save.classList.toggle("waiting", !label.ready);
    if (label.ready) delete save.dataset.leads;
    else save.dataset.leads = label.leads;
    part("undo").disabled = !store.canUndo();
  }

  function draw() {
    const step = logic.step(store.state, config);
    const single = step === "win" || step === "flip";
    const another = form.dataset.step !== step;
    const turned = another && form.contains(document.activeElement);
    form.dataset.step = step;
    document.body.dataset.step = step;
    drawSlots();
    drawWilds();
    drawTrouble();
    part("pad").hidden = single || step === "done" || step === "count";
    part("single").hidden = !single;
    part("singles").classList.toggle("few", step === "win");
    if (step === "flip") drawFlip();
    else if (step === "win") drawWin();
    else drawKeys();
    drawSave();
    if (another) document.dispatchEvent(new CustomEvent("zipai:question"));
    if (turned && document.activeElement.name !== "said") followFocus(step);
  }

  // The tapped button is gone with its question: the next question takes the focus, so that it is read out.
  function followFocus(step) {
    const next = {
      winner: "#ask-winner",
      source: "#ask-source",
      hu: "#ask-hu",
      count: "#ask-xing",
      win: "[data-part=ask] h2",
      flip: "[data-part=ask] h2",
    };
    const heading = form.querySelector(next[step]) || part("slots");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  // Another group offers other kinds or removal; with the hand complete the first tap moves the winning card there.
  function tapGroup(at) {
    const clash = logic.collision(store.state);
    if (clash?.at.includes(at)) {
      store.commit(logic.remove(store.state, at));
      return;
    }
    const step = logic.step(store.state, config);
    const won = store.state.winAt === null ? store.state.groups.length - 1 : store.state.winAt;
    if (["win", "flip", "done"].includes(step) && store.state.source !== "dealt" && at !== won) {
      store.commit(logic.change(store.state, { winAt: at, winCard: null }));
      return;
    }
    window.zipai.menu.group(store, at, t);
  }

  const cardsOf = key => key.dataset.cards.split(",").map(Number);

  const taps = {
    cards(key) {
      store.commit(logic.add(store.state, key.dataset.kind, cardsOf(key)));
    },
    tab(tab) {
      store.show({ tab: tab.dataset.tab, target: "" });
    },
    group(slot) {
      tapGroup(Number(slot.dataset.group));
    },
    place(slot) {
      window.zipai.menu.place(store, slot.dataset.place, t);
    },
    remove(key) {
      store.commit(logic.remove(store.state, Number(key.dataset.remove)));
    },
    flip(key) {
      store.commit(logic.flip(store.state, Number(key.dataset.flip), store.needed));
    },
    pile() {
      store.commit(logic.change(store.state, { pileEmpty: !store.state.pileEmpty, flipped: [] }));
    },
    wild(key) {
      window.zipai.menu.wild(store, Number(key.dataset.wild), t);
    },
    win(key) {
      store.commit(logic.change(store.state, { winCard: Number(key.dataset.win) }));
    },
    undo() {
      store.undo();
    },
  };

  form.addEventListener("click", event => {
    const tapped = event.target.closest("button");
    if (!tapped) return;
    const name = Object.keys(taps).find(one => one in tapped.dataset);
    if (name) taps[name](tapped);
  });

  form.addEventListener("submit", event => {
    const label = saveLabel();
    if (label.ready) {
      window.zipai.steps.spoken(store);
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
    readVerdict();
    draw();
  });

  function readVerdict() {
    const found = part("verdict").querySelector("[data-ready]");
    if (!found) return;
    verdict = { ready: found.dataset.ready === "1", why: found.dataset.why || "", field: found.dataset.field || "" };
    store.needed = Number(found.dataset.turned) || 1;
  }

  window.zipai.steps.wire(store, t);
  store.listen(draw);
  if (store.state.groups.length) readVerdict();
  draw();
  // htmx wires the band when the document is ready; a hand restored, or tapped until then, asks for its value then.
  const opened = store.state;
  document.addEventListener("DOMContentLoaded", () => {
    if (store.restored || store.state !== opened) store.begin();
  });
  form.dataset.live = "1";
  if (window.zipaiEarly && form.contains(window.zipaiEarly)) window.zipaiEarly.click();
})();
