// Draws cards, groups, keys and places. Knows the page's symbols and words, but not what a tap means.
(() => {
  "use strict";

  const lib = window.zipai.cards;
  const SVG = "http://www.w3.org/2000/svg";
  const EDGES = { peng: ["up", 2], sao: ["down", 2], kaiduo: ["up", 3], saochuan: ["down", 3] };

  function texts(root) {
    const found = {};
    root.querySelectorAll("[data-t]").forEach(one => {
      found[one.dataset.t] = one.textContent;
    });
    return found;
  }

  function fill(text, values) {
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  function element(tag, name, text) {
    const one = document.createElement(tag);
    if (name) one.className = name;
    if (text !== undefined) one.textContent = text;
    return one;
  }

  function button(name, data) {
    const one = element("button", name);
    one.type = "button";
    Object.assign(one.dataset, data);
    return one;
  }

  function picture(symbols, className, box) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", className);
    svg.setAttribute("aria-hidden", "true");
    if (box) svg.setAttribute("viewBox", box);
    symbols.forEach((symbol, i) => {
      const use = document.createElementNS(SVG, "use");
      use.setAttribute("href", symbol);
      if (box) {
        use.setAttribute("x", i * 100);
        use.setAttribute("width", 100);
        use.setAttribute("height", 100);
      }
      svg.append(use);
    });
    return svg;
  }

  const sheet = name => `${document.body.dataset.cards}#${name}`;
  const card = name => picture([sheet(`c${name}`)], "card");
  const icon = name => picture([`${document.body.dataset.icons}#${name}`], "icon");

  function glyphs(cards) {
    return picture(
      cards.map(one => sheet(`g${one}`)),
      `glyphs n${cards.length}`,
      `0 0 ${cards.length * 100} 100`,
    );
  }

  // A screen reader and speech cannot tell 八 from 捌.
  function spoken(cards, t) {
    return cards
      .map(one => (lib.isWild(one) ? lib.named(one) : (lib.isBig(one) ? t.big : t.small) + lib.CARDS[one % 10]))
      .join(" ");
  }

  // 大八，黑: the size by a word and the colour by another.
  function nameOne(card, t) {
    return spoken([card], t) + (lib.isWild(card) ? "" : t.comma + (lib.isRed(card) ? t.red : t.black));
  }

  function name(group, words, t) {
    const alike = lib.SAME.includes(group.kind) && !group.as;
    return `${words[group.kind]} ${alike ? nameOne(group.cards[0], t) : spoken(group.cards, t)}`;
  }

  function fan(group, won) {
    const hidden = group.kind === "sao" ? 2 : group.kind === "saochuan" ? 3 : 0;
    const shape =
      group.kind === "pair" ? "pair" : lib.SAME.includes(group.kind) || group.cards.length > 4 ? "same" : "run";
    const one = element("span", `fan ${shape}`);
    const raised =
      won === null ? -1 : lib.SAME.includes(group.kind) ? group.cards.length - 1 : group.cards.indexOf(won);
    group.cards.forEach((face, i) => {
      const drawn = card(i < hidden ? "b" : face);
      if (i === raised) drawn.classList.add("won");
      one.append(drawn);
    });
    return one;
  }

  // 飞当八.
  function stood(group, t) {
    const at = group.cards.findIndex(lib.isWild);
    return fill(t.stand_as, { wild: lib.named(group.cards[at]).charAt(0), card: lib.CARDS[group.as[at]] });
  }

  function caption(group, points, won, words, t) {
    const line = element("span", "cap");
    const plain = group.as ? stood(group, t) : group.kind === "shun" ? "" : words[group.kind];
    const word = won !== null ? t.won + lib.named(won) : plain;
    if (word) line.append(`${word} `);
    line.append(element("b", "", String(points)));
    return line;
  }

  function filled(group, at, look, config, t) {
    const points = lib.value(group, config.values);
    const won = look.win && look.win.at === at ? look.win.card : null;
    const clash = look.clash?.at.includes(at);
    const classes = [
      "slot",
      "filled",
      clash ? "clash" : "",
      group.cards.length > 11 ? "all" : group.cards.length > 5 ? "many" : "",
    ];
    const one = button(classes.filter(Boolean).join(" "), { group: at });
    const about = `${name(group, config.words, t)} ${fill(t.points, { n: points })}`;
    one.setAttribute(
      "aria-label",
      clash ? fill(t.remove, { kind: about }) : won !== null ? `${about} ${t.won}${spoken([won], t)}` : about,
    );
    one.append(fan(group, won), caption(group, points, clash ? null : won, config.words, t));
    if (clash && group.kind === "shun") one.lastChild.prepend(`${config.words.shun} `);
    return one;
  }

  function empty(kind, _at, next, t) {
    const one = button(`slot empty ${kind}${next ? " next" : ""}`, { place: kind });
    if (next) one.setAttribute("aria-current", "step");
    one.append(element("span", "", t[`slot_${kind}`]));
    one.setAttribute("aria-label", fill(t.slot_label, { what: t[`slot_${kind}`] }));
    return one;
  }

  // look: {win, clash, full: card → boolean, points: whether to print the value}
  function key(kind, base, cards, look, config, t) {
    const edges = EDGES[kind] || ["", 0];
    const one = button(`key ${lib.isBig(base) ? "big" : "small"}${lib.isRed(base) ? " red" : ""}`, {
      kind,
      cards: cards.join(","),
    });
    const shown = (lib.SAME.includes(kind) && kind !== "pair") || kind === "rest" ? [base] : cards;
    const face = element("span", "face");
    face.append(glyphs(shown));
    if (look.points) face.append(element("b", "points", String(lib.value({ kind, cards }, config.values))));
    one.append(face);
    for (let i = 0; i < edges[1]; i += 1) one.append(element("i", `edge ${edges[0]}`));
    const full = look.full(cards);
    if (full) {
      one.classList.add("full");
      one.append(element("span", "badge", t.full));
    }
    one.setAttribute("aria-label", name({ kind, cards }, config.words, t) + (full ? ` ${t.full}` : ""));
    return one;
  }

  function noKey(base) {
    const one = element("span", `key none ${lib.isBig(base) ? "big" : "small"}`);
    const face = element("span", "face");
    face.append(glyphs([base]));
    one.append(face);
    one.setAttribute("aria-hidden", "true");
    return one;
  }

  function single(base, data, chosen, t) {
    const one = button(
      `key ${lib.isBig(base) ? "big" : "small"}${lib.isRed(base) ? " red" : ""}${chosen ? " chosen" : ""}`,
      data,
    );
    const face = element("span", "face");
    face.append(glyphs([base]));
    one.append(face);
    one.setAttribute("aria-label", nameOne(base, t));
    one.setAttribute("aria-pressed", String(Boolean(chosen)));
    return one;
  }

  // Redrawing must lose neither the place of somebody who works by keyboard or screen reader, nor a key that is being
  // pressed just then: what looks the same stays.
  function place(root, nodes) {
    const index = root.contains(document.activeElement)
      ? Array.from(root.querySelectorAll("button")).indexOf(document.activeElement)
      : -1;
    const were = Array.from(root.children);
    were.slice(nodes.length).forEach(one => {
      one.remove();
    });
    nodes.forEach((node, at) => {
      if (at >= were.length) root.append(node);
      else if (!were[at].isEqualNode(node)) were[at].replaceWith(node);
    });
    const all = root.querySelectorAll("button");
    if (index >= 0 && all.length && !root.contains(document.activeElement))
      all[Math.min(index, all.length - 1)].focus({ preventScroll: true });
  }

  window.zipai.view = {
    texts,
    fill,
    element,
    button,
    icon,
    spoken,
    name,
    filled,
    empty,
    key,
    noKey,
    single,
    place,
    fan,
  };
})();
