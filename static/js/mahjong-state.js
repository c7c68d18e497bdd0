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

  const draftKey = "zipai-draft:" + form.dataset.table;

  function save() {
    const draft = Object.assign({ clientId: value("client_id"), kind: "mahjong" }, snapshot());
    try { localStorage.setItem(draftKey, JSON.stringify(draft)); } catch (error) { /* private browsing: nothing is kept */ }
  }

  function drop() {
    try { localStorage.removeItem(draftKey); } catch (error) { /* nothing was kept */ }
  }

  // True where an entry was left half done.
  function resume() {
    try {
      const draft = JSON.parse(localStorage.getItem(draftKey));
      return Boolean(draft && draft.kind === "mahjong" && restore(draft));
    } catch (error) { return false; }
  }

  // The lists for counting 鸡 give way to keys; what they said is kept.
  function takeCounts() {
    form.querySelectorAll('[name^="held_"]').forEach(function (one) { if (one.value) held[one.name] = one.value; });
    form.querySelector('[data-part="counts"]').remove();
  }

  window.zipai = window.zipai || {};
  window.zipai.tiles = {
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
    drop: drop,
    resume: resume,
    takeCounts: takeCounts,
  };
})();
