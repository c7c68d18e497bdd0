// Turns the plain form of a mahjong win into one-tap steps: who, how, the hand; tiles are tapped on a sheet.
(() => {
  "use strict";

  const store = window.zipai.tiles;
  const form = store.form;
  const ji = JSON.parse(form.dataset.ji);
  const sheet = form.querySelector('[data-part="sheet"]');
  const COUNTS = ["", "1", "2", "3", "4", "full"];
  const KINDS = { own: ["gangkai"], off: ["repao", "off_baoting"] };
  const PLACES = [0, 1, 2, 3];

  const all = selector => Array.from(document.querySelectorAll(selector));
  const part = name => form.querySelector(`[data-part="${name}"]`);
  const rows = all("[data-holder]");
  const seats = rows.map(row => Number(row.dataset.holder));
  const nameOf = seat => rows[seats.indexOf(Number(seat))].dataset.name;
  const winners = () => seats.filter(seat => store.ticked(`won_${seat}`));

  function say(key, filled) {
    return form.querySelector(`[data-t="${key}"]`).textContent.replace(/\{(\w+)\}/g, (_, name) => filled[name]);
  }

  function element(tag, name, text) {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function key(text, tap) {
    const made = element("button", "button", text);
    made.type = "button";
    made.addEventListener("click", tap);
    return made;
  }

  // A change by hand: one step to take back, then everything is drawn anew and priced.
  function change(doing) {
    store.remember();
    doing();
    redrawn();
  }

  function redrawn() {
    show();
    form.dispatchEvent(new Event("change", { bubbles: true }));
  }

  // 豆 rows: the lists below the keys are what is sent.
  const douRows = all(".dou-row").map(row => `dou_${row.dataset.row}_`);
  const douOf = (seat, kind) =>
    douRows.filter(row => store.value(`${row}player`) === String(seat) && store.value(`${row}kind`) === kind);

  // 抢杠: the 转弯豆 of who was robbed, and the one whose tile was won, once that is clear.
  function robbable() {
    return store.value("source") === "rob_kong" && store.value("from") !== ""
      ? douOf(store.value("from"), "zhuanwan")
      : [];
  }

  function robbedRow() {
    const those = robbable();
    const tile = store.value("tile");
    if (tile) return those.find(row => store.value(`${row}tile`) === tile);
    const marked = those.filter(row => store.ticked(`${row}void`));
    return those.length === 1 ? those[0] : marked.length === 1 ? marked[0] : undefined;
  }

  const isOff = row => store.ticked(`${row}void`) || robbedRow() === row;

  function addDou(seat, kind, from, tile) {
    const row = douRows.find(one => !store.value(`${one}kind`));
    if (!row) return;
    change(() => {
      store.set(`${row}player`, seat);
      store.set(`${row}kind`, kind);
      store.set(`${row}from`, from === null ? "" : from);
      store.set(`${row}tile`, tile);
    });
  }

  function removeDou(row) {
    change(() => {
      if (robbable().includes(row) && store.value("tile") === store.value(`${row}tile`)) store.set("tile", "");
      ["player", "kind", "from", "tile"].forEach(name => {
        store.set(row + name, "");
      });
      store.tick(`${row}void`, false);
    });
  }

  // The sheet: one tile, or several for a hand.
  let tapped = null;

  function open(title, extra, ends, tap) {
    tapped = tap;
    document.getElementById("sheet-title").textContent = title;
    part("extra").replaceChildren.apply(part("extra"), extra);
    part("ends").replaceChildren.apply(
      part("ends"),
      ends.concat(
        key(say("close"), () => {
          sheet.close();
        }),
      ),
    );
    sheet.querySelector(".tile-keys").hidden = tap === null;
    if (!sheet.open) sheet.showModal();
    document.dispatchEvent(new CustomEvent("zipai:question"));
  }

  function askTurned() {
    const choose = text => () => {
      sheet.close();
      change(() => {
        store.set("flipped", text);
      });
    };
    open(say("turn"), [], [key(say("no_turn"), choose("none"))], tile => {
      choose(tile)();
    });
  }

  // A 豆 counts or not; which one was robbed is asked on the page.
  function standing(row) {
    const tile = store.value(`${row}tile`);
    const off = store.ticked(`${row}void`);
    if (robbable().includes(row) && !off) return [];
    return [
      key(say(off ? "counts" : "void", { tile }), () => {
        sheet.close();
        change(() => {
          store.tick(`${row}void`, !off);
        });
      }),
    ];
  }

  function askDou(seat, kind, from) {
    const label = rows[seats.indexOf(seat)].querySelector(`[data-dou="${kind}"]`).dataset.label;
    const there = douOf(seat, kind).flatMap(row =>
      standing(row).concat(
        key(say("remove", { tile: store.value(`${row}tile`) }), () => {
          sheet.close();
          removeDou(row);
        }),
      ),
    );
    if (kind === "dian" && from === null) {
      const givers = seats
        .filter(one => one !== seat)
        .map(one =>
          key(say("discarded", { name: nameOf(one) }), () => {
            askDou(seat, kind, one);
          }),
        );
      open(say("from"), there.concat(givers), [], null);
      return;
    }
    open(say("dou", { name: nameOf(seat), kind: label }), from === null ? there : [], [], tile => {
      sheet.close();
      addDou(seat, kind, from, tile);
    });
  }

  // Tiles tapped and tiles wanted; kongs are told as 豆, and are not counted here.
  function counted(seat, text) {
    const kongs = douRows.filter(row => store.value(`${row}player`) === String(seat));
    const laid = kongs.map(row => store.value(`${row}tile`));
    const tiles = text
      .split(/\s+/)
      .flatMap(run => (run.match(/[一二三四五六七八九]/g) || []).map(number => number + run.slice(-1)));
    return `${tiles.filter(tile => !laid.includes(tile)).length} / ${14 - 3 * kongs.length}`;
  }

  function askHand(seat) {
    const input = form.elements[`tiles_${seat}`];
    const line = element("output", "hand-line");
    const draw = () => {
      line.replaceChildren(element("span", "", input.value), element("small", "", counted(seat, input.value)));
    };
    const write = text => {
      change(() => {
        input.value = text;
      });
      draw();
    };
    draw();
    let peng = false;
    const pengKey = key(say("peng"), () => {
      peng = !peng;
      pengKey.setAttribute("aria-pressed", String(peng));
    });
    const erase = key(say("erase"), () => {
      write(
        input.value
          .trim()
          .replace(/碰?\S*$/, "")
          .trim(),
      );
    });
    open(say("hand", { name: nameOf(seat) }), [line], [pengKey, erase], tile => {
      write(`${input.value.trim()} ${peng ? `碰${tile[0]}${tile[0]}${tile}` : tile}`.trim());
      peng = false;
      pengKey.setAttribute("aria-pressed", "false");
    });
    part("ends").lastChild.textContent = say("done");
  }

  // What stands on the page.
  function step() {
    if (!winners().length) return "winner";
    return store.value("source") ? "hand" : "source";
  }

  function showSeats() {
    const first = seats.indexOf(winners()[0]);
    all("[data-how]").forEach((seat, i) => {
      const away = (i - first + seats.length) % seats.length;
      seat.dataset.at = PLACES[away];
      seat.classList.toggle("won", away === 0);
    });
    const from = store.value("from");
    all("[data-won]").forEach(box => {
      const seat = box.dataset.won;
      box.closest("label").hidden = seat === from || (Number(seat) === winners()[0] && winners().length === 1);
    });
    all(".won-hand").forEach(hand => {
      hand.hidden = !winners().includes(Number(hand.dataset.seat));
    });
    all("[data-ready]").forEach(label => {
      label.hidden = winners().includes(Number(label.dataset.ready));
    });
  }

  // Marks of the tile that was won stand beside those of the hand where one hand won, below all of them else.
  function showMarks() {
    const several = winners().length > 1;
    form.dataset.several = several ? "1" : "0";
    const home = several ? part("together") : form.querySelector(`[data-seat="${winners()[0]}"] .marks`);
    if (home)
      all(".marks .shared").forEach(mark => {
        if (mark.parentNode !== home) home.append(mark);
      });
    part("worth").hidden = winners().length < 3 && !store.ticked("off_baoting");
  }

  function showFacts() {
    const from = store.value("from");
    const source = document.querySelector(`[data-source="${store.value("source")}"]`);
    const told = {
      winner: winners().map(nameOf).join(say("comma")),
      from: from === "" ? "" : nameOf(from),
      source: source ? source.dataset.short : "",
    };
    all("[data-fact]").forEach(fact => {
      fact.textContent = told[fact.dataset.fact];
    });
  }

  function showTurned() {
    const turned = store.value("flipped");
    part("turned").textContent =
      turned === "none" ? say("no_turn") : turned ? say("turned", { tile: turned }) : say("turn_ask");
    form.querySelector("[data-turn]").classList.toggle("told", Boolean(turned));
  }

  // Four laid down as a 豆 need not be counted again; a robbed 转弯豆 keeps three.
  function laid(seat, tile) {
    const dou = douRows.find(one => store.value(`${one}player`) === seat && store.value(`${one}tile`) === tile);
    if (!dou) return "";
    return store.value(`${dou}kind`) === "men" ? "full" : robbedRow() === dou ? "3" : "4";
  }

  function countKey(row, tile) {
    const name = `held_${row.dataset.holder}_${tile}`;
    const fixed = laid(row.dataset.holder, tile);
    const count = fixed || store.count(name);
    const made = element("button", `hold ji${count ? " told" : ""}`);
    const input = element("input");
    made.type = "button";
    made.disabled = Boolean(fixed);
    Object.assign(input, { type: "hidden", name, value: count });
    const shown = count === "full" ? say("full") : count || "0";
    made.append(element("span", "", tile), element("b", "", shown), input);
    made.dataset.held = tile;
    made.setAttribute("aria-label", `${say("held", { name: row.dataset.name, tile })} ${shown}`);
    made.addEventListener("click", () => {
      change(() => {
        store.setCount(name, COUNTS[(COUNTS.indexOf(count) + 1) % COUNTS.length]);
      });
      row.querySelector(`[data-held="${tile}"]`).focus();
    });
    return made;
  }

  function showHeld() {
    const turned = store.value("flipped");
    const tiles = ji[turned === "none" ? "" : turned] || ji[""];
    rows.forEach(row => {
      row.querySelectorAll(".ji").forEach(one => {
        one.remove();
      });
      tiles.forEach(tile => {
        row.append(countKey(row, tile));
      });
      row.querySelectorAll("[data-dou]").forEach(one => {
        const there = douOf(row.dataset.holder, one.dataset.dou);
        one.querySelector("b").replaceChildren.apply(
          one.querySelector("b"),
          there.flatMap((dou, i) => {
            const tile = element(isOff(dou) ? "s" : "i", "", store.value(`${dou}tile`));
            return i ? [" ", tile] : [tile];
          }),
        );
        one.classList.toggle("told", there.length > 0);
        one.classList.toggle("void", there.length > 0 && there.every(isOff));
      });
    });
  }

  // Which tile was robbed is asked where there are several that it may have been.
  function showRobbed() {
    const those = robbable();
    const won = robbedRow();
    part("robbed").hidden = those.length < 2;
    const keys = those.map(row => {
      const one = element("button", "button", store.value(`${row}tile`));
      one.type = "button";
      one.dataset.robbed = store.value(`${row}tile`);
      one.setAttribute("aria-pressed", String(row === won));
      return one;
    });
    const place = part("robbed").querySelector(".choices");
    place.replaceChildren.apply(place, keys);
  }

  // 包牌: those who did not win say what their hands are worth.
  function showBao() {
    const who = store.value("bao_player");
    part("hands").hidden = who === "";
    all("[data-payee]").forEach(label => {
      label.hidden = label.dataset.payee === who || winners().includes(Number(label.dataset.payee));
    });
  }

  function show() {
    const another = form.dataset.step !== step();
    form.dataset.step = document.body.dataset.step = step();
    showSeats();
    showMarks();
    showFacts();
    showTurned();
    showHeld();
    showRobbed();
    showBao();
    window.zipai.drafts.draw(form, store.restored, store.beside, nameOf);
    if (another) document.dispatchEvent(new CustomEvent("zipai:question"));
    if (winners().length) store.save(winners()[0]);
    else if (!store.isLeft()) store.drop();
  }

  // Marks that go with another source are taken back with it.
  function chooseSource(code, from) {
    change(() => {
      store.set("source", code);
      store.set("from", from === undefined ? "" : from);
      store.set("tile", "");
      const out = code === "self_draw" ? KINDS.off : code === "discard" ? KINDS.own : KINDS.own.concat("repao");
      out.forEach(name => {
        store.tick(name, false);
      });
    });
  }

  // Who won, tapped first: what was left of somebody else's is another deal.
  function begin(seat) {
    store.begins(seat);
    if (!winners().length) store.tick(`won_${seat}`, true);
  }

  function clearSource() {
    all('[name="source"]').forEach(one => {
      one.checked = false;
    });
    store.set("from", "");
  }

  const handlers = {
    winner(one) {
      change(() => {
        begin(Number(one.dataset.winner));
      });
    },
    source(one) {
      chooseSource(one.dataset.source, one.dataset.from);
    },
    go(one) {
      change(() => {
        clearSource();
        if (one.dataset.go === "winner")
          seats.forEach(seat => {
            store.tick(`won_${seat}`, false);
          });
        else
          winners()
            .slice(1)
            .forEach(seat => {
              store.tick(`won_${seat}`, false);
            });
      });
    },
    dou(one) {
      askDou(Number(one.closest("[data-holder]").dataset.holder), one.dataset.dou, null);
    },
    robbed(one) {
      change(() => {
        store.set("tile", one.dataset.robbed);
      });
      form.querySelector(`[data-robbed="${one.dataset.robbed}"]`).focus();
    },
    turn: askTurned,
    hand(one) {
      askHand(Number(one.dataset.hand));
    },
    tile(one) {
      if (tapped) tapped(one.dataset.tile);
    },
    undo() {
      if (store.undo()) redrawn();
      else handlers.go({ dataset: { go: "source" } });
    },
    reset() {
      store.reset();
      redrawn();
    },
    resume() {
      store.resume();
      redrawn();
    },
  };

  function tap(event) {
    const one = event.target.closest("button");
    const name = one && Object.keys(handlers).find(each => each in one.dataset);
    if (name) handlers[name](one);
  }

  // A plain key changes itself; the copy to go back to is taken just before.
  form.addEventListener("pointerdown", event => {
    if (event.target.matches("input[type=radio], input[type=checkbox]")) store.remember();
  });
  form.addEventListener("change", event => {
    if (event.target !== form) show();
  });
  document.addEventListener("click", tap);

  store.takeCounts();
  const asked = new URLSearchParams(window.location.search).get("winner");
  const named = asked !== null && form.elements[`won_${asked}`] ? Number(asked) : null;
  store.start(named);
  const resumed = store.restored;
  if (!resumed && named !== null && !winners().length) store.tick(`won_${named}`, true);
  show();
  form.dataset.live = "1";
  // The preview listens only from here on.
  document.addEventListener("DOMContentLoaded", () => {
    if (resumed) form.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
