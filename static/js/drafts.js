// Deals left half done, on this phone. A draft belongs to its winner, so that it answers for nobody else:
// {clientId, winner: a seat or null, at: when it was last touched, and what its form holds under a name of its own}.
(function () {
  "use strict";

  const START = "zipai-draft:";

  // Those of a table whose form holds this.
  function of(table, holds) {
    const own = START + table;
    const keyOf = function (winner) { return own + "#" + (winner === null ? "" : winner); };

    // The latest first. A key without a winner was written by an older version of this program.
    function all() {
      try {
        const keys = Object.keys(localStorage).filter(function (key) { return key === own || key.startsWith(own + "#"); });
        const found = keys.map(function (key) { return Object.assign({ winner: null, at: 0 }, JSON.parse(localStorage.getItem(key)), { key: key }); });
        return found.filter(function (one) { return one.clientId && one[holds]; }).sort(function (a, b) { return b.at - a.at; });
      } catch (error) { return []; }
    }

    function drop(clientId) {
      all().filter(function (one) { return one.clientId === clientId; }).forEach(function (one) { localStorage.removeItem(one.key); });
    }

    function keep(draft) {
      drop(draft.clientId);
      try { localStorage.setItem(keyOf(draft.winner), JSON.stringify(Object.assign({ at: Date.now() }, draft))); } catch (error) { /* private browsing: nothing is kept */ }
    }

    return {
      // What is taken up where this seat won, or nobody is named yet.
      begun: function (winner) { return all().find(function (one) { return winner === null || one.winner === winner; }) || null; },
      // The latest of the others.
      beside: function (clientId) { return all().find(function (one) { return one.clientId !== clientId; }) || null; },
      keep: keep,
      drop: drop,
    };
  }

  // The bands of a form: whether it goes on with a draft, and which other it might.
  function draw(form, restored, beside, nameOf) {
    const offered = form.querySelector('[data-part="offered"]');
    const button = offered.querySelector("button");
    form.querySelector('[data-part="restored"]').hidden = !restored;
    offered.hidden = restored || !beside;
    if (beside && beside.winner !== null) button.textContent = button.dataset.named.replace("{name}", nameOf(beside.winner));
  }

  window.zipai = Object.assign(window.zipai || {}, { drafts: { of: of, draw: draw } });
})();
