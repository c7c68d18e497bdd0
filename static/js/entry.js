// @ts-check
// What every entry that is tapped builds on, that of cards and that of tiles: what its form holds, step by step, what
// is left half done on this phone, and the parts of the page that both have.
"use strict";

(() => {
  const { all, find, get, around, fill, phone, newId } = window.zipai;
  const DRAFT = "zipai-draft:";

  // Deals of one table left half done, on this phone. A draft belongs to its winner, so that it answers for nobody
  // else: {clientId, base, people: who sat where, winner: a seat or null, name: the winner's, at: when it was last
  // touched, and what its form holds}.
  class Drafts {
    /**
     * @param {string} table
     * @param {string} content
     * @param {string} people who sit there now
     */
    constructor(table, content, people) {
      this.start = DRAFT + table;
      this.content = content;
      this.people = people;
    }

    // The latest first. A key without a winner was written by an older version of this program.
    all() {
      const keys = phone.keys(this.start).filter(key => key === this.start || key.startsWith(`${this.start}#`));
      const drafts = keys.map(key => ({ winner: null, at: 0, ...phone.read(key), key }));
      return drafts.filter(one => one.clientId && one[this.content]).sort((a, b) => b.at - a.at);
    }

    /** @param {string} clientId */
    drop(clientId) {
      for (const one of this.all()) if (one.clientId === clientId) phone.erase(one.key);
    }

    /** @param {Draft} draft */
    keep(draft) {
      this.drop(draft.clientId);
      phone.keep(`${this.start}#${draft.winner ?? ""}@${draft.people}`, { at: Date.now(), ...draft });
    }

    // Others sit there now: a seat means somebody else.
    /** @type {(draft: Draft) => boolean} */
    isOfOthers(draft) {
      return Boolean(draft.people) && draft.people !== this.people;
    }

    // What is gone on with where this seat won, or nobody is named yet.
    /** @type {(winner: number | null) => Draft | null} */
    ofWinner(winner) {
      const own = this.all().filter(one => !this.isOfOthers(one));
      return own.find(one => winner === null || one.winner === winner) || null;
    }

    // The latest of the others.
    /** @type {(clientId: string) => Draft | null} */
    beside(clientId) {
      return this.all().find(one => one.clientId !== clientId) || null;
    }
  }

  // An entry, its steps to take back and its draft. Each kind says what it holds: snapshot() and restore(), load() of a
  // draft, clear() for another deal of a winner, and whether the hand is still that of a draft, hasHandOf().
  class Entry {
    /**
     * @param {HTMLFormElement} form
     * @param {string} content
     */
    constructor(form, content) {
      this.form = form;
      this.drafts = new Drafts(form.dataset.table || "", content, this.value("people"));
      // What the server sent back with a message, or to be corrected, is gone on with.
      this.isBound = form.dataset.bound === "1";
      /** @type {any[]} */
      this.past = [];
      /** @type {Draft | null} The draft that was gone on with, as it was left. */
      this.left = null;
      this.isRestored = false;
      /** @type {Draft | null} Another one, to go on with instead. */
      this.beside = null;
    }

    // What a kind has to say for itself.
    /** @returns {any} */
    snapshot() {}
    /** @type {(content: any) => any} */
    restore(_content) {}
    /** @type {(draft: any) => boolean} */
    load(_draft) {
      return false;
    }
    /** @type {(winner: number | null) => void} */
    clear(_winner) {}
    /** @type {(draft: any) => boolean} */
    hasHandOf(_draft) {
      return false;
    }

    /** @type {(name: string) => any} */
    field(name) {
      return this.form.elements.namedItem(name);
    }

    /** @type {(name: string) => string} */
    value(name) {
      return this.field(name)?.value || "";
    }

    get clientId() {
      return this.value("client_id");
    }

    renew() {
      this.field("client_id").value = newId();
    }

    remember() {
      this.past.push(this.snapshot());
    }

    // False where there is no step to take back.
    undo() {
      if (!this.past.length) return false;
      this.restore(this.past.pop());
      return true;
    }

    /** @param {number | null} winner */
    saveDraft(winner) {
      const [clientId, base, people] = ["client_id", "base", "people"].map(name => this.value(name));
      if (people !== this.drafts.people) return;
      this.drafts.keep({ clientId, base, people, winner, name: nameOf(winner), ...this.snapshot() });
    }

    dropDraft() {
      this.drafts.drop(this.clientId);
    }

    /** @param {boolean} isRestored */
    begin(isRestored) {
      this.past = [];
      this.left = null;
      this.isRestored = isRestored;
      this.beside = this.isBound ? null : this.drafts.beside(this.clientId);
    }

    // The draft of this winner, where there is one, with its own id, so that a repeat is seen as one; else the form as
    // it stands. null: of nobody yet.
    /** @param {number | null} winner */
    start(winner) {
      const draft = this.isBound ? null : this.drafts.ofWinner(winner);
      this.begin(draft !== null && this.load(draft));
      if (this.isRestored) this.left = draft;
    }

    // What was left belongs to its winner: where another one won, before anything was added to it, that is another
    // deal.
    /** @param {number} winner */
    startAnother(winner) {
      if (!this.left || [winner, null].includes(this.left.winner) || !this.hasHandOf(this.left)) return false;
      this.drafts.keep(this.left);
      this.clear(winner);
      this.start(winner);
      return true;
    }

    resume() {
      const draft = this.beside;
      this.begin(draft !== null && this.load(draft));
      if (draft?.people) this.field("people").value = draft.people;
    }

    // Where others sit by now, the server says who, and what can be done with the deal.
    askWhoSits() {
      if (this.value("people") !== this.drafts.people) HTMLFormElement.prototype.submit.call(this.form);
    }
  }

  /** @type {EntryParts["texts"]} */
  const texts = form => Object.fromEntries(all("[data-t]", form).map(one => [one.dataset.t, one.textContent]));

  /** @type {EntryParts["nameOf"]} */
  const nameOf = seat => find(`[data-winner="${seat}"]`)?.dataset.name || "";

  // Everybody stays where he sits; the winner's own place has what only he can have done.
  /** @type {EntryParts["markWinner"]} */
  function markWinner(winner) {
    for (const seat of all("[data-how]")) seat.classList.toggle("won", seat.dataset.how === String(winner));
  }

  /** @type {EntryParts["drawFacts"]} */
  function drawFacts(facts) {
    for (const one of all("[data-fact]")) one.textContent = facts[one.dataset.fact || ""];
  }

  /** @type {EntryParts["shortWord"]} */
  const shortWord = (mark, value) => find(`[data-${mark}="${value}"]`)?.dataset.short || "";

  // The bands of a form: whether it goes on with a draft, and which other it might.
  /** @type {EntryParts["drawDrafts"]} */
  function drawDrafts({ form, isRestored, beside }) {
    const band = get('[data-part="offered"]', form);
    const button = get("button", band);
    get('[data-part="restored"]', form).hidden = !isRestored;
    band.hidden = isRestored || !beside;
    if (beside && beside.winner !== null) {
      button.textContent = fill(button.dataset.named || "", { name: beside.name || nameOf(beside.winner) });
    }
  }

  // True where another question is on the page now.
  /** @type {EntryParts["setStep"]} */
  function setStep(form, step) {
    const isAnother = form.dataset.step !== step;
    form.dataset.step = document.body.dataset.step = step;
    return isAnother;
  }

  // The tapped button is gone with its question: the next question takes the focus, so that it is read out.
  /** @type {EntryParts["giveFocus"]} */
  function giveFocus(question) {
    question.tabIndex = -1;
    question.focus({ preventScroll: true });
  }

  // A button does what its mark says: data-undo what stands under "undo".
  /** @type {EntryParts["onTap"]} */
  function onTap(root, actions) {
    root.addEventListener("click", event => {
      const button = around(event, "button");
      const name = button && Object.keys(actions).find(mark => mark in button.dataset);
      if (name) actions[name](button);
    });
  }

  // The way back of the phone leads one question back and not off the page: each further question is a place of its own
  // in the history. `depth` of the page as it came: who won 0, where from 1, what with 2.
  /** @type {EntryParts["keepPlaces"]} */
  function keepPlaces(first, goBack) {
    const { pathname, search } = window.location;
    let depth = first;
    // Before what brings a kept page back (kept.js).
    const follow = (/** @type {PopStateEvent} */ event) => {
      if (window.location.pathname !== pathname || window.location.search !== search) return;
      event.stopImmediatePropagation();
      const place = event.state?.place ?? first;
      const isBack = place < depth;
      depth = place;
      if (isBack) goBack(place);
    };
    window.addEventListener("popstate", follow, true);
    return now => {
      const before = depth;
      depth = Math.max(now, first);
      if (depth > before) history.pushState({ ...history.state, place: depth }, "");
      else if (depth < before) history.go(depth - before);
    };
  }

  /** @type {EntryParts} */
  const parts = { texts, nameOf, markWinner, drawFacts, shortWord, drawDrafts, setStep, giveFocus, keepPlaces, onTap };
  Object.assign(window.zipai, { Entry, parts });
})();
