// Puts other texts into a page while pictures of it are taken, and hides what has to be scanned.
window.mask = (() => {
    const HIDDEN = 'path[d^="M0 0h7v1h-7z"], img[src^="data:image/png"]';
    const undo = [];

    const put = (one, name, value) => {
        const before = one[name];
        if (before === value) return;
        one[name] = value;
        undo.unshift(() => { one[name] = before; });
    };
    const nodes = () => {
        const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) if (walker.currentNode.data.trim()) found.push([walker.currentNode, "data"]);
        return found.concat(Array.from(document.querySelectorAll("input:not([type=hidden]), textarea"), one => [one, "value"]));
    };
    let held = [];
    return {
        // What stands there, without the blanks around it.
        texts: () => { held = nodes(); return held.map(([one, name]) => one[name].trim()); },
        put: texts => {
            held.forEach(([one, name], at) => put(one, name, one[name].replace(one[name].trim(), () => texts[at])));
            document.querySelectorAll(HIDDEN).forEach(one => put(one.style, "visibility", "hidden"));
            put(document.documentElement.style, "caretColor", "transparent");
        },
        off: () => undo.splice(0).forEach(one => one()),
    };
})();
