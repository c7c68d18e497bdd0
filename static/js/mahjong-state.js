// What a mahjong form holds: its controls are the truth; a copy of them is one step to take back, and the draft on
// this phone.
(() => {
  "use strict";

  const form = document.getElementById("entry");
  const steps = [];
  let held = {};

  const controls = () =>
    Array.from(form.elements).filter(
      one => one.name && one.name !== "csrfmiddlewaretoken" && !one.name.startsWith("held_"),
    );
  const isBox = one => one.type === "checkbox" || one.type === "radio";
  const value = name => (form.elements[name] ? form.elements[name].value : "");

  const place = one => (isBox(one) ? `${one.name}=${one.value}` : one.name);

  function snapshot() {
    const values = controls().map(one => [place(one), isBox(one) ? one.checked : one.value]);
    return { held: { ...held }, values: Object.fromEntries(values) };
  }

  function restore(taken) {
    const ours = controls();
    if (!ours.every(one => place(one) in taken.values)) return false;
    ours.forEach(one => {
      if (isBox(one)) one.checked = taken.values[place(one)];
      else one.value = taken.values[place(one)];
    });
    held = { ...taken.held };
    return true;
  }

  // Radio buttons one by one: the browser's own list of them cannot choose the empty one.
  function set(name, text) {
    controls()
      .filter(one => one.name === name)
      .forEach(one => {
        if (isBox(one)) one.checked = one.value === String(text);
        else one.value = text;
      });
  }

  const drafts = window.zipai.drafts.of(form.dataset.table, "values");
  const bound = form.dataset.bound === "1";
  let blank = null;
  let left = null;

  function save(winner) {
    drafts.keep({ clientId: value("client_id"), winner, ...snapshot() });
  }

  function begun() {
    steps.length = 0;
    left = null;
    Object.assign(store, { restored: false, beside: bound ? null : drafts.beside(value("client_id")) });
  }

  // True where a draft is gone on with, which has its own id and base.
  function resume(draft) {
    const resumed = Boolean(draft) && restore(draft);
    begun();
    store.restored = resumed;
    return resumed;
  }

  // The form as it came, where no draft of this winner is there; null: of nobody yet.
  function start(winner) {
    const draft = bound ? null : drafts.begun(winner);
    if (resume(draft)) left = draft;
  }

  function clear() {
    restore(blank);
    set("client_id", window.zipai.queue.makeId());
  }

  // Who won it, and how, aside.
  const WHO = /^(won_\d|source|from|gangkai|repao|off_baoting|client_id|base)\b/;
  const hand = taken => JSON.stringify([taken.held, Object.entries(taken.values).filter(one => !WHO.test(one[0]))]);

  // What was left belongs to its winner: where another one won, before anything was added to it, that is another deal.
  function begins(winner) {
    if (!left || [winner, null].includes(left.winner) || hand(left) !== hand(snapshot())) return false;
    drafts.keep(left);
    clear();
    start(winner);
    return true;
  }

  // The lists for counting 鸡 give way to keys; what they said is kept.
  function takeCounts() {
    form.querySelectorAll('[name^="held_"]').forEach(one => {
      if (one.value) held[one.name] = one.value;
    });
    form.querySelector('[data-part="counts"]').remove();
    blank = snapshot();
  }

  const store = {
    form,
    value,
    set,
    tick(name, on) {
      if (form.elements[name]) form.elements[name].checked = on;
    },
    ticked(name) {
      return Boolean(form.elements[name]?.checked);
    },
    count(name) {
      return held[name] || "";
    },
    setCount(name, text) {
      held[name] = text;
    },
    remember() {
      steps.push(snapshot());
    },
    undo() {
      return steps.length > 0 && restore(steps.pop());
    },
    save,
    drop() {
      drafts.drop(value("client_id"));
    },
    isLeft() {
      return left !== null;
    },
    start,
    begins,
    resume() {
      resume(store.beside);
    },
    reset() {
      drafts.drop(value("client_id"));
      clear();
      begun();
    },
    takeCounts,
  };
  window.zipai.tiles = store;
})();
