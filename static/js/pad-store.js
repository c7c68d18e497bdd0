// Holds the state of one entry, its undo list and its draft on this phone; keeps the plain form in step with it.
(() => {
  "use strict";

  const lib = window.zipai.cards;
  const logic = window.zipai.state;

  function readConfig(form) {
    const data = form.dataset;
    return {
      groups: Number(data.groups),
      extra: Number(data.extra),
      dealer: data.dealer === "" ? null : Number(data.dealer),
      xing: data.xing === "1",
      turn: data.turn === "1",
      minHu: Number(data.minHu),
      huPerUnit: Number(data.huPerUnit),
      firstUnits: Number(data.firstUnits),
      unit: data.unit,
      tokens: JSON.parse(data.tokens),
      wilds: JSON.parse(data.wilds || "{}"),
      values: JSON.parse(data.values),
      words: JSON.parse(data.words),
    };
  }

  const whole = text => (text === "" || text === undefined ? null : Number(text));
  const field = (form, name) => {
    const one = form.elements[name];
    return one ? one.value : "";
  };

  // The state that the server's form shows: a fresh one, or what was sent and came back with a message.
  const patternsOf = form => Array.from(form.querySelectorAll("[data-pattern]"));

  function readForm(form, config) {
    const parsed = lib.parse(field(form, "groups"), config.tokens);
    const flipped = Array.from(field(form, "flipped").replace(/\s/g, "")).map(char => lib.CARDS.indexOf(char));
    const win = parsed?.win;
    return logic.change(logic.EMPTY, {
      winner: whole(field(form, "winner")),
      source: field(form, "source"),
      from: whole(field(form, "from")),
      mark: field(form, "marks"),
      mode: field(form, "mode") || "cards",
      groups: parsed ? parsed.groups : [],
      winAt: win ? win.at : null,
      winCard: win ? win.card : null,
      flipped: flipped.filter(card => card >= 0),
      pileEmpty: Boolean(form.elements.xing_empty?.checked),
      hu: whole(field(form, "hu")),
      xing: whole(field(form, "xing_count")),
      lower: whole(field(form, "xing_lower")),
      minHu: whole(field(form, "min_hu")),
      patterns: patternsOf(form)
        .filter(one => one.checked)
        .map(one => one.dataset.pattern),
    });
  }

  const plain = value => (value === null || value === undefined ? "" : String(value));

  function writeForm(form, state, config, raw) {
    const set = (name, value) => {
      if (form.elements[name]) form.elements[name].value = value;
    };
    set("winner", plain(state.winner));
    set("source", state.source);
    set("from", plain(state.from));
    set("marks", state.mark);
    set("mode", state.mode);
    if (raw === null) set("groups", lib.format(state.groups, logic.win(state, config), config.tokens));
    set("flipped", lib.text(state.flipped));
    if (form.elements.xing_empty) form.elements.xing_empty.checked = state.pileEmpty;
    set("hu", plain(state.hu));
    set("xing_count", plain(state.xing));
    set("xing_lower", plain(state.lower));
    if (state.minHu !== null) set("min_hu", plain(state.minHu));
    patternsOf(form).forEach(one => {
      one.checked = state.patterns.includes(one.dataset.pattern);
    });
  }

  // What the form was when the page came: what the server echoes, or an entry with nothing in it.
  function readStart(form, config) {
    const typed = field(form, "groups");
    return {
      base: field(form, "base"),
      state: readForm(form, config),
      raw: typed && !lib.parse(typed, config.tokens) ? typed : null,
    };
  }

  // What a sentence says, as the server fills a form with it; raw: a hand in words that the pad cannot draw.
  function heardPart(values, config) {
    const part = {};
    const cards = text => Array.from(text).map(one => lib.CARDS.indexOf(one));
    if ("winner" in values) part.winner = Number(values.winner);
    if ("source" in values) Object.assign(part, { source: values.source, mark: values.marks });
    if ("from" in values) part.from = whole(values.from);
    if ("mode" in values) part.mode = values.mode;
    if ("hu" in values) part.hu = Number(values.hu);
    if ("xing_count" in values) part.xing = Number(values.xing_count);
    if ("flipped" in values) part.flipped = cards(values.flipped);
    if (!("groups" in values)) return { part, raw: null };
    // The winning card may be said before its group is: once that is there, it is asked for.
    const parsed =
      lib.parse(values.groups, config.tokens) || lib.parse(values.groups.replace(/ 胡[^ @]+$/, ""), config.tokens);
    if (!parsed) return { part, raw: values.groups };
    const win = parsed.win || { at: null, card: null };
    return {
      part: Object.assign(part, { groups: parsed.groups, winAt: win.at, winCard: win.card, target: "" }),
      raw: null,
    };
  }

  function create(form) {
    const config = readConfig(form);
    const first = readStart(form, config);
    const drafts = window.zipai.drafts.of(form.dataset.table, "state");
    const bound = form.dataset.bound === "1";
    const store = { form, config, needed: 1 };
    const past = [];
    let left = null;
    const listeners = [];
    const clientId = () => form.elements.client_id.value;

    // An entry takes the form; one that was left half done does with its own id and base, so that a repeat is seen
    // as one.
    function take(entry, id) {
      form.elements.client_id.value = id;
      if (form.elements.base) form.elements.base.value = entry.base;
      past.length = 0;
      left = null;
      Object.assign(store, { state: logic.change(logic.EMPTY, entry.state), raw: entry.raw || null, listening: false });
      Object.assign(store, { restored: "clientId" in entry, beside: bound ? null : drafts.beside(id) });
    }

    function start(winner) {
      const draft = drafts.begun(winner);
      const fresh = { ...first, state: logic.change(first.state, { winner }) };
      take(draft || fresh, draft ? draft.clientId : window.zipai.queue.makeId());
      left = draft;
    }

    function writeDraft() {
      drafts.keep({
        clientId: clientId(),
        base: field(form, "base"),
        winner: store.state.winner,
        state: store.state,
        raw: store.raw,
      });
    }

    function write() {
      writeForm(form, store.state, config, store.raw);
      if (store.raw !== null) form.elements.groups.value = store.raw;
    }

    function publish() {
      write();
      writeDraft();
      listeners.forEach(listener => {
        listener(store);
      });
      if (store.state.winner === null || !store.state.source) return;
      form.elements.groups.dispatchEvent(new CustomEvent("pad:changed", { bubbles: true }));
    }

    store.listen = listener => {
      listeners.push(listener);
    };
    store.redraw = () => {
      listeners.forEach(listener => {
        listener(store);
      });
    };
    store.show = part => {
      store.state = logic.change(store.state, part);
      store.redraw();
    };
    const remember = () => {
      past.push({ state: store.state, raw: store.raw });
    };
    // What is tapped takes the place of a hand in words: what is seen is what is saved.
    store.commit = state => {
      store.listening = false;
      remember();
      if (state.groups !== store.state.groups) store.raw = null;
      store.state = state;
      publish();
    };
    store.canUndo = () => past.length > 0;
    store.undo = () => {
      store.listening = false;
      if (past.length) {
        Object.assign(store, past.pop());
        publish();
      }
    };
    // Every further word says the sentence anew: one step back takes all of it back.
    store.hear = values => {
      const another = "winner" in values && begins(Number(values.winner));
      if (!store.listening && !another) remember();
      const told = heardPart(values, config);
      if ("groups" in values) store.raw = told.raw;
      store.state = logic.change(store.state, told.part);
      publish();
      store.listening = true;
    };
    // What was left belongs to its winner: where another one won, before anything was added to it, that is another
    // deal.
    function begins(winner) {
      if (!left || [winner, null].includes(left.winner) || !logic.sameHand(store.state, left.state)) return false;
      drafts.keep(left);
      start(winner);
      return true;
    }

    store.choose = winner => {
      if (begins(winner)) publish();
      else store.commit(logic.change(store.state, { winner }));
    };
    store.resume = () => {
      take(store.beside, store.beside.clientId);
      publish();
    };
    store.drop = () => {
      drafts.drop(clientId());
    };
    store.reset = () => {
      store.drop();
      form.reset();
      take(first, window.zipai.queue.makeId());
      write();
      store.redraw();
    };
    store.begin = publish;
    // What the server sent back with a message, or to be corrected, is gone on with.
    if (bound) take(first, clientId() || window.zipai.queue.makeId());
    else start(first.state.winner);
    return store;
  }

  window.zipai.store = { create };
})();
