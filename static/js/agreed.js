// 商定: who gets and who pays is tapped, so that nobody has to find a minus sign; what does not add up is said at once.
(() => {
  "use strict";

  const MINUS = "\u2212";
  const form = document.querySelector("[data-agreed]");
  const balance = form.querySelector("[data-balance]");
  const rest = form.querySelector("[data-rest]");
  const rows = Array.from(form.querySelectorAll("[data-share]")).map(row => ({
    input: row.querySelector("input"),
    ways: Array.from(row.querySelectorAll("[data-way]")),
    pays: false,
    name: row.dataset.share,
  }));

  function number(row) {
    const text = row.input.value.trim().replace(MINUS, "-");
    return /^[+-]?\d+$/.test(text) ? Number(text) : text === "" ? 0 : Number.NaN;
  }

  function signed(n) {
    return n > 0 ? `+${n}` : n < 0 ? MINUS + -n : "0";
  }

  function turn(row, pays) {
    row.pays = pays;
    const digits = row.input.value.replace(/[^\d]/g, "");
    row.input.value = (pays && digits ? "-" : "") + digits;
  }

  function told(sum) {
    if (!sum) return balance.dataset.even;
    return (sum > 0 ? balance.dataset.gets : balance.dataset.pays).replace("{n}", Math.abs(sum));
  }

  function draw() {
    rows.forEach(row => {
      if (row.input.value.trim()) row.pays = number(row) < 0;
      row.ways.forEach(way => {
        way.setAttribute("aria-pressed", String((way.dataset.way === "pays") === row.pays));
      });
    });
    const sum = rows.reduce((total, row) => total + number(row), 0);
    const open = rows.filter(row => !row.input.value.trim());
    const begun = open.length < rows.length;
    balance.textContent = !begun || Number.isNaN(sum) ? balance.dataset.told : told(sum);
    const last = begun && sum && open.length === 1 ? open[0] : null;
    rest.hidden = !last;
    if (last) rest.textContent = rest.dataset.rest.replace("{n}", `${last.name} ${signed(-sum)}`);
  }

  rows.forEach(row => {
    row.input.setAttribute("inputmode", "numeric");
    row.input.addEventListener("input", () => {
      turn(row, row.pays || row.input.value.indexOf("-") === 0);
      draw();
    });
    row.ways.forEach(way => {
      way.addEventListener("click", () => {
        turn(row, way.dataset.way === "pays");
        draw();
        row.input.focus();
      });
    });
  });
  rest.addEventListener("click", () => {
    const row = rows.find(one => !one.input.value.trim());
    row.input.value = String(-rows.reduce((total, one) => total + number(one), 0));
    draw();
  });
  window.addEventListener("pageshow", draw);
  draw();
})();
