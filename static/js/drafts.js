// Deals left half done, on this phone. A draft belongs to its winner, so that it answers for nobody else:
// {clientId, winner: a seat or null, at: when it was last touched, and what its form holds under a name of its own}.
(() => {
  "use strict";

  const START = "zipai-draft:";

  // Those of a table whose form holds this.
  function of(table, holds) {
    const own = START + table;
    const keyOf = winner => `${own}#${winner === null ? "" : winner}`;

    // The latest first. A key without a winner was written by an older version of this program.
    function all() {
      try {
        const keys = Object.keys(localStorage).filter(key => key === own || key.startsWith(`${own}#`));
        const found = keys.map(key => ({ winner: null, at: 0, ...JSON.parse(localStorage.getItem(key)), key }));
        return found.filter(one => one.clientId && one[holds]).sort((a, b) => b.at - a.at);
      } catch (_error) {
        return [];
      }
    }

    function drop(clientId) {
      all()
        .filter(one => one.clientId === clientId)
        .forEach(one => {
          localStorage.removeItem(one.key);
        });
    }

    function keep(draft) {
      drop(draft.clientId);
      try {
        localStorage.setItem(keyOf(draft.winner), JSON.stringify({ at: Date.now(), ...draft }));
      } catch (_error) {
        /* private browsing: nothing is kept */
      }
    }

    return {
      // What is taken up where this seat won, or nobody is named yet.
      begun(winner) {
        return all().find(one => winner === null || one.winner === winner) || null;
      },
      // The latest of the others.
      beside(clientId) {
        return all().find(one => one.clientId !== clientId) || null;
      },
      keep,
      drop,
    };
  }

  // The bands of a form: whether it goes on with a draft, and which other it might.
  function draw(form, restored, beside, nameOf) {
    const offered = form.querySelector('[data-part="offered"]');
    const button = offered.querySelector("button");
    form.querySelector('[data-part="restored"]').hidden = !restored;
    offered.hidden = restored || !beside;
    if (beside && beside.winner !== null)
      button.textContent = button.dataset.named.replace("{name}", nameOf(beside.winner));
  }

  window.zipai = Object.assign(window.zipai || {}, { drafts: { of, draw } });
})();
