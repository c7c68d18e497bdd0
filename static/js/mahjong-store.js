// @ts-check
// What a mahjong form holds: its controls are the truth; a copy of them is one step to take back, and the draft on
// this phone.
"use strict";

(() => {
  const { all, get, Entry } = window.zipai;
  /** Who won it, and how. */
  const NO_HAND = /^(won_\d|source|from|gangkai|haidi|repao|off_baoting|client_id|base|people)\b/;

  /** 鸡 that are counted. */
  const COUNTED = /^(held|out|laid)_\d/;

  /** @type {(one: HTMLInputElement) => boolean} */
  const isBox = one => one.type === "checkbox" || one.type === "radio";

  /** @type {(one: HTMLInputElement) => string} */
  const keyOf = one => (isBox(one) ? `${one.name}=${one.value}` : one.name);

  /** @type {(content: Tiles) => string} */
  const handOf = ({ held, values }) =>
    JSON.stringify([held, Object.entries(values).filter(([name]) => !NO_HAND.test(name))]);

  class TileEntry extends Entry {
    constructor() {
      super(/** @type {HTMLFormElement} */ (get("#entry")), "values");
      /** @type {Record<string, string>} 鸡 by holder and tile. */
      this.held = {};
      this.takeCounts();
      this.blank = this.snapshot();
    }

    // The lists for counting 鸡 give way to keys; what was chosen in them is kept.
    takeCounts() {
      /** @type {HTMLSelectElement[]} */
      const lists = all('[name^="held_"], [name^="out_"], [name^="laid_"]', this.form);
      for (const one of lists) if (one.value) this.held[one.name] = one.value;
      get('[data-part="counts"]', this.form).remove();
    }

    controls() {
      const controls = /** @type {HTMLInputElement[]} */ (Array.from(this.form.elements));
      return controls.filter(one => one.name && one.name !== "csrfmiddlewaretoken" && !COUNTED.test(one.name));
    }

    /** @returns {Tiles} */
    snapshot() {
      const values = this.controls().map(one => [keyOf(one), isBox(one) ? one.checked : one.value]);
      return { held: { ...this.held }, values: Object.fromEntries(values) };
    }

    // False where the content is of another form: it was made by an older version, or at other rules.
    /** @param {Tiles} content */
    restore({ held, values }) {
      const controls = this.controls();
      if (!controls.every(one => keyOf(one) in values)) return false;
      for (const one of controls) {
        const value = values[keyOf(one)];
        if (typeof value === "boolean") one.checked = value;
        else one.value = value;
      }
      this.held = { ...held };
      return true;
    }

    /** @param {Tiles} draft */
    load(draft) {
      return this.restore(draft);
    }

    clear() {
      this.restore(this.blank);
      this.renew();
    }

    /** @param {Tiles} draft */
    hasHandOf(draft) {
      return handOf(draft) === handOf(this.snapshot());
    }

    // Who won alone is nothing half done: it may have been tapped on the way to a 诈胡 or 黄庄.
    /** @param {number | undefined} winner */
    keepDraft(winner) {
      if (winner !== undefined && (this.value("source") || !this.hasHandOf(this.blank))) this.saveDraft(winner);
      else if (!this.left) this.dropDraft();
    }

    reset() {
      this.dropDraft();
      this.clear();
      this.begin(false);
    }

    // Radio buttons one by one: the browser's own list of them cannot choose the empty one.
    /** @type {(name: string, value: string | number) => void} */
    set(name, value) {
      for (const one of this.controls().filter(each => each.name === name)) {
        if (isBox(one)) one.checked = one.value === String(value);
        else one.value = String(value);
      }
    }

    /** @type {(name: string, isOn: boolean) => void} */
    tick(name, isOn) {
      const one = this.field(name);
      if (one) one.checked = isOn;
    }

    /** @type {(name: string) => boolean} */
    isTicked(name) {
      return Boolean(this.field(name)?.checked);
    }
  }

  Object.assign(window.zipai, { TileEntry });
})();
