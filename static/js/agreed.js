// @ts-check
// 商定: lines of who gives whom how much, one after the other as they are needed; what they come to stands below.
"use strict";

(() => {
  const { all, find, get, fill } = window.zipai;
  const MINUS = "\u2212";
  const form = get("[data-agreed]");
  const balance = get("[data-balance]", form);
  const more = get("[data-more]", form);

  /** @type {(line: HTMLElement, name: string) => HTMLInputElement | null} */
  const chosen = (line, name) => find(`[name^="${name}_"]:checked`, line);

  /** @type {(input: HTMLInputElement) => string} */
  const nameOf = input => get("bdi", input.closest("label") || form).textContent;

  // Nobody gives himself: who gives cannot be chosen once more.
  /** @param {HTMLElement} line */
  function keepApart(line) {
    const gives = chosen(line, "gives");
    /** @type {HTMLInputElement[]} */
    const others = all('[name^="gets_"]', line);
    for (const one of others) {
      one.disabled = one.value === gives?.value;
      if (one.disabled) one.checked = false;
    }
  }

  /** @type {(sums: Map<string, number>, line: HTMLElement) => Map<string, number>} */
  function add(sums, line) {
    const [gives, gets] = ["gives", "gets"].map(name => chosen(line, name));
    /** @type {HTMLInputElement} */
    const units = get('[name^="units_"]', line);
    const number = Number(units.value || units.placeholder);
    if (!gives || !gets || Number.isNaN(number)) return sums;
    sums.set(nameOf(gives), (sums.get(nameOf(gives)) || 0) - number);
    sums.set(nameOf(gets), (sums.get(nameOf(gets)) || 0) + number);
    return sums;
  }

  /** @type {(sum: [string, number]) => string} */
  const sumText = ([name, units]) => `${name}\u00a0${units < 0 ? MINUS : units ? "+" : ""}${Math.abs(units)}`;

  function draw() {
    const lines = all("[data-transfer]", form);
    lines.forEach(keepApart);
    const sums = Array.from(lines.reduce(add, new Map()));
    balance.textContent = sums.length ? fill(balance.dataset.says || "", { all: sums.map(sumText).join(" · ") }) : "";
    more.hidden = !find("[data-spare]", form);
  }

  more.addEventListener("click", () => {
    const spare = get("[data-spare]", form);
    delete spare.dataset.spare;
    draw();
    get("input", spare).focus({ preventScroll: true });
    spare.scrollIntoView({ block: "center" });
  });
  for (const change of ["input", "change"]) form.addEventListener(change, draw);
  window.addEventListener("pageshow", draw);
  draw();
})();
