// @ts-check
// A whole deal by the keyboard: digits and letters choose what is asked just now, arrows go to what lies there. `?` says
// which. What is typed into a field stays text, and cards are chosen only while the entry has the focus.
"use strict";

(() => {
  const { all, find, isVisible } = window.zipai;
  const TEXT = "input:not([type=radio]):not([type=checkbox]):not([type=hidden]), textarea, select";
  const RADIO = "input[type=radio]";
  const CONTROLS = `a[href], button, summary, ${TEXT}, input[type=radio], input[type=checkbox]`;
  const FOLDED = "details:not([open]) > :not(summary)";
  const TABS = "qwertyu";
  const RUNS = "asdf";
  /** Milliseconds within which two digits are one number. */
  const ONE_NUMBER = 1200;
  /** @type {HTMLDialogElement | null} */
  const found = find("dialog[data-shortcuts]");
  if (!found) return;
  const help = found;
  /** Pixels by which whatever lies aside is farther than what lies straight ahead. */
  const ASTRAY = 10000;
  let typed = "";
  let lastDigit = 0;

  // A sheet that lies over the page is all there is.
  /** @type {(selector: string) => HTMLElement[]} */
  const visible = selector =>
    all(selector, find("dialog[open]") || document).filter(
      one => isVisible(one) && !one.closest(FOLDED) && !one.matches(":disabled"),
    );

  // The focus goes along, so that the next question has it; it does not leave the entry, nor the suit on a sheet of tiles.
  /** @param {Element | null | undefined} one */
  function press(one) {
    if (!(one instanceof HTMLElement) || !one.matches(CONTROLS) || !isVisible(one)) return false;
    const here = document.activeElement;
    if (!here?.closest("dialog") && (one.closest(".entry") || !here?.closest(".entry")))
      one.focus({ preventScroll: true });
    one.click();
    return true;
  }

  /** @type {(selector: string, at: number) => boolean} */
  const pressNth = (selector, at) => press(visible(selector)[at]);

  /** @param {string} name */
  const cells = name => Array.from(find(`[data-part="${name}"]`)?.children || []);

  /** @param {KeyboardEvent} event */
  function digitOf({ code }) {
    const digits = /^(?:Digit|Numpad)(\d)$/.exec(code);
    return digits ? Number(digits[1]) : null;
  }

  // 1 to 9 and 0 are the small cards one to ten, with Shift the big ones.
  /** @type {(digit: number, isBig: boolean) => number} */
  const cardOf = (digit, isBig) => ((digit + 9) % 10) + (isBig ? 10 : 0);

  // 21 is a 2 and a 1: the number that is there, or the first of its digits. One that is not there is typed to its end.
  /** @param {number} digit */
  function pressHu(digit) {
    const now = performance.now();
    typed = typed.length === 1 && now - lastDigit < ONE_NUMBER ? `${typed}${digit}` : `${digit}`;
    lastDigit = now;
    if (press(find(`[data-hu="${typed}"]`)) || typed.length < 2 || !pressNth("[data-more-hu]", 0)) return true;
    /** @type {HTMLInputElement | null} */
    const field = find("dialog[open] input");
    if (field) field.value = typed;
    return true;
  }

  // Of radio buttons one of which has the focus: the one whose name begins with the digit, or else the first, second ….
  /** @type {(digit: number, from: Element | null) => boolean} */
  function pressInGroup(digit, from) {
    const group = from?.matches(RADIO) ? visible(`[name="${from.getAttribute("name")}"]`) : [];
    const names = group.map(one => one.closest("label")?.textContent?.trim() || "");
    const isOfNumbers = names.some(name => /^\d/.test(name));
    return press(group[isOfNumbers ? names.findIndex(name => name.startsWith(`${digit}`)) : digit - 1]);
  }

  /** @type {Record<string, (digit: number, isShift: boolean) => boolean>} */
  const DIGITS = {
    "": (digit, isShift) =>
      pressNth(".desk a.seat[href]", digit - 1) ||
      press(cells("keys")[cardOf(digit, isShift)]) ||
      pressInGroup(digit, document.activeElement),
    winner: digit => pressNth("[data-winner]", digit - 1),
    source: digit => pressNth(".how button, [data-mark]", digit - 1),
    win: digit => pressNth("[data-win]", digit - 1),
    flip: (digit, isShift) => press(cells("singles")[cardOf(digit, isShift)]),
    groups: (digit, isShift) => press(cells("keys")[cardOf(digit, isShift)]),
    hu: (digit, isShift) => (isShift ? press(find(`button[data-xing="${digit}"]`)) : pressHu(digit)),
    count: digit => press(find(`button[data-xing="${digit}"]`)),
    hand: digit => pressInGroup(digit, document.activeElement) || pressNth(".won-hand [type=radio]", digit - 1),
  };

  /** @type {Record<string, string>} */
  const LETTERS = {
    n: "footer a.primary[href]",
    h: "[data-mode=hu], [data-mode=cards]",
    g: "button[data-mode=groups]",
    p: "[data-pile], [data-key=peng]",
    d: "[data-hand]",
    f: "[data-turn]",
    backspace: "[data-undo], [data-key=erase]",
  };

  /** @param {string} key */
  function pressLetter(key) {
    if (key in LETTERS && pressNth(LETTERS[key], 0)) return true;
    const tab = TABS.indexOf(key);
    if (tab >= 0) return pressNth("[data-part=tabs] button, button[data-lower]", tab);
    const run = RUNS.indexOf(key);
    return run >= 0 && pressNth("[data-part=special] button", run);
  }

  // Tiles on a sheet: a letter goes to a suit, a digit chooses of the suit that has the focus.
  /** @param {KeyboardEvent} event */
  function chooseTile(event) {
    const tiles = visible("[data-suit]");
    const suits = Array.from(new Set(tiles.map(one => one.dataset.suit)));
    /** @param {string | undefined} suit */
    const row = suit => tiles.filter(one => one.dataset.suit === suit);
    const digit = digitOf(event);
    const here = /** @type {HTMLElement | null} */ (document.activeElement);
    if (digit !== null) return press(row(here?.dataset.suit || suits[0])[digit - 1]);
    const at = TABS.indexOf(event.key.toLowerCase());
    return at >= 0 && suits[at] !== undefined ? focus(row(suits[at])[0]) : pressLetter(event.key.toLowerCase());
  }

  // Cards are chosen where the entry has the focus or nothing has; who won and the like from anywhere.
  /** @param {string} step */
  function isListening(step) {
    const here = document.activeElement;
    return ["", "winner", "source"].includes(step) || here === document.body || Boolean(here?.closest(".entry"));
  }

  /** @param {KeyboardEvent} event */
  function choose(event) {
    const step = document.body.dataset.step || "";
    if (!isListening(step)) return false;
    const digit = digitOf(event);
    if (digit !== null) return DIGITS[step]?.(digit, event.shiftKey) || false;
    return !event.shiftKey && pressLetter(event.key.toLowerCase());
  }

  /** @type {Record<string, [number, number]>} */
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  // How far two stretches are apart, 0 where they overlap.
  /** @type {(from: number, to: number, start: number, end: number) => number} */
  const gap = (from, to, start, end) => Math.max(0, start - to, from - end);

  // What lies nearest in the direction of the arrow: in the same row or column, or else anywhere there.
  /** @type {(from: Element, way: [number, number]) => HTMLElement | undefined} */
  function neighbour(from, [x, y]) {
    const here = from.getBoundingClientRect();
    const half = (x ? here.width : here.height) / 2;
    /** @param {Element} one */
    const distance = one => {
      const there = one.getBoundingClientRect();
      const across = (there.left + there.right - here.left - here.right) / 2;
      const down = (there.top + there.bottom - here.top - here.bottom) / 2;
      const beside = x
        ? gap(here.top, here.bottom, there.top, there.bottom)
        : gap(here.left, here.right, there.left, there.right);
      const ahead = across * x + down * y;
      return ahead > Math.max(4, half) ? ahead + (beside && ASTRAY + 2 * beside) : Number.POSITIVE_INFINITY;
    };
    const others = visible(CONTROLS).filter(one => one !== from && Number.isFinite(distance(one)));
    return others.sort((a, b) => distance(a) - distance(b))[0];
  }

  // A remote control has no Tab: there arrows leave a group of radios too, and where nothing has the focus they begin.
  const hasArrowsAlone = "arrows" in help.dataset;

  /** @type {(one: Element, isSideways: boolean) => boolean} */
  function keepsArrows(one, isSideways) {
    if (one.matches(RADIO)) return !hasArrowsAlone;
    return one.matches("select, textarea") || (one.matches(TEXT) && isSideways);
  }

  /** @type {(event: KeyboardEvent, from: Element | null) => boolean} */
  function go(event, from) {
    const way = ARROWS[event.key];
    if (!way || event.ctrlKey || event.shiftKey) return false;
    const isSideways = way[0] !== 0;
    if (!from?.matches(CONTROLS) && !from?.closest(".entry")) {
      // Up and down scroll what is read.
      if (!hasArrowsAlone && !isSideways) return false;
      return focus(visible(CONTROLS).find(one => one.closest(hasArrowsAlone ? "main" : "header.bar")));
    }
    return !keepsArrows(from, isSideways) && focus(neighbour(from, way));
  }

  /** @param {HTMLElement | undefined} one */
  function focus(one) {
    one?.focus();
    return Boolean(one);
  }

  /** @param {string} [selector] */
  const save = (selector = "[data-part=save]") => pressNth(selector, 0);

  function explain() {
    help.showModal();
    return true;
  }

  /** @type {(event: KeyboardEvent, from: Element | null) => boolean} */
  function answer(event, from) {
    if (event.ctrlKey) return event.key === "Enter" && save("#entry button.primary, button.primary[form]");
    if (go(event, from)) return true;
    if (from?.matches(TEXT)) return false;
    if (event.key === "?") return explain();
    if (event.key === "Enter" && hasArrowsAlone && from?.matches(RADIO)) return press(from);
    if (event.key === "Enter") return !from?.matches("a, button, summary") && save();
    return choose(event);
  }

  /** @type {(event: KeyboardEvent, from: Element | null) => boolean} */
  function answerOnSheet(event, from) {
    return !event.ctrlKey && (go(event, from) || (!from?.matches(TEXT) && chooseTile(event)));
  }

  // A key that is held down enters nothing twice.
  document.addEventListener("keydown", event => {
    if (event.defaultPrevented || event.altKey || event.metaKey || (event.repeat && !ARROWS[event.key])) return;
    const answerHere = find("dialog[open]") ? answerOnSheet : answer;
    if (answerHere(event, document.activeElement)) event.preventDefault();
  });
  for (const one of all("[data-open-shortcuts]")) one.addEventListener("click", () => help.showModal());
  help.addEventListener("click", event => {
    if (event.target === help) help.close();
  });
})();
