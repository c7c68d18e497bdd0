// @ts-check
// Pages for when there is no network. Over HTTPS a worker serves them (sw.js). Plain HTTP has none: there the open tab
// keeps the pages it will need next, and writes them anew into its document. So their scripts run as on any page, and
// all listeners of the page before are gone, which an exchange of elements would leave behind.
"use strict";

(() => {
  const { zipai } = window;
  const { all, find, emit, around, word, isFromStore, tab } = zipai;
  const PAGE = "zipai-page:";
  const FRESH = "zipai-fresh:";
  const WORKER = "zipai-pages";
  const AGAIN = 4000;
  const LONGEST = 300000;

  const isServed = () => Boolean(navigator.serviceWorker?.controller);

  // What was found out last counts, whatever the browser thinks of its network.
  const isOffline = () => (zipai.isUnreachable === undefined ? !navigator.onLine : zipai.isUnreachable);

  const hasTable = () => find("[data-show=table]") !== null;

  /** @type {(address: string) => string} */
  const pathOf = address => new URL(address, window.location.href).pathname;

  /** @type {(address: string) => string | null} */
  const keptPage = address => tab.text(PAGE + pathOf(address));

  /** @type {(root: ParentNode) => Set<string>} */
  const pathsAhead = root => new Set(all("a[data-keep]", root).map(link => pathOf(link.getAttribute("href") || "")));

  // The page itself, as it stands, so that one can come back to it.
  function keepThisPage() {
    if (!hasTable()) return;
    const page = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true));
    // What scripts moved they will move again; written down it would be an inline style.
    for (const one of [page, ...all("[style]", page)]) one.removeAttribute("style");
    // What was said once ("saved") is not true of what is entered later; nor is that the newest.
    for (const one of all("#toast, #live", page)) one.replaceChildren();
    for (const one of all(".new", page)) one.classList.remove("new");
    tab.write(PAGE + window.location.pathname, `<!doctype html>${page.outerHTML}`);
  }

  // Read once, they stay in the browser's own store: their names change with their content.
  /** @param {Document} page */
  async function fetchFiles(page) {
    const linked = all("head > link[rel=stylesheet], script[src]", page);
    const files = linked.map(one => one.getAttribute("href") || one.getAttribute("src"));
    await Promise.all([...files, page.body.dataset.cards].map(address => fetch(String(address))));
  }

  // The worker keeps what is asked for in this way (sw.js). Nothing where there is no such page for this phone; an error
  // where it has to be asked for again.
  /** @param {string} path */
  async function keep(path) {
    const answer = await fetch(path, { headers: { Accept: "text/html" } });
    if (answer.status === 403 || answer.status === 404) tab.erase(PAGE + path);
    if (answer.status === 429 || answer.status >= 500) throw new Error("busy");
    if (!answer.ok || answer.redirected) return null;
    const html = await answer.text();
    const page = new DOMParser().parseFromString(html, "text/html");
    await fetchFiles(page);
    if (!isServed() && !isOver) tab.write(PAGE + path, html);
    return page;
  }

  /** @type {(path: string) => Promise<boolean>} */
  async function isKept(path) {
    const page = isServed() ? await (await caches.open(WORKER)).match(path) : tab.text(PAGE + path);
    return Boolean(page);
  }

  // A worker that began while the page was loading has not seen it.
  async function keepTable() {
    const { pathname } = window.location;
    if (isServed() && !(await isKept(pathname))) await keep(pathname);
    const base = find("a[data-base]")?.dataset.base || "";
    for (const path of pathsAhead(document)) await keepEntry(path, base);
  }

  // The next entry is read afresh after every deal; what can be reached from there hardly changes.
  /** @type {(path: string, base: string) => Promise<void>} */
  async function keepEntry(path, base) {
    if (tab.text(FRESH + path) === base && (await isKept(path))) return;
    const page = await keep(path);
    if (!page) return;
    for (const further of pathsAhead(page)) if (!(await isKept(further))) await keep(further);
    tab.write(FRESH + path, base);
  }

  // This phone may see the table no more: nor may it what it saw.
  /** @param {string} path */
  async function forgetTable(path) {
    const table = /^\/t\/[^/]+\//.exec(path)?.[0] || path;
    for (const key of tab.keys(PAGE + table, FRESH + table)) tab.erase(key);
    await zipai.forgetPages(table);
  }

  /** @param {string} html */
  function writePage(html) {
    emit("zipai:leave");
    document.open();
    document.write(html.replace(/<html(?! data-from-store)/, "<html data-from-store"));
    document.close();
  }

  // False where the page cannot be had now.
  /** @type {Pages["go"]} */
  function go(address) {
    if (!isOffline() || isServed()) {
      window.location.assign(address);
      return true;
    }
    if (!keptPage(address)) {
      zipai.showMessage(word("unreachable"));
      return false;
    }
    keepThisPage();
    window.history.pushState({}, "", address);
    writePage(keptPage(address) || "");
    window.scrollTo(0, 0);
    return true;
  }

  // Nothing could be sent just now, whatever the browser thinks of its network.
  /** @type {Pages["goOffline"]} */
  function goOffline(address) {
    zipai.isUnreachable = true;
    return go(address);
  }

  /** @type {(event: MouseEvent) => boolean} */
  const isPlainTap = event =>
    !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;

  /** @type {(link: HTMLAnchorElement) => boolean} */
  const leadsToPage = link =>
    !link.target && link.origin === window.location.origin && !link.getAttribute("href")?.startsWith("#");

  /** @param {MouseEvent} event */
  function follow(event) {
    const link = /** @type {HTMLAnchorElement | null} */ (around(event, "a[href]"));
    if (!link || !isPlainTap(event) || !leadsToPage(link) || !isOffline() || isServed()) return;
    event.preventDefault();
    go(link.href);
  }

  window.addEventListener("popstate", () => {
    const html = keptPage(window.location.href);
    if (html && isOffline() && !isServed()) writePage(html);
    else if (isFromStore()) window.location.reload();
  });
  document.addEventListener("click", follow);
  document.addEventListener("zipai:connection", event => {
    const { isLost, isGone } = event.detail;
    zipai.isUnreachable = isLost && !isGone;
    if (!isGone) return;
    isOver = true;
    forgetTable(window.location.pathname);
  });
  window.addEventListener("offline", () => {
    zipai.isUnreachable = undefined;
  });
  window.addEventListener("online", () => {
    zipai.isUnreachable = undefined;
    keepAll();
  });

  // One after the other; what failed, for the network went or the server was busy, is tried again, ever more seldom.
  let turn = Promise.resolve();
  let timer = 0;
  let misses = 0;
  let isOver = false;

  function keepAll() {
    window.clearTimeout(timer);
    if (isOver || !hasTable() || !navigator.onLine) return;
    turn = turn.then(keepTable).then(() => {
      misses = 0;
    }, keepLater);
  }

  function keepLater() {
    misses += 1;
    window.clearTimeout(timer);
    timer = window.setTimeout(keepAll, Math.min(LONGEST, AGAIN * 2 ** misses));
  }

  window.addEventListener("load", () => {
    if (!isServed()) keepThisPage();
    timer = window.setTimeout(keepAll, 400);
    // The worker is another one, or has emptied what it keeps (sw.js).
    for (const news of ["controllerchange", "message"]) navigator.serviceWorker?.addEventListener(news, keepAll);
  });
  document.addEventListener("zipai:leave", () => {
    isOver = true;
  });
  /** @type {Pages} */
  const pages = { go, goOffline };
  Object.assign(zipai, pages);
  zipai.early.isLinkTaken = true;
  if (zipai.early.link) go(zipai.early.link);
})();
