// @ts-check
// Holds the state of one entry on the pad; keeps the plain form in step with it.
"use strict";

(() => {
  const { all, cards: lib, phone, state: logic, Entry } = window.zipai;

  /** @type {(text: string | undefined) => number | null} */
  const numberOrNull = text => (text === "" || text === undefined ? null : Number(text));

  /** @type {(value: string | number | null | undefined) => string} */
  const textOf = value => (value === null || value === undefined ? "" : String(value));

  /** Parts of the state that a sentence fills with a number. @type {("winner" | "hu" | "xing" | "lower")[]} */
  const NUMBERS = ["winner", "hu", "xing", "lower"];
  const FIELDS = { winner: "winner", hu: "hu", xing: "xing_count", lower: "xing_lower" };

  /** @type {(text: string) => number[]} */
  const cardsOf = text => Array.from(text.replace(/\s/g, "")).map(char => lib.CARDS.indexOf(char));

  /** @type {(list: RadioNodeList) => HTMLInputElement[]} */
  const radios = list => Array.from(/** @type {NodeListOf<any>} */ (list));

  /** @type {(form: HTMLFormElement) => HTMLInputElement[]} */
  const patternsOf = form => all("[data-pattern]", form);

  /** @type {(form: HTMLFormElement) => HTMLInputElement[]} */
  const countsOf = form => all("[data-count]", form);

  // What was counted of the winner's cards: name → as it was typed. A number that has keys is in the key that is pressed.
  /** @type {(form: HTMLFormElement) => Record<string, string>} */
  const readCounts = form =>
    Object.fromEntries(
      countsOf(form)
        .filter(one => (one.type === "radio" ? one.checked : one.value !== ""))
        .map(one => [one.dataset.count || "", one.value]),
    );

  /** @type {(form: HTMLFormElement, counts: Record<string, string>) => void} */
  function writeCounts(form, counts) {
    for (const one of countsOf(form)) {
      const counted = counts[one.dataset.count || ""] ?? "";
      if (one.type === "radio") one.checked = one.value === counted;
      else if (one.value !== counted) one.value = counted;
    }
  }

  /** @type {(form: HTMLFormElement) => PadConfig} */
  function readConfig(form) {
    const { dealer, xing, turn, unit = "", tokens = "{}", wilds = "{}", values = "{}", words = "{}" } = form.dataset;
    const { groups, extra, minHu, calledFrom, huPerUnit, firstUnits, patterns } = form.dataset;
    return {
      groups: Number(groups),
      extra: Number(extra),
      dealer: numberOrNull(dealer),
      xing: xing === "1",
      turn: turn === "1",
      minHu: Number(minHu),
      calledFrom: Number(calledFrom),
      huPerUnit: Number(huPerUnit),
      firstUnits: Number(firstUnits),
      hasPatterns: patterns === "1",
      unit,
      tokens: JSON.parse(tokens),
      wilds: JSON.parse(wilds),
      values: JSON.parse(values),
      words: JSON.parse(words),
    };
  }

  // What a sentence says, as the server fills a form with it; raw: a hand in words that the pad cannot draw.
  /** @type {(values: Record<string, any>, config: PadConfig) => { part: Partial<PadState>, raw: string | null }} */
  function readSentence(values, config) {
    const part = factsOf(values);
    if (!("groups" in values)) return { part, raw: null };
    // The winning card may be said before its group is: once that is there, it is asked for.
    const parsed =
      lib.parse(values.groups, config.tokens) || lib.parse(values.groups.replace(/ 胡[^ @]+$/, ""), config.tokens);
    if (!parsed) return { part, raw: values.groups };
    const { at, card } = parsed.win || { at: null, card: null };
    return { part: { ...part, groups: parsed.groups, winAt: at, winCard: card, target: "" }, raw: null };
  }

  /** @type {(values: Record<string, any>) => Partial<PadState>} */
  function factsOf(values) {
    /** @type {Partial<PadState>} */
    const part = {};
    for (const key of NUMBERS) if (FIELDS[key] in values) part[key] = Number(values[FIELDS[key]]);
    if ("source" in values) Object.assign(part, { source: values.source, mark: values.marks });
    if ("from" in values) part.from = numberOrNull(values.from);
    if ("mode" in values) part.mode = values.mode;
    if ("flipped" in values) part.flipped = cardsOf(values.flipped);
    return part;
  }

  const USUAL = "zipai-mode:";
  /** Fields of another who won the same discard. */
  const ALSO = ["also_winner", "also_hu", "also_xing", "also_groups"];

  class PadEntry extends Entry {
    /** @param {HTMLFormElement} form */
    constructor(form) {
      super(form, "state");
      this.config = readConfig(form);
      /** How many cards are to be turned. */
      this.needed = 1;
      /** @type {(() => void)[]} */
      this.listeners = [];
      /** A sentence is being said: every further word says it anew. */
      this.isListening = false;
      const typed = this.value("groups");
      // What the form was when the page came: what the server echoes, or an entry with nothing in it.
      this.first = {
        base: this.value("base"),
        state: this.readUsual(this.readForm()),
        raw: typed && !lib.parse(typed, this.config.tokens) ? typed : null,
      };
      /** @type {PadState} */
      this.state = this.first.state;
      /** @type {string | null} A hand in words that the pad cannot draw. */
      this.raw = this.first.raw;
      if (this.isBound && this.clientId) this.begin(false);
      else {
        this.renew();
        this.start(this.state.winner);
      }
    }

    // The state that the server's form shows: a fresh one, or what was sent and came back with a message.
    readForm() {
      const parsed = lib.parse(this.value("groups"), this.config.tokens);
      const patterns = patternsOf(this.form).filter(one => one.checked);
      return logic.change(logic.EMPTY, {
        winner: numberOrNull(this.value("winner")),
        source: this.value("source"),
        from: numberOrNull(this.value("from")),
        mark: this.value("marks"),
        mode: this.value("mode") || "cards",
        groups: parsed?.groups || [],
        winAt: parsed?.win?.at ?? null,
        winCard: parsed?.win?.card ?? null,
        flipped: cardsOf(this.value("flipped")).filter(card => card >= 0),
        pileEmpty: Boolean(this.field("xing_empty")?.checked),
        hu: numberOrNull(this.value("hu")),
        xing: numberOrNull(this.value("xing_count")),
        lower: numberOrNull(this.value("xing_lower")),
        minHu: numberOrNull(this.value("min_hu")),
        patterns: patterns.map(one => one.dataset.pattern || ""),
        counts: readCounts(this.form),
      });
    }

    // 胡 or cards, as this phone entered the last deal of this table; else as the table did, says the server.
    /** @param {PadState} state */
    readUsual(state) {
      const mode = this.isBound || this.form.dataset.usual !== "1" ? null : phone.text(USUAL + this.form.dataset.table);
      return mode ? logic.change(state, { mode }) : state;
    }

    keepUsual() {
      phone.write(USUAL + this.form.dataset.table, this.state.mode === "hu" ? "hu" : "cards");
    }

    writeForm() {
      const { state, config, raw } = this;
      const values = {
        winner: state.winner,
        source: state.source,
        from: state.from,
        marks: state.mark,
        mode: state.mode,
        groups: raw ?? lib.format(state.groups, logic.win(state, config), config.tokens),
        flipped: lib.text(state.flipped),
        hu: state.hu,
        xing_count: state.xing,
        xing_lower: state.lower,
      };
      for (const [name, value] of Object.entries(values)) this.write(name, value);
      if (state.minHu !== null) this.write("min_hu", state.minHu);
      const isEmpty = this.field("xing_empty");
      if (isEmpty) isEmpty.checked = state.pileEmpty;
      writeCounts(this.form, state.counts);
      for (const one of patternsOf(this.form)) one.checked = state.patterns.includes(one.dataset.pattern || "");
    }

    // 一炮双响: what is on the pad moves beside it, and the pad is free for the other who won this card.
    turnToOther() {
      const { state } = this;
      const other = this.otherWinner();
      if (other === null) return;
      this.writeForm();
      const { source, from, flipped, pileEmpty } = state;
      const isCalled = state.mode === "hu";
      const count = state.mode === "cards" ? null : state.xing;
      const values = isCalled ? [state.hu, count, ""] : [null, count, this.value("groups")];
      for (const [at, name] of ALSO.entries()) this.write(name, [state.winner, ...values][at]);
      const mode = isCalled ? "hu" : "cards";
      this.commit(logic.change(logic.EMPTY, { winner: other, source, from, mode, flipped, pileEmpty }));
    }

    // Who is named there, else the only one it can be.
    otherWinner() {
      const { winner, from } = this.state;
      /** @type {HTMLInputElement[]} */
      const choices = all('[name="also_winner"]', this.form);
      const seats = choices.map(one => numberOrNull(one.value));
      const others = seats.filter(seat => seat !== null && seat !== winner && seat !== from);
      const named = numberOrNull(this.value("also_winner"));
      if (named !== null && others.includes(named)) return named;
      return others.length === 1 ? others[0] : null;
    }

    /** @type {(name: string, value: string | number | null) => void} */
    write(name, value) {
      const field = this.field(name);
      const text = textOf(value);
      // Chromium leaves radio buttons as they were where none is to be chosen, or the one without a value.
      if (field instanceof RadioNodeList) for (const one of radios(field)) one.checked = one.value === text;
      else if (field) field.value = text;
    }

    snapshot() {
      return { state: this.state, raw: this.raw };
    }

    /** @type {(content: { state: PadState, raw?: string | null }) => void} */
    restore({ state, raw = null }) {
      this.state = logic.change(logic.EMPTY, state);
      this.raw = raw;
      this.isListening = false;
    }

    /** @param {Draft & { state: PadState }} draft */
    load(draft) {
      this.write("client_id", draft.clientId);
      this.write("base", draft.base);
      this.restore(draft);
      return true;
    }

    /** @type {(winner?: number | null) => void} */
    clear(winner = this.first.state.winner) {
      this.renew();
      for (const name of ALSO) this.write(name, null);
      this.write("base", this.first.base);
      this.restore({ ...this.first, state: logic.change(this.first.state, { winner }) });
    }

    /** @param {{ state: PadState }} draft */
    hasHandOf(draft) {
      return logic.sameHand(this.state, draft.state);
    }

    /** @param {() => void} listener */
    listen(listener) {
      this.listeners.push(listener);
    }

    redraw() {
      for (const listener of this.listeners) listener();
    }

    // Who won alone is nothing half done: it may have been tapped on the way to a 诈胡 or 黄庄.
    keepDraft() {
      if (this.state.source || !logic.sameHand(this.state, this.first.state)) this.saveDraft(this.state.winner);
      else this.dropDraft();
    }

    // What is entered stands in the form and in its draft, is drawn, and is priced once it can be.
    publish() {
      this.writeForm();
      this.keepDraft();
      this.redraw();
      if (this.state.winner === null || !this.state.source) return;
      this.field("groups").dispatchEvent(new CustomEvent("pad:changed", { bubbles: true }));
    }

    /** @param {Partial<PadState>} part */
    show(part) {
      this.state = logic.change(this.state, part);
      this.redraw();
    }

    // What is tapped takes the place of a hand in words: what is seen is what is saved.
    /** @param {PadState} state */
    commit(state) {
      this.isListening = false;
      this.remember();
      if (state.groups !== this.state.groups) this.raw = null;
      this.state = state;
      this.publish();
    }

    undo() {
      const isUndone = super.undo();
      if (isUndone) this.publish();
      return isUndone;
    }

    // One step back takes all of a sentence back.
    /** @param {Record<string, any>} values */
    applySentence(values) {
      const isAnother = "winner" in values && this.startAnother(Number(values.winner));
      if (!this.isListening && !isAnother) this.remember();
      const { part, raw } = readSentence(values, this.config);
      if ("groups" in values) this.raw = raw;
      this.state = logic.change(this.state, part);
      this.publish();
      this.isListening = true;
    }

    // Where a correction names another winner, the card came from where it did, unless he himself gave it.
    /** @param {number} winner */
    chooseWinner(winner) {
      const source = winner === this.state.from ? { source: "", from: null } : {};
      if (this.startAnother(winner)) this.publish();
      else this.commit(logic.change(this.state, { winner, ...source }));
    }

    resume() {
      super.resume();
      this.publish();
      this.askWhoSits();
    }

    reset() {
      this.dropDraft();
      this.form.reset();
      this.clear();
      this.begin(false);
      this.writeForm();
      this.redraw();
    }
  }

  Object.assign(window.zipai, { PadEntry, readCounts });
})();
