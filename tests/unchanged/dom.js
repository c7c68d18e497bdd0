// The document as lines that can be compared: an element or a text each, indented; white space only where it shows.
window.domLines = (() => {
    const INLINE = new Set("a abbr b bdi bdo button cite code em i img input kbd label mark q s select small span strong sub sup svg time u".split(" "));
    const OWN_LAYOUT = /flex|grid|^table/;

    const display = one => one.isConnected ? getComputedStyle(one).display : "none";
    const known = one => {
        if (one.type === "hidden") return "block";
        const its = display(one);
        return its === "none" || its === "contents" ? (INLINE.has(one.localName) ? "inline" : "block") : its;
    };
    // An element that white space never shows beside.
    const apart = one => one.nodeType === 1 && (one.localName === "br" || !known(one).startsWith("inline"));
    // An element at whose ends white space never shows.
    const holds = one => known(one) !== "inline";

    const speaks = node => node.nodeType === 1 || node.nodeType === 3;
    const beside = (node, way) => {
        let other = node[way];
        while (other && !speaks(other)) other = other[way];
        return other;
    };
    const open = (node, way) => {
        const other = beside(node, way), parent = node.parentNode;
        if (parent.nodeType !== 1 || OWN_LAYOUT.test(known(parent))) return true;
        return other ? apart(other) : holds(parent);
    };
    const text = node => {
        if (node.parentNode.nodeType === 1 && getComputedStyle(node.parentNode).whiteSpace.startsWith("pre")) return node.data;
        let words = node.data.replace(/[ \t\n\r\f]+/g, " ");
        if (open(node, "previousSibling")) words = words.replace(/^ /, "");
        if (open(node, "nextSibling")) words = words.replace(/ $/, "");
        return words;
    };

    const STATE = { input: ["value", "checked", "disabled"], select: ["value", "disabled"], textarea: ["value"], button: ["disabled"], details: ["open"], dialog: ["open"] };
    const sorted = (name, value) => name === "class" ? value.split(/\s+/).filter(Boolean).sort().join(" ") : value.trim().replace(/\s+/g, " ");
    const described = one => {
        const written = Array.from(one.attributes, ({ name, value }) => [name, sorted(name, value)]);
        const state = (STATE[one.localName] || []).map(name => [`.${name}`, String(one[name])]);
        return written.concat(state).sort(([one], [other]) => one < other ? -1 : 1).map(([name, value]) => ` ${name}=${value}`).join("");
    };
    const lines = (node, depth) => {
        if (node.nodeType === 3) {
            const words = text(node);
            return words ? [`${"  ".repeat(depth)}"${words}"`] : [];
        }
        const own = node.nodeType === 1 ? [`${"  ".repeat(depth)}<${node.localName}${described(node)}>`] : [];
        const inside = node.localName === "template" ? node.content : node;
        return own.concat(...Array.from(inside.childNodes).filter(speaks).map(child => lines(child, depth + own.length)));
    };
    return () => ({ dom: lines(document.documentElement, 0), text: document.body.innerText.split("\n") });
})();
