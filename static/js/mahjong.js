// @ts-check
// Turns the plain form of a mahjong win into one-tap steps: who, how, the hand; tiles are tapped on a sheet.
"use strict";

(() => {
  const { all, find, get, button, element, emit, fill, parts, TileEntry, TWICE } = window.zipai;
  const { nameOf } = parts;
  const entry = new TileEntry();
  const { form } = entry;
  const t = parts.texts(form);
  /** @type {Record<string, string[]>} 鸡 by the tile that was turned, "" where none was. */
  const ji = JSON.parse(form.dataset.ji || "");
  /** @type {Record<string, string[]>} The same of tiles of which discarded ones count. */
  const out = JSON.parse(form.dataset.out || "{}");
  /** Tiles of which it matters how many lie open. */
  const laidTiles = (form.dataset.laid || "").split(" ").filter(Boolean);
  const reversedAt = Number(form.dataset.reversed);
  /** @type {HTMLDialogElement} */
  const sheet = get('[data-part="sheet"]', form);
  const COUNTS = ["", "1", "2", "3", "4", "full"];
  const PLAIN = COUNTS.slice(0, -1);
  const MARKS = { own: ["gangkai", "haidi"], off: ["repao", "off_baoting"] };

  /** @type {(name: string) => HTMLElement} */
  const part = name => get(`[data-part="${name}"]`, form);
  const rows = all("[data-holder]");
  const seats = rows.map(row => Number(row.dataset.holder));
  const winners = () => seats.filter(seat => entry.isTicked(`won_${seat}`));

  /** @type {(key: string, values?: Record<string, any>) => string} */
  const say = (key, values = {}) => fill(t[key], values);

  /** @type {(text: string, does: () => void) => HTMLButtonElement} */
  const key = (text, does) => button("button", text, does);

  // A change by hand: one step to take back, then everything is drawn anew and priced.
  /** @param {() => void} does */
  function change(does) {
    entry.remember();
    does();
    redraw();
  }

  function redraw() {
    draw();
    form.dispatchEvent(new Event("change", { bubbles: true }));
  }

  // 豆 rows: the lists below the keys are what is sent.
  const douRows = all(".dou-row").map(row => `dou_${row.dataset.row}_`);
  /** @type {(seat: number | string, kind: string) => string[]} */
  const douOf = (seat, kind) =>
    douRows.filter(row => entry.value(`${row}player`) === String(seat) && entry.value(`${row}kind`) === kind);

  // 抢杠: the 转弯豆 of who was robbed, and the one whose tile was won, once that is clear.
  function robbableDou() {
    return entry.value("source") === "rob_kong" && entry.value("from") !== ""
      ? douOf(entry.value("from"), "zhuanwan")
      : [];
  }

  function robbedDou() {
    const rows = robbableDou();
    const tile = entry.value("tile");
    if (tile) return rows.find(row => entry.value(`${row}tile`) === tile);
    if (rows.length === 1) return rows[0];
    const marked = rows.filter(row => entry.isTicked(`${row}void`));
    return marked.length === 1 ? marked[0] : undefined;
  }

  /** @type {(row: string) => boolean} */
  const isOff = row => entry.isTicked(`${row}void`) || robbedDou() === row;

  /** @type {(seat: number, kind: string, from: number | null, tile: string) => void} */
  function addDou(seat, kind, from, tile) {
    const row = douRows.find(one => !entry.value(`${one}kind`));
    if (!row) return;
    change(() => {
      entry.set(`${row}player`, seat);
      entry.set(`${row}kind`, kind);
      entry.set(`${row}from`, from ?? "");
      entry.set(`${row}tile`, tile);
    });
  }

  /** @param {string} row */
  function removeDou(row) {
    change(() => {
      if (robbableDou().includes(row) && entry.value("tile") === entry.value(`${row}tile`)) entry.set("tile", "");
      for (const name of ["player", "kind", "from", "tile"]) entry.set(row + name, "");
      entry.tick(`${row}void`, false);
    });
  }

  // The sheet: one tile, or several for a hand.
  /** @type {((tile: string) => void) | null} */
  let takeTile = null;

  /** @type {(title: string, extra: Element[], ends: Element[], take: typeof takeTile) => void} */
  function openSheet(title, extra, ends, take) {
    takeTile = take;
    get("#sheet-title").textContent = title;
    part("extra").replaceChildren(...extra);
    part("ends").replaceChildren(
      ...ends,
      key(say("close"), () => sheet.close()),
    );
    get(".tile-keys", sheet).hidden = take === null;
    if (!sheet.open) sheet.showModal();
    emit("zipai:question");
  }

  // What a key of the sheet does: it closes, and something changes.
  /** @type {(text: string, does: () => void) => HTMLButtonElement} */
  const lastKey = (text, does) =>
    key(text, () => {
      sheet.close();
      does();
    });

  function askFlipped() {
    /** @param {string} tile */
    const flip = tile => change(() => entry.set("flipped", tile));
    openSheet(say("turn"), [], [lastKey(say("no_turn"), () => flip("none"))], tile => {
      sheet.close();
      flip(tile);
    });
  }

  // A 豆 counts or not; which one was robbed is a question of the page.
  /** @param {string} row */
  function countingKeys(row) {
    const tile = entry.value(`${row}tile`);
    const isVoid = entry.isTicked(`${row}void`);
    if (robbableDou().includes(row) && !isVoid) return [];
    const text = say(isVoid ? "counts" : "void", { tile });
    return [lastKey(text, () => change(() => entry.tick(`${row}void`, !isVoid)))];
  }

  /** @type {(seat: number, kind: string, from: number | null) => void} */
  function askDou(seat, kind, from) {
    const label = get(`[data-dou="${kind}"]`, rows[seats.indexOf(seat)]).dataset.label;
    const present = douOf(seat, kind).flatMap(row => [
      ...countingKeys(row),
      lastKey(say("remove", { tile: entry.value(`${row}tile`) }), () => removeDou(row)),
    ]);
    if (kind === "dian" && from === null) {
      const givers = seats.filter(one => one !== seat);
      const keys = givers.map(one => key(say("discarded", { name: nameOf(one) }), () => askDou(seat, kind, one)));
      openSheet(say("from"), [...present, ...keys], [], null);
      return;
    }
    openSheet(say("dou", { name: nameOf(seat), kind: label }), from === null ? present : [], [], tile => {
      sheet.close();
      addDou(seat, kind, from, tile);
    });
  }

  // Tiles tapped and tiles wanted; kongs stand among the 豆, and are not counted here.
  /** @type {(seat: number, text: string) => string} */
  function countOf(seat, text) {
    const kongs = douRows.filter(row => entry.value(`${row}player`) === String(seat));
    const laid = kongs.map(row => entry.value(`${row}tile`));
    const tiles = text
      .split(/\s+/)
      .flatMap(run => (run.match(/[一二三四五六七八九]/g) || []).map(number => number + run.slice(-1)));
    return `${tiles.filter(tile => !laid.includes(tile)).length} / ${14 - 3 * kongs.length}`;
  }

  /** @param {number} seat */
  function askHand(seat) {
    const input = entry.field(`tiles_${seat}`);
    const line = element("output", "hand-line");
    const drawLine = () =>
      line.replaceChildren(element("span", "", input.value), element("small", "", countOf(seat, input.value)));
    /** @param {string} text */
    const write = text => {
      change(() => {
        input.value = text.trim();
      });
      drawLine();
    };
    drawLine();
    let isPeng = false;
    let claimed = { tile: "", at: 0 };
    /** @param {boolean} isOn */
    const setPeng = isOn => {
      isPeng = isOn;
      pengKey.setAttribute("aria-pressed", String(isOn));
    };
    const pengKey = key(say("peng"), () => setPeng(!isPeng));
    const eraseKey = key(say("erase"), () => write(input.value.trim().replace(/碰?\S*$/, "")));
    pengKey.dataset.key = "peng";
    eraseKey.dataset.key = "erase";
    openSheet(say("hand", { name: nameOf(seat) }), [line], [pengKey, eraseKey], tile => {
      const now = performance.now();
      if (tile === claimed.tile && now - claimed.at < TWICE) return;
      claimed = isPeng ? { tile, at: now } : { tile: "", at: 0 };
      write(`${input.value.trim()} ${isPeng ? `碰${tile[0]}${tile[0]}${tile}` : tile}`);
      setPeng(false);
    });
    const close = part("ends").lastChild;
    if (close) close.textContent = say("done");
  }

  // What stands on the page.
  function step() {
    if (!winners().length) return "winner";
    return entry.value("source") ? "hand" : "source";
  }

  function drawSeats() {
    const won = winners();
    const from = entry.value("from");
    parts.markWinner(won[0]);
    for (const box of all("[data-won]")) {
      const seat = box.dataset.won;
      const label = /** @type {HTMLElement} */ (box.closest("label"));
      label.hidden = seat === from || (won.length === 1 && Number(seat) === won[0]);
    }
    // Of two players nobody is left to win as well.
    get(".winners", form).hidden = all("[data-won]").every(box => box.closest("label")?.hidden);
    for (const hand of all(".won-hand")) hand.hidden = !won.includes(Number(hand.dataset.seat));
    for (const label of all("[data-ready]")) label.hidden = won.includes(Number(label.dataset.ready));
  }

  // Marks of the tile that was won stand beside those of the hand where one hand won, below all of them else.
  function drawMarks() {
    const isShared = winners().length > 1;
    form.dataset.several = isShared ? "1" : "0";
    const home = isShared ? part("together") : find(`[data-seat="${winners()[0]}"] .marks`, form);
    if (home) for (const mark of all(".marks .shared")) if (mark.parentNode !== home) home.append(mark);
    drawWorth();
  }

  function drawWorth() {
    const isBaoting = entry.isTicked("off_baoting");
    part("worth").hidden = winners().length !== reversedAt && !isBaoting;
    // Who had declared that he was ready was.
    for (const one of all("[data-of]", part("worth"))) one.hidden = (one.dataset.of === "baoting") !== isBaoting;
    for (const horses of all('[data-part="horses"]', form)) horses.hidden = entry.value("source") !== "self_draw";
  }

  function drawFacts() {
    const from = entry.value("from");
    parts.drawFacts({
      winner: winners().map(nameOf).join(say("comma")),
      from: from === "" ? "" : nameOf(from),
      source: parts.shortWord("source", entry.value("source")),
    });
  }

  function drawFlipped() {
    const flipped = entry.value("flipped");
    let text = say("turn_ask");
    if (flipped) text = flipped === "none" ? say("no_turn") : say("turned", { tile: flipped });
    part("turned").textContent = text;
    get("[data-turn]", form).classList.toggle("filled", flipped !== "");
  }

  // Four laid down as a 豆 need not be counted again; a robbed 转弯豆 keeps three.
  /** @type {(seat: string, tile: string) => string} */
  function laidCount(seat, tile) {
    const dou = douRows.find(one => entry.value(`${one}player`) === seat && entry.value(`${one}tile`) === tile);
    if (!dou) return "";
    if (entry.value(`${dou}kind`) === "men") return "full";
    return robbedDou() === dou ? "3" : "4";
  }

  // Who claimed the first 一条 has three of it open.
  /** @type {(seat: string, tile: string) => boolean} */
  const isClaimed = (seat, tile) =>
    tile === form.dataset.claimed && entry.value("chongfeng") !== "" && entry.value("zeren_to") === seat;

  /** @type {(row: HTMLElement, tile: string) => HTMLButtonElement} */
  function countKey(row, tile) {
    const { holder = "", name } = row.dataset;
    const field = `held_${holder}_${tile}`;
    const laid = laidCount(holder, tile);
    const counts = isClaimed(holder, tile) ? ["3", "4"] : COUNTS;
    const own = entry.held[field] || "";
    const count = laid || (counts.includes(own) ? own : counts[0]);
    const text = count === "full" ? say("full") : count || "0";
    const one = button(`hold ji${count ? " filled" : ""}`, element("span", "", tile), () => {
      change(() => {
        entry.held[field] = counts[(counts.indexOf(count) + 1) % counts.length];
      });
      get(`[data-held="${tile}"]`, row).focus();
    });
    one.append(element("b", "", text), Object.assign(element("input"), { type: "hidden", name: field, value: count }));
    one.disabled = laid !== "";
    one.dataset.held = tile;
    one.setAttribute("aria-label", `${say("held", { name, tile })} ${text}`);
    return one;
  }

  // Discarded 鸡, and those that lie open: none to four of each.
  /** @type {(row: HTMLElement, kind: "out" | "laid", tile: string) => HTMLButtonElement} */
  function plainKey(row, kind, tile) {
    const { holder = "", name } = row.dataset;
    const field = `${kind}_${holder}_${tile}`;
    const counts = kind === "laid" && isClaimed(holder, tile) ? ["3", "4"] : PLAIN;
    const own = entry.held[field] || "";
    const count = counts.includes(own) ? own : counts[0];
    const one = button(`hold ji${count ? " filled" : ""}`, element("span", "", say(kind, { tile })), () => {
      change(() => {
        const next = counts[(counts.indexOf(count) + 1) % counts.length];
        entry.held[field] = next;
        // What lies open is among what he has.
        const total = `held_${holder}_${tile}`;
        const has = entry.held[total] || "";
        if (kind === "laid" && COUNTS.indexOf(has) < COUNTS.indexOf(next)) entry.held[total] = next;
      });
      get(`[data-${kind}="${tile}"]`, row).focus();
    });
    one.append(
      element("b", "", count || "0"),
      Object.assign(element("input"), { type: "hidden", name: field, value: count }),
    );
    one.dataset[kind] = tile;
    one.setAttribute("aria-label", `${say(`${kind}_of`, { name, tile })} ${count || "0"}`);
    return one;
  }

  function drawHolders() {
    const flipped = entry.value("flipped");
    const turned = flipped === "none" ? "" : flipped;
    const tiles = ji[turned] || ji[""];
    for (const row of rows) {
      for (const one of all(".ji", row)) one.remove();
      row.append(
        ...tiles.map(tile => countKey(row, tile)),
        ...(out[turned] || out[""] || []).map(tile => plainKey(row, "out", tile)),
        ...laidTiles.map(tile => plainKey(row, "laid", tile)),
      );
      for (const one of all("[data-dou]", row)) drawDou(one, douOf(row.dataset.holder || "", one.dataset.dou || ""));
    }
  }

  /** @type {(key: HTMLElement, dou: string[]) => void} */
  function drawDou(key, dou) {
    const tiles = dou.map(row => element(isOff(row) ? "s" : "i", "", entry.value(`${row}tile`)));
    get("b", key).replaceChildren(...tiles.flatMap((tile, i) => (i ? [" ", tile] : [tile])));
    key.classList.toggle("filled", dou.length > 0);
    key.classList.toggle("void", dou.length > 0 && dou.every(isOff));
  }

  // Which tile was robbed is a question where there are several that it may have been.
  function drawRobbed() {
    const choices = robbableDou();
    part("robbed").hidden = choices.length < 2;
    const keys = choices.map(row => {
      const tile = entry.value(`${row}tile`);
      const one = button("button", tile, { robbed: tile });
      one.setAttribute("aria-pressed", String(row === robbedDou()));
      return one;
    });
    get(".choices", part("robbed")).replaceChildren(...keys);
  }

  // 包牌: those who did not win say what their hands are worth.
  function drawBao() {
    const who = entry.value("bao_player");
    for (const hands of all('[data-part="hands"]', form)) hands.hidden = who === "";
    for (const label of all("[data-payee]")) {
      label.hidden = label.dataset.payee === who || winners().includes(Number(label.dataset.payee));
    }
  }

  /** What stands there since it was drawn last. @type {Tiles} */
  let before = entry.snapshot();
  /** What takes the focus with a question. @type {Record<string, string>} */
  const QUESTIONS = { winner: "#ask-winner", source: "#ask-source", hand: ".won-hand:not([hidden]) h2" };

  function draw() {
    const hasFocus = form.contains(document.activeElement);
    const isAnother = parts.setStep(form, step());
    drawSeats();
    drawMarks();
    drawFacts();
    drawFlipped();
    drawHolders();
    drawRobbed();
    drawBao();
    parts.drawDrafts(entry);
    if (isAnother) emit("zipai:question");
    if (isAnother && hasFocus) parts.giveFocus(get(QUESTIONS[step()], form));
    entry.keepDraft(winners()[0]);
    before = entry.snapshot();
  }

  // Marks that go with another source are taken back with it.
  /** @type {(code: string, from?: string) => void} */
  function chooseSource(code, from = "") {
    change(() => {
      entry.set("source", code);
      entry.set("from", from);
      entry.set("tile", "");
      const ofOthers = { self_draw: MARKS.off, discard: MARKS.own }[code] || [...MARKS.own, "repao"];
      for (const name of ofOthers) entry.tick(name, false);
    });
  }

  // Who won, tapped first: what was left of somebody else's is another deal.
  /** @param {number} seat */
  function chooseWinner(seat) {
    entry.startAnother(seat);
    if (winners().length) return;
    entry.tick(`won_${seat}`, true);
    if (form.dataset.bound === "1") takeOver(seat);
  }

  // Somebody else won what is corrected: the hand stays as it is.
  /** @param {number} seat */
  function takeOver(seat) {
    const has = (/** @type {number} */ one) => entry.value(`pattern_${one}`) || entry.value(`tiles_${one}`);
    const former = seats.filter(has);
    if (former.length !== 1 || former[0] === seat) return;
    for (const name of ["pattern", "tiles"]) {
      entry.set(`${name}_${seat}`, entry.value(`${name}_${former[0]}`));
      entry.set(`${name}_${former[0]}`, "");
    }
    entry.tick(`baoting_${seat}`, entry.isTicked(`baoting_${former[0]}`));
    entry.tick(`baoting_${former[0]}`, false);
  }

  // Back to who won, or to where the tile came from; then the first to be tapped stays.
  /** @param {"winner" | "source"} target */
  function goBack(target) {
    /** @type {HTMLInputElement[]} */
    const sources = all('[name="source"]');
    for (const one of sources) one.checked = false;
    entry.set("from", "");
    const dropped = target === "winner" ? seats : winners().slice(1);
    for (const seat of dropped) entry.tick(`won_${seat}`, false);
  }

  // What lies under the sheet takes no second tap meant for it.
  sheet.addEventListener("close", () => emit("zipai:question"));

  parts.onTap(document, {
    winner: one => change(() => chooseWinner(Number(one.dataset.winner))),
    source: one => chooseSource(one.dataset.source, one.dataset.from),
    go: one => change(() => goBack(one.dataset.go)),
    dou: one => askDou(Number(one.closest("[data-holder]").dataset.holder), one.dataset.dou, null),
    robbed: one => {
      change(() => entry.set("tile", one.dataset.robbed));
      get(`[data-robbed="${one.dataset.robbed}"]`, form).focus();
    },
    turn: askFlipped,
    hand: one => askHand(Number(one.dataset.hand)),
    tile: one => takeTile?.(one.dataset.tile),
    undo: () => {
      if (entry.undo()) redraw();
      else change(() => goBack("source"));
    },
    reset: () => {
      entry.reset();
      redraw();
    },
    resume: () => {
      entry.resume();
      redraw();
      entry.askWhoSits();
    },
  });

  // A plain key changes itself, by a finger or the keyboard: what stood there before is the step to take back.
  form.addEventListener("change", event => {
    if (event.target === form) return;
    const one = /** @type {HTMLInputElement} */ (event.target);
    if (one.matches("input[type=radio], input[type=checkbox]")) entry.past.push(before);
    // After the last tile of the wall none is left to turn.
    if (one.name === "haidi" && one.checked) entry.set("flipped", "none");
    draw();
  });

  const named = new URLSearchParams(window.location.search).get("winner");
  const winner = named !== null && entry.field(`won_${named}`) ? Number(named) : null;
  entry.start(winner);
  if (!entry.isRestored && winner !== null && !winners().length) entry.tick(`won_${winner}`, true);
  const hasDraft = entry.isRestored;
  draw();
  form.dataset.live = "1";
  // The preview listens only from here on.
  document.addEventListener("DOMContentLoaded", () => {
    if (hasDraft) form.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
