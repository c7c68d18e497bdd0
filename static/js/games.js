// @ts-check
// What a new table plays: games are found while one types, and the one chosen comes up to those at hand.
"use strict";

(() => {
  const { all, find, get, around } = window.zipai;
  /** @type {HTMLInputElement | null} */
  const field = find("#find");
  if (!field) return;
  const group = get("#games");

  // What is typed here finds at once; sent along it would be looked for by the server, as it is without scripts.
  field.removeAttribute("name");

  /** @param {string} text */
  const folded = text => text.normalize("NFKC").toLowerCase();

  // Those at hand have their keys beside those that are to be found.
  /** @param {HTMLElement} game */
  function keysOf(game) {
    const value = /** @type {HTMLInputElement} */ (get("input", game)).value;
    return game.dataset.find ?? find(`[data-value="${CSS.escape(value)}"]`, group)?.dataset.find ?? "";
  }

  // Those that do not match go out of sight, wherever they stand; but the one that is chosen.
  function show() {
    const parts = folded(field?.value || "")
      .split(/\s+/)
      .filter(Boolean);
    let found = 0;
    for (const game of all("label", group)) {
      const fits = parts.every(part => keysOf(game).includes(part));
      game.hidden = !fits && !find("input:checked", game);
      found += fits ? 1 : 0;
    }
    const none = find(".none-found", group);
    if (none) none.hidden = found > 0;
  }

  // Arrows walk through all of them: what they pass stays where it is.
  let isWalking = false;

  /** @param {HTMLInputElement} chosen */
  function bringUp(chosen) {
    const fold = /** @type {HTMLDetailsElement | null} */ (chosen.closest("details.find"));
    const game = chosen.closest("label");
    if (!fold || !game) return;
    get(".near", group).append(game);
    fold.open = false;
    if (field) field.value = "";
    show();
    chosen.focus({ preventScroll: true });
  }

  field.addEventListener("input", show);
  document.addEventListener("htmx:afterSwap", event => {
    if (/** @type {CustomEvent} */ (event).detail.target.id === "far") show();
  });
  document.addEventListener("change", event => {
    const chosen = around(event, "#games [name=ruleset]");
    if (chosen && !isWalking) bringUp(/** @type {HTMLInputElement} */ (chosen));
  });
  document.addEventListener("pointerdown", () => {
    isWalking = false;
  });
  document.addEventListener("keydown", event => {
    isWalking = event.key.startsWith("Arrow");
    // Enter looks for a game, and opens no table.
    if (event.key === "Enter" && event.target === field) event.preventDefault();
  });
})();
