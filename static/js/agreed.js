// @ts-check
// 商定: who gets and who pays is tapped, so that nobody has to find a minus sign; what does not add up is told at
// once.
"use strict";

(() => {
  const { all, get, fill } = window.zipai;
  const MINUS = "\u2212";
  const form = get("[data-agreed]");
  const balance = get("[data-balance]", form);
  const rest = get("[data-rest]", form);
  const rows = all("[data-share]", form).map(row => ({
    /** @type {HTMLInputElement} */
    input: get("input", row),
    ways: all("[data-way]", row),
    pays: false,
    name: row.dataset.share,
  }));

  /** @typedef {typeof rows[number]} Row */

  /** @param {Row} row */
  function pointsOf({ input }) {
    const text = input.value.trim().replace(MINUS, "-");
    if (text === "") return 0;
    return /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  }

  const sumOfAll = () => rows.reduce((sum, row) => sum + pointsOf(row), 0);

  /** @param {Row} row */
  const isOpen = ({ input }) => !input.value.trim();

  /** @param {number} n */
  function signed(n) {
    if (!n) return "0";
    return n > 0 ? `+${n}` : `${MINUS}${-n}`;
  }

  /** @type {(row: Row, pays: boolean) => void} */
  function setWay(row, pays) {
    row.pays = pays;
    const digits = row.input.value.replace(/[^\d]/g, "");
    row.input.value = (pays && digits ? "-" : "") + digits;
  }

  /** @param {number} sum */
  function balanceText(sum) {
    if (!sum) return balance.dataset.even || "";
    return fill((sum > 0 ? balance.dataset.gets : balance.dataset.pays) || "", { n: Math.abs(sum) });
  }

  /** @param {Row} row */
  function drawWays(row) {
    if (!isOpen(row)) row.pays = pointsOf(row) < 0;
    for (const way of row.ways) way.setAttribute("aria-pressed", String((way.dataset.way === "pays") === row.pays));
  }

  function draw() {
    rows.forEach(drawWays);
    const sum = sumOfAll();
    const open = rows.filter(isOpen);
    const isBegun = open.length < rows.length;
    balance.textContent = isBegun && !Number.isNaN(sum) ? balanceText(sum) : balance.dataset.told || "";
    const last = isBegun && sum && open.length === 1 ? open[0] : null;
    rest.hidden = !last;
    if (last) rest.textContent = fill(rest.dataset.rest || "", { n: `${last.name} ${signed(-sum)}` });
  }

  for (const row of rows) {
    row.input.setAttribute("inputmode", "numeric");
    row.input.addEventListener("input", () => {
      setWay(row, row.pays || row.input.value.startsWith("-"));
      draw();
    });
    for (const way of row.ways) {
      way.addEventListener("click", () => {
        setWay(row, way.dataset.way === "pays");
        draw();
        row.input.focus();
      });
    }
  }
  rest.addEventListener("click", () => {
    const row = rows.find(isOpen);
    if (row) row.input.value = String(-sumOfAll());
    draw();
  });
  window.addEventListener("pageshow", draw);
  draw();
})();
