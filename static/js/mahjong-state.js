// What a mahjong form holds: its controls are the truth; a copy of them is one step to take back, and the draft on this phone.
(function () {
  "use strict";

  const form = document.getElementById("entry");
  const steps = [];
  let held = {};

  const controls = function () {
    return Array.from(form.elements).filter(function (one) { return one.name && one.name !== "csrfmiddlewaretoken" && !one.name.startsWith("held_"); });
  };
  const isBox = function (one) { return one.type === "checkbox" || one.type === "radio"; };
  const value = function (name) { return form.elements[name] ? form.elements[name].value : ""; };

  const place = function (one) { return isBox(one) ? one.name + "=" + one.value : one.name; };

  function snapshot() {
    const values = controls().map(function (one) { return [place(one), isBox(one) ? one.checked : one.value]; });
    return { held: Object.assign({}, held), values: Object.fromEntries(values) };
  }

  function restore(taken) {
    const ours = controls();
    if (!ours.every(function (one) { return place(one) in taken.values; })) return false;
    ours.forEach(function (one) { if (isBox(one)) one.checked = taken.values[place(one)]; else one.value = taken.values[place(one)]; });
    held = Object.assign({}, taken.held);
    return true;
  }

  // Radio buttons one by one: the browser's own list of them cannot choose the empty one.
  function set(name, text) {
    controls().filter(function (one) { return one.name === name; }).forEach(function (one) {
      if (isBox(one)) one.checked = one.value === String(text);
      else one.value = text;
    });
  }

  const drafts = window.zipai.drafts.of(form.dataset.table, "values");
  const bound = form.dataset.bound === "1";
  let blank = null, left = null;

  function save(winner) { drafts.keep(Object.assign({ clientId: value("client_id"), winner: winner }, snapshot())); }

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
  const hand = function (taken) {
    return JSON.stringify([taken.held, Object.entries(taken.values).filter(function (one) { return !WHO.test(one[0]); })]);
  };

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
    form.querySelectorAll('[name^="held_"]').forEach(function (one) { if (one.value) held[one.name] = one.value; });
    form.querySelector('[data-part="counts"]').remove();
    blank = snapshot();
  }

  const store = {
    form: form,
    value: value,
    set: set,
    tick: function (name, on) { if (form.elements[name]) form.elements[name].checked = on; },
    ticked: function (name) { return Boolean(form.elements[name] && form.elements[name].checked); },
    count: function (name) { return held[name] || ""; },
    setCount: function (name, text) { held[name] = text; },
    remember: function () { steps.push(snapshot()); },
    undo: function () { return steps.length > 0 && restore(steps.pop()); },
    save: save,
    drop: function () { drafts.drop(value("client_id")); },
    isLeft: function () { return left !== null; },
    start: start,
    begins: begins,
    resume: function () { resume(store.beside); },
    reset: function () { drafts.drop(value("client_id")); clear(); begun(); },
    takeCounts: takeCounts,
  };
  window.zipai.tiles = store;
})();
