// Who won, how, and the 胡-only grid: one tap each, on the same page; the header shows them and takes them back.
(() => {
  "use strict";

  const logic = window.zipai.state;
  const view = window.zipai.view;
  const PLACES = { 2: [0, 2], 3: [0, 1, 3], 4: [0, 1, 2, 3] };
  const ROWS = 5;
  const PLAIN_ROW = 5;

  const all = selector => Array.from(document.querySelectorAll(selector));

  function placeSeats(state) {
    const seats = all("[data-how]");
    const order = seats.map(seat => Number(seat.dataset.how));
    const places = PLACES[seats.length] || order;
    seats.forEach((seat, i) => {
      const away = (i - order.indexOf(state.winner) + seats.length) % seats.length;
      seat.dataset.at = places[away];
      seat.classList.toggle("won", away === 0);
    });
  }

  function showMarks(state, config) {
    const who = state.winner === config.dealer ? "dealer" : "other";
    all("[data-mark]").forEach(mark => {
      mark.hidden = config.dealer !== null && mark.dataset.who !== "any" && mark.dataset.who !== who;
    });
  }

  const nameOf = index => {
    const seat = document.querySelector(`[data-winner="${index}"]`);
    return seat ? seat.dataset.name : "";
  };

  function sourceWord(state) {
    const mark = state.mark && document.querySelector(`[data-mark="${state.mark}"]`);
    if (mark) return mark.dataset.short;
    const source = document.querySelector(`[data-source="${state.source}"]`);
    return source ? source.dataset.short : "";
  }

  function drawFacts(state, config) {
    all("[data-fact]").forEach(fact => {
      const about = fact.dataset.fact;
      if (about === "winner") fact.textContent = nameOf(state.winner);
      if (about === "from") fact.textContent = state.from === null || state.mark ? "" : nameOf(state.from);
      if (about === "source") fact.textContent = sourceWord(state);
    });
    document.getElementById("entry").dataset.stop = logic.canStop(state, config) ? "1" : "";
    const offered = { hu: state.mode === "cards", cards: state.mode !== "cards", groups: logic.canStop(state, config) };
    all("[data-mode]").forEach(mode => {
      mode.hidden = !offered[mode.dataset.mode];
    });
  }

  const leastOf = (config, state) => (state.minHu === null ? config.minHu : state.minHu);

  function gridRow(row, per, config, state, t) {
    const least = leastOf(config, state);
    const line = view.element("div", `hu-row per-${Math.min(per, 6)}${config.huPerUnit ? "" : " bare"}`);
    if (config.huPerUnit)
      line.append(view.element("span", "units", view.fill(t.units, { n: config.firstUnits + row, unit: config.unit })));
    for (let i = 0; i < per; i += 1) {
      const hu = least + row * per + i;
      const one = view.button("hu-key", { hu });
      one.textContent = hu;
      one.setAttribute("aria-pressed", String(state.hu === hu));
      line.append(one);
    }
    line.classList.toggle(
      "chosen",
      state.hu !== null && Math.floor((state.hu - least) / per) === row && state.hu >= least,
    );
    return line;
  }

  function drawGrid(store, t) {
    const per = store.config.huPerUnit || PLAIN_ROW;
    const least = leastOf(store.config, store.state);
    const rows = Array.from({ length: per < 5 ? ROWS + 1 : ROWS }, (_, row) =>
      gridRow(row, per, store.config, store.state, t),
    );
    view.place(document.querySelector('[data-part="grid"]'), rows);
    const over = least + rows.length * per;
    const beside = store.state.hu !== null && (store.state.hu >= over || store.state.hu < least);
    const more = document.querySelector("[data-more-hu]");
    more.textContent = beside ? view.fill(t.hu_is, { n: store.state.hu }) : view.fill(t.hu_more, { n: over });
    more.setAttribute("aria-pressed", String(beside));
  }

  function drawCounts(state) {
    all("[data-xing]")
      .filter(one => one.tagName === "BUTTON")
      .forEach(one => {
        const n = Number(one.dataset.xing);
        one.setAttribute(
          "aria-pressed",
          String(state.xing !== null && (state.xing === n || (n === 5 && state.xing > 5))),
        );
        if (n === 5) one.textContent = state.xing > 5 ? String(state.xing) : "5+";
      });
    all("[data-lower]").forEach(one => {
      one.setAttribute("aria-pressed", String(state.lower === Number(one.dataset.lower)));
    });
  }

  function askNumber(title, value, t, done) {
    const dialog = view.element("dialog", "menu");
    const box = view.element("form", "");
    box.method = "dialog";
    const input = view.element("input", "");
    Object.assign(input, {
      type: "number",
      min: "0",
      max: "999",
      inputMode: "numeric",
      value: value === null ? "" : value,
    });
    const label = view.element("label", "label", title);
    label.append(input);
    const ok = view.element("button", "button primary wide", t.ok);
    box.append(label, ok);
    dialog.append(box);
    box.addEventListener("submit", () => {
      if (input.value !== "") done(Number(input.value));
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
    input.focus();
  }

  // What is asked after a number: 醒, then 下醒 where that counts apart.
  function askNext(state) {
    const next = state.xing === null ? "xing" : state.lower === null && state.xing > 0 ? "lower" : "";
    const place = document.querySelector(`[data-answers~="${next}"]`);
    if (place) window.zipai.reveal(place);
  }

  function handlers(store, t) {
    const set = part => {
      store.commit(logic.change(store.state, part));
    };
    const enter = part => {
      set(part);
      askNext(store.state);
    };
    return {
      winner(one) {
        store.choose(Number(one.dataset.winner));
      },
      source(one) {
        set({ source: one.dataset.source, from: one.dataset.from ? Number(one.dataset.from) : null, mark: "" });
      },
      mark(one) {
        set({
          mark: one.dataset.mark,
          source: one.dataset.markSource,
          from: one.dataset.markFrom === "dealer" ? store.config.dealer : null,
        });
      },
      go(one) {
        const again = { source: "", from: null, mark: "" };
        set(one.dataset.go === "winner" ? { winner: null, ...again } : again);
      },
      mode(one) {
        set({ mode: one.dataset.mode });
      },
      hu(one) {
        enter({ hu: Number(one.dataset.hu) });
      },
      moreHu() {
        askNumber(t.hu_ask, store.state.hu, t, n => {
          enter({ hu: n });
        });
      },
      xing(one) {
        const n = Number(one.dataset.xing);
        if (n < 5) enter({ xing: n });
        else
          askNumber(t.xing_ask, store.state.xing, t, m => {
            enter({ xing: m });
          });
      },
      lower(one) {
        set({ lower: Number(one.dataset.lower) });
      },
      keyboard() {
        const typed = document.querySelector('[data-part="typed"]');
        const open = typed.classList.toggle("open");
        all("[data-keyboard]").forEach(one => {
          one.setAttribute("aria-expanded", String(open));
        });
        if (open) typed.querySelector("textarea").focus();
      },
      reset() {
        store.reset();
        document.getElementById("heard").replaceChildren();
        document.querySelector('[data-part="typed"]').classList.remove("open");
      },
      resume() {
        store.resume();
        if (store.raw !== null) askAgain(store);
      },
    };
  }

  // The minimum of the deal, and patterns claimed beside a told number: real fields that the state follows.
  function chosen(store, field) {
    if (field.name === "min_hu") store.commit(logic.change(store.state, { minHu: Number(field.value) }));
    if (!("pattern" in field.dataset)) return;
    const kept = store.state.patterns.filter(one => one !== field.dataset.pattern);
    const part = { patterns: field.checked ? kept.concat([field.dataset.pattern]) : kept };
    if (field.checked && store.state.hu === null && "huIs" in field.dataset) part.hu = Number(field.dataset.huIs);
    store.commit(logic.change(store.state, part));
  }

  function wire(store, t) {
    const on = handlers(store, t);
    document.addEventListener("click", event => {
      if (event.target.closest("a[data-leave]")) store.drop();
      const tapped = event.target.closest("button");
      const name = tapped && Object.keys(on).find(one => one in tapped.dataset);
      if (name) on[name](tapped);
    });
    store.form.addEventListener("change", event => {
      chosen(store, event.target);
    });
    document.addEventListener("htmx:afterSwap", event => {
      if (event.target.id === "heard") heard(store);
    });
    store.listen(() => {
      draw(store, t);
    });
    draw(store, t);
    if (store.raw !== null) askAgain(store);
  }

  function draw(store, t) {
    placeSeats(store.state);
    showMarks(store.state, store.config);
    drawFacts(store.state, store.config);
    window.zipai.drafts.draw(store.form, store.restored, store.beside, nameOf);
    if (store.state.mode !== "cards") {
      drawGrid(store, t);
      drawCounts(store.state);
    }
  }

  // What the server understood of a sentence goes where taps would have put it.
  function heard(store) {
    const found = document.querySelector("#heard [data-values]");
    if (found?.dataset.values) store.hear(JSON.parse(found.dataset.values));
  }

  // What was understood of a sentence is on the pad and is saved as seen there; the sentence itself is not sent.
  function spoken(store) {
    store.form.elements.said.value = "";
  }

  // A hand in words that the pad cannot draw is read by the server.
  function askAgain(store) {
    const field = store.form.elements.said;
    document.querySelector('[data-part="typed"]').classList.add("open");
    const ask = () => {
      field.dispatchEvent(new CustomEvent("pad:said"));
    };
    if (!field.value) field.value = store.raw;
    if (document.readyState === "complete") ask();
    else window.addEventListener("load", ask);
  }

  window.zipai.steps = { wire, spoken };
})();
