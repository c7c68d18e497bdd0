// @ts-check
// Who won, how, and the 胡-only grid: one tap each, on the same page; the header has them and takes them back.
"use strict";

(() => {
  const { all, find, get, around, element, button, fill, parts, menu, view, state: logic } = window.zipai;
  const ROWS = 5;
  const PLAIN_ROW = 5;
  /** From here on a number of 醒 is typed. */
  const MANY_XING = 5;

  /** @type {(one: HTMLElement, isPressed: boolean) => void} */
  const press = (one, isPressed) => one.setAttribute("aria-pressed", String(isPressed));

  /** @type {(entry: PadEntry) => void} */
  function drawMarks({ state, config }) {
    const who = state.winner === config.dealer ? "dealer" : "other";
    for (const mark of all("button[data-mark]")) {
      mark.hidden = config.dealer !== null && mark.dataset.who !== "any" && mark.dataset.who !== who;
    }
  }

  /** @type {(entry: PadEntry) => void} */
  function drawFacts({ state }) {
    parts.drawFacts({
      winner: parts.nameOf(state.winner),
      from: state.from === null || state.mark ? "" : parts.nameOf(state.from),
      source: (state.mark && parts.shortWord("mark", state.mark)) || parts.shortWord("source", state.source),
    });
  }

  /** @type {(entry: PadEntry) => void} */
  function drawModes({ form, state, config }) {
    const mayStop = logic.canStop(state, config);
    form.dataset.stop = mayStop ? "1" : "";
    /** @type {Record<string, boolean>} */
    const offered = { hu: state.mode === "cards", cards: state.mode !== "cards", groups: mayStop };
    for (const mode of all("[data-mode]")) mode.hidden = !offered[mode.dataset.mode || ""];
  }

  // Where a minimum is named for this deal it counts; else what wins below the usual one has its key too.
  /** @type {(entry: PadEntry) => number} */
  const leastKey = ({ state, config }) => state.minHu ?? config.calledFrom;

  /** @type {(row: number, size: number, entry: PadEntry, t: Texts) => HTMLElement} */
  function gridRow(row, size, entry, t) {
    const { hu } = entry.state;
    const { huPerUnit, firstUnits, unit } = entry.config;
    const first = leastKey(entry) + row * size;
    const line = element("div", `hu-row per-${Math.min(size, 6)}${huPerUnit ? "" : " bare"}`);
    if (huPerUnit) line.append(element("span", "units", fill(t.units, { n: firstUnits + row, unit })));
    for (let n = first; n < first + size; n += 1) {
      const one = button("hu-key", String(n), { hu: n });
      press(one, hu === n);
      line.append(one);
    }
    line.classList.toggle("chosen", hu !== null && hu >= first && hu < first + size);
    return line;
  }

  /** @type {(entry: PadEntry, t: Texts) => void} */
  function drawGrid(entry, t) {
    const { hu } = entry.state;
    const size = entry.config.huPerUnit || PLAIN_ROW;
    const least = leastKey(entry);
    const rows = Array.from({ length: size < 5 ? ROWS + 1 : ROWS }, (_, row) => gridRow(row, size, entry, t));
    view.place(get('[data-part="grid"]'), rows);
    const over = least + rows.length * size;
    const isBeside = hu !== null && (hu >= over || hu < least);
    const more = get("[data-more-hu]");
    const beyond = entry.config.hasPatterns && least ? t.hu_beyond : t.hu_more;
    more.textContent = isBeside ? fill(t.hu_is, { n: hu }) : fill(beyond, { n: over, least });
    press(more, isBeside);
  }

  /** @type {(entry: PadEntry) => void} */
  function drawCounts({ state }) {
    const { xing, lower } = state;
    const isMany = xing !== null && xing > MANY_XING;
    for (const one of all("button[data-xing]")) {
      const n = Number(one.dataset.xing);
      press(one, xing === n || (n === MANY_XING && isMany));
      if (n === MANY_XING) one.textContent = isMany ? String(xing) : "5+";
    }
    for (const one of all("[data-lower]")) press(one, lower === Number(one.dataset.lower));
  }

  // What is to be answered after a number: 醒, which a new number may change, then 下醒 where that counts apart, then what
  // is counted of the hand.
  /** @type {(entry: PadEntry, isHu: boolean) => void} */
  function revealNext({ state, form }, isHu) {
    const open = {
      xing: state.xing === null || isHu,
      lower: state.lower === null && Number(state.xing) > 0,
      counted: true,
    };
    const place = Object.entries(open)
      .map(([name, isOpen]) => isOpen && find(`[data-answers~="${name}"]`, form))
      .find(Boolean);
    if (place) window.zipai.reveal(place);
  }

  /** @type {(entry: PadEntry, t: Texts) => Record<string, (one: any) => void>} */
  function actions(entry, t) {
    const { config } = entry;
    /** @param {Partial<PadState>} part */
    const set = part => entry.commit(logic.change(entry.state, part));
    /** @param {Partial<PadState>} part */
    const setNumber = part => {
      set(part);
      revealNext(entry, "hu" in part);
    };
    const noSource = { source: "", from: null, mark: "" };
    return {
      winner: one => entry.chooseWinner(Number(one.dataset.winner)),
      source: ({ dataset }) =>
        set({ source: dataset.source, from: dataset.from ? Number(dataset.from) : null, mark: "" }),
      mark: ({ dataset }) =>
        set({
          mark: dataset.mark,
          source: dataset.markSource,
          from: dataset.markFrom === "dealer" ? config.dealer : null,
        }),
      go: one => set(one.dataset.go === "winner" ? { winner: null, ...noSource } : noSource),
      mode: one => set({ mode: one.dataset.mode }),
      hu: one => setNumber({ hu: Number(one.dataset.hu) }),
      moreHu: () => menu.askNumber(t.hu_ask, entry.state.hu, t, hu => setNumber({ hu })),
      xing: one => {
        const n = Number(one.dataset.xing);
        if (n < MANY_XING) setNumber({ xing: n });
        else menu.askNumber(t.xing_ask, entry.state.xing, t, xing => setNumber({ xing }));
      },
      lower: one => set({ lower: Number(one.dataset.lower) }),
      keyboard: () => {
        const place = get('[data-part="typed"]');
        const isOpen = place.classList.toggle("open");
        for (const one of all("[data-keyboard]")) one.setAttribute("aria-expanded", String(isOpen));
        if (isOpen) get("textarea", place).focus();
      },
      reset: () => {
        entry.reset();
        get("#reading").replaceChildren();
        get('[data-part="typed"]').classList.remove("open");
      },
      resume: () => {
        entry.resume();
        if (entry.raw !== null) askServer(entry);
      },
    };
  }

  // The minimum of the deal, and patterns claimed beside a number that was tapped: real fields that the state follows.
  /** @type {(entry: PadEntry, field: HTMLInputElement) => void} */
  function follow(entry, field) {
    if (field.name === "min_hu") entry.commit(logic.change(entry.state, { minHu: Number(field.value) }));
    const { pattern, huIs, count } = field.dataset;
    if (count !== undefined) entry.commit(logic.change(entry.state, { counts: window.zipai.readCounts(entry.form) }));
    if (pattern === undefined) return;
    const others = entry.state.patterns.filter(one => one !== pattern);
    /** @type {Partial<PadState>} */
    const part = { patterns: field.checked ? [...others, pattern] : others };
    if (field.checked && entry.state.hu === null && huIs !== undefined) part.hu = Number(huIs);
    entry.commit(logic.change(entry.state, part));
  }

  /** @type {(entry: PadEntry, t: Texts) => void} */
  function draw(entry, t) {
    parts.markWinner(entry.state.winner);
    drawMarks(entry);
    drawFacts(entry);
    drawModes(entry);
    parts.drawDrafts(entry);
    if (entry.state.mode === "cards") return;
    drawGrid(entry, t);
    drawCounts(entry);
  }

  // What the server understood of a sentence goes where taps would have put it.
  /** @type {(entry: PadEntry) => void} */
  function takeSentence(entry) {
    const values = find("#reading [data-values]")?.dataset.values;
    if (values) entry.applySentence(JSON.parse(values));
  }

  // What was understood of a sentence is on the pad and is saved as it stands there; the sentence itself is not sent.
  /** @type {PadSteps["dropSentence"]} */
  function dropSentence(entry) {
    entry.field("said").value = "";
  }

  // A hand in words that the pad cannot draw is read by the server.
  /** @type {(entry: PadEntry) => void} */
  function askServer(entry) {
    const field = entry.field("said");
    get('[data-part="typed"]').classList.add("open");
    const ask = () => field.dispatchEvent(new CustomEvent("pad:sentence"));
    if (!field.value) field.value = entry.raw;
    if (document.readyState === "complete") ask();
    else window.addEventListener("load", ask);
  }

  // Where room is short the field takes none once it is left, and all below it moves up: not under the tap that leaves it.
  /** @type {(place: Element) => void} */
  function foldOnceTapped(place) {
    let isPressed = false;
    const fold = () =>
      setTimeout(() => {
        place.classList.toggle("in-use", isPressed || place.contains(document.activeElement));
      });
    /** @type {(event: Event) => void} */
    const press = event => {
      isPressed = event.type === "pointerdown";
      if (!isPressed) fold();
    };
    for (const name of ["pointerdown", "pointerup", "pointercancel"]) document.addEventListener(name, press, true);
    place.addEventListener("focusin", () => place.classList.add("in-use"));
    place.addEventListener("focusout", fold);
  }

  /** @type {PadSteps["wire"]} */
  function wire(entry, t) {
    foldOnceTapped(get('[data-part="typed"]'));
    document.addEventListener("click", event => {
      if (around(event, "a[data-leave]")) entry.dropDraft();
    });
    parts.onTap(document, actions(entry, t));
    entry.form.addEventListener("change", event => follow(entry, /** @type {HTMLInputElement} */ (event.target)));
    document.addEventListener("htmx:afterSwap", event => {
      if (/** @type {Element} */ (event.target).id === "reading") takeSentence(entry);
    });
    entry.listen(() => draw(entry, t));
    draw(entry, t);
    if (entry.raw !== null) askServer(entry);
  }

  /** @type {PadSteps} */
  const steps = { wire, dropSentence };
  Object.assign(window.zipai, { steps });
})();
