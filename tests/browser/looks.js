// What `tests/browser/looks.py` measures pages with.
window.looks = (() => {
    // CSS pixels.
    const TARGET = 48;

    // Whether a text stands out hangs on its colour, whether it counts as large, what lies behind it, and for a link what
    // stands around it: one of each kind stands for all, on whatever page. What is taken out of the flow may lie on anything,
    // so its kind has its name too. Large type has the colours of the small (`tests/views/test_looked_at.py`), and less is
    // asked of them.
    // From 18 pt, or 14 pt if bold, less contrast is asked for (WCAG 1.4.3); worked out as axe does it.
    const isLarge = style => Math.ceil(72 * Number.parseFloat(style.fontSize)) / 96 >= (Number(style.fontWeight) >= 700 ? 14 : 18);
    const kinds = () => {
        const grounds = new Map(), kinds = new Map();
        const fields = "input, select, textarea";
        const afloat = new Set(["absolute", "fixed", "sticky"]);
        const behind = one => {
            if (!one) return "";
            if (!grounds.has(one)) {
                const style = getComputedStyle(one);
                const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter, style.mixBlendMode].join();
                const name = afloat.has(style.position) ? `${one.tagName}.${one.getAttribute("class")}/` : "";
                grounds.set(one, (own === "rgba(0, 0, 0, 0),none,1,none,normal" ? "" : own + "/") + name + behind(one.parentElement));
            }
            return grounds.get(one);
        };
        const speaks = one => one.matches(fields) || Array.from(one.childNodes).some(node => node.nodeType === 3 && node.nodeValue.trim());
        const shown = one => one.checkVisibility({ visibilityProperty: true });
        Array.from(document.querySelectorAll("body *")).filter(one => speaks(one) && shown(one)).forEach(one => {
            const style = getComputedStyle(one);
            const apart = [one.matches(fields), one.matches(":disabled *, :disabled")];
            const size = style.textShadow === "none" ? isLarge(style) : [style.fontSize, style.fontWeight];
            const about = apart.concat(style.color, style.textShadow, size);
            const link = one.closest("a");
            const around = link ? [getComputedStyle(link).textDecorationLine, getComputedStyle(link.parentElement).color] : [];
            const kind = about.concat(around, behind(one)).join("|");
            kinds.set(kind, (kinds.get(kind) || []).concat(one));
        });
        return Array.from(kinds, ([kind, alike]) => [kind, alike.find(one => one.matches("main *")) || alike[0]]);
    };

    const dress = ([theme, type]) => {
        const root = document.documentElement;
        root.dataset.theme = theme;
        if (type === "normal") delete root.dataset.type; else root.dataset.type = type;
        document.getAnimations().forEach(one => one.finish());
    };

    // Everything that a finger may want, with the label that takes its taps. Left out: what lies within a line of text, where a
    // larger target would push the lines apart (WCAG 2.5.8 allows it), and the skip link, which only a keyboard reaches.
    const small = () => {
        const shown = one => one.getClientRects().length && getComputedStyle(one).visibility === "visible";
        const inside = one => one.closest(".visually-hidden, .skip, [aria-hidden=true]") !== null;
        const taps = one => one.matches("input") && one.labels.length && one.closest("label") ? one.closest("label") : one;
        return Array.from(document.querySelectorAll("a[href], button, summary, input:not([type=hidden]), select, textarea"))
            .map(taps).filter(one => shown(one) && !inside(one)).map(one => [one, one.getBoundingClientRect()])
            .filter(([one, box]) => Math.min(box.width, box.height) < TARGET - 0.5)
            .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${Math.round(box.width)}x${Math.round(box.height)}`);
    };

    // Text in a box of fixed height. A name that ends in … can be read where it is edited.
    const cutOff = () => Array.from(document.body.querySelectorAll("*")).filter(one => {
        const style = getComputedStyle(one);
        return style.overflowY === "hidden" && style.textOverflow !== "ellipsis" && !one.closest(".visually-hidden, svg")
            && one.getClientRects().length && one.scrollHeight > one.clientHeight + 2;
    }).map(one => `${one.outerHTML.slice(0, 90)} ${one.scrollHeight} > ${one.clientHeight}`);

    const wide = () => {
        const room = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= room) return [];
        const boxes = Array.from(document.body.querySelectorAll("*")).map(one => [one, one.getBoundingClientRect()]);
        return [`${document.documentElement.scrollWidth} > ${room}`].concat(boxes.filter(([one, box]) => box.right > room + 1)
            .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${Math.round(box.right)}`).slice(0, 6));
    };

    // What a screen reader goes by: one main part, one chief heading, no level left out, no name of a place used twice, tables
    // and pictures with a name.
    const order = () => {
        const shown = one => one.getClientRects().length;
        const heads = Array.from(document.querySelectorAll("h1, h2, h3, h4, h5, h6")).filter(shown).map(one => Number(one.tagName[1]));
        const jumps = heads.filter((level, at) => level > (at ? heads[at - 1] : 0) + 1);
        const marks = ["main", "h1"].map(name => Array.from(document.querySelectorAll(name)).filter(shown).length);
        const ids = Array.from(document.querySelectorAll("[id]")).map(one => one.id);
        const named = "th[scope], caption";
        const tables = Array.from(document.querySelectorAll("table")).filter(one => !one.querySelector(named));
        const drawn = Array.from(document.querySelectorAll("main svg")).filter(one => shown(one) && !one.closest("[aria-hidden=true]")
            && one.getAttribute("role") !== "img" && !one.closest("[role=img]"));
        return [...jumps.map(level => `heading ${level} leaves a level out: ${heads}`),
            ...ids.filter((id, at) => ids.indexOf(id) !== at).map(id => `two of #${id}`),
            ...marks.map((count, at) => count === 1 ? "" : `${count} of ${["main", "h1"][at]}`).filter(Boolean),
            ...tables.concat(drawn).map(one => `no name: ${one.outerHTML.slice(0, 80)}`)];
    };

    const measures = () => small().map(one => `small target: ${one}`).concat(cutOff().map(one => `cut off: ${one}`));

    // Axe makes way for others after every rule, when the page would be drawn in whatever look it has: all of it in one go.
    const atOnce = async work => {
        const wait = window.setTimeout;
        window.setTimeout = (what, time = 0, ...rest) => time ? wait(what, time, ...rest) : queueMicrotask(what);
        try { return await work(); } finally { window.setTimeout = wait; }
    };

    // Axe asks for the names of all attributes of all elements by way of the attributes themselves, which takes a sixth of its
    // time. Of colours it is asked only where a kind of text is marked: each text within that has a kind of its own.
    const bring = () => {
        bringAxe();
        const virtual = Object.getPrototypeOf(axe.setup(document.createElement("i")));
        axe.teardown();
        Object.defineProperty(virtual, "attrNames", { get() { return this._cache.attrNames ||= this.actualNode.getAttributeNames(); } });
        // A seal has one character, which axe would leave to people.
        const contrast = axe._audit.checks["color-contrast"];
        axe.configure({ checks: [{ id: "color-contrast", options: { ...contrast.options, ignoreLength: true } }],
            rules: [{ id: "color-contrast", selector: "[data-marked]" }, { id: "link-in-text-block", selector: "[data-marked-link]" }] });
    };
    const mark = (one, how) => {
        one.toggleAttribute("data-marked", how);
        const link = one.closest("a[href], [role=link]");
        if (link) link.toggleAttribute("data-marked-link", how);
    };

    // What is wrong with the page in all its looks, and the kinds of text that stand out. Where nothing scrolls by itself, no
    // keyboard has to reach it; large type changes nothing about what may (`tests/views/test_looked_at.py`).
    const lookAt = async ([runs, judged]) => {
        const known = new Set(judged), passed = [], found = [];
        const report = (look, results) => found.push(...results.violations.flatMap(
            rule => rule.nodes.map(node => `${look} ${rule.id}: ${node.target.join(" ")} ${node.failureSummary}`)));
        const unknown = () => kinds().filter(([kind]) => !known.has(kind));
        const judge = async (look, options, fresh) => {
            fresh.forEach(([, one]) => mark(one, true));
            const results = await axe.run(document, options);
            fresh.forEach(([, one]) => mark(one, false));
            const open = results.violations.concat(results.incomplete).filter(rule => runs.colours.runOnly.includes(rule.id))
                .flatMap(rule => rule.nodes.map(node => node.element));
            passed.push(...fresh.filter(([, one]) => !open.some(other => other.contains(one))).map(([kind]) => kind));
            report(look, results);
        };
        const scrolls = one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight;
        const scrollable = () => Array.from(document.body.querySelectorAll("*:not(select, textarea)"))
            .filter(one => /auto|scroll/.test(getComputedStyle(one).overflow));
        if (!window.axe) bring();
        dress(["light", "normal"]);
        const light = unknown();
        await judge("light", light.length ? runs.all : runs.but_colours, light);
        const may = scrollable();
        dress(["dark", "normal"]);
        const dark = unknown();
        if (dark.length) await judge("dark", runs.colours, dark);
        if (may.length) dress(["light", "large"]);
        const scrolling = may.filter(scrolls);
        if (scrolling.length) report("large", await axe.run({ include: scrolling }, runs.room));
        dress(["light", "normal"]);
        return [found.concat(order(), measures()), passed];
    };
    const look = asked => atOnce(() => lookAt(asked));

    // The same on a narrow phone; then, with text twice as large, what makes the page scroll sideways.
    const narrow = () => {
        const root = document.documentElement, found = measures().map(one => `narrow ${one}`);
        root.style.fontSize = "200%";
        found.push(...wide().map(one => `too wide: ${one}`), ...cutOff().map(one => `cut off at 200 %: ${one}`));
        root.style.fontSize = "";
        return found;
    };

    // Once the page takes every tap (`static/js/early.js`).
    const rested = () => new Promise(done => {
        const root = document.documentElement;
        const look = () => { if (!("fresh" in root.dataset)) { watch.disconnect(); done(); } };
        const watch = new MutationObserver(look);
        watch.observe(root, { attributeFilter: ["data-fresh"] });
        look();
    });

    return { dress, look, measures, narrow, rested, wide };
})();
