// Pages for when there is no network. Over HTTPS a worker serves them (sw.js). Plain HTTP has none: there the open
// tab keeps the pages it will need next, and writes them anew into its document. So their scripts run as on any
// page, and all listeners of the page before are gone, which an exchange of elements would leave behind.
(() => {
  "use strict";

  const PAGE = "zipai-page:";
  const FRESH = "zipai-fresh:";
  const WORKER = "zipai-pages";
  const AGAIN = 4000;
  const LONGEST = 300000;
  const store = window.zipai.later;
  const shared = window.zipai;

  const served = () => Boolean(navigator.serviceWorker?.controller);
  // What was found out last counts, whatever the browser thinks of its network.
  const lost = () => (shared.unreachable === undefined ? !navigator.onLine : shared.unreachable);
  const pageOf = url => store.get(PAGE + new URL(url, window.location).pathname);
  const ahead = root => Array.from(root.querySelectorAll("a[data-keep]"));

  // The page itself, as it stands, so that one can come back to it.
  function keepThis() {
    if (!document.querySelector("[data-show=table]")) return;
    const page = document.documentElement.cloneNode(true);
    // What scripts moved they will move again; written down it would be an inline style.
    [page].concat(Array.from(page.querySelectorAll("[style]"))).forEach(one => {
      one.removeAttribute("style");
    });
    // What was said once ("saved") is not true of what is entered later; nor is that the newest.
    page.querySelectorAll("#toast, #live").forEach(one => {
      one.textContent = "";
    });
    page.querySelectorAll(".new").forEach(one => {
      one.classList.remove("new");
    });
    store.set(PAGE + window.location.pathname, `<!doctype html>${page.outerHTML}`);
  }

  // Read once, they stay in the browser's own store: their names change with their content.
  function withFiles(page) {
    const linked = Array.from(page.querySelectorAll("link[rel=stylesheet], script[src]"));
    const files = linked.map(one => one.getAttribute("href") || one.getAttribute("src"));
    return Promise.all(files.concat(page.body.dataset.cards, page.body.dataset.icons).map(url => fetch(url)));
  }

  // Nothing where there is no such page for this phone; an error where it has to be asked for again.
  async function keep(path) {
    const answer = await fetch(path, { headers: { Accept: "text/html" } });
    if (answer.status === 403 || answer.status === 404) store.take(PAGE + path);
    if (answer.status === 429 || answer.status >= 500) throw new Error("busy");
    if (!answer.ok || answer.redirected) return null;
    const copy = answer.clone();
    const html = await answer.text();
    const page = new DOMParser().parseFromString(html, "text/html");
    await withFiles(page);
    if (served()) await put(path, copy);
    else store.set(PAGE + path, html);
    return page;
  }

  // A phone without room goes without.
  async function put(path, answer) {
    try {
      await (await caches.open(WORKER)).put(path, answer);
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
    }
  }

  const has = async path => (served() ? (await caches.open(WORKER)).match(path) : store.get(PAGE + path));

  const pathOf = link => new URL(link.getAttribute("href"), window.location).pathname;

  // A worker that began while the page was loading has not seen it.
  async function keepTable() {
    if (served() && !(await has(window.location.pathname))) await keep(window.location.pathname);
    await keepAhead();
  }

  // The next entry is read afresh after every deal; what can be reached from there hardly changes.
  async function keepAhead() {
    const base = (document.querySelector("a[data-base]") || { dataset: {} }).dataset.base || "";
    for (const path of new Set(ahead(document).map(pathOf))) {
      if (store.get(FRESH + path) === base && (await has(path))) continue;
      const page = await keep(path);
      if (!page) continue;
      for (const further of new Set(ahead(page).map(pathOf))) if (!(await has(further))) await keep(further);
      store.set(FRESH + path, base);
    }
  }

  // This phone may see the table no more: nor may it what it saw.
  async function forget(path) {
    const table = path.match(/^\/t\/[^/]+\//)[0];
    store.under([PAGE + table, FRESH + table]).forEach(store.take);
    if (!served()) return;
    const pages = await caches.open(WORKER);
    const there = (await pages.keys()).map(request => new URL(request.url).pathname);
    there
      .filter(path => path === "/" || path.startsWith(table))
      .forEach(path => {
        pages.delete(path);
      });
  }

  function write(html) {
    document.dispatchEvent(new CustomEvent("zipai:leave"));
    document.open();
    document.write(html.replace(/<html(?! data-from-store)/, "<html data-from-store"));
    document.close();
  }

  function show(url) {
    keepThis();
    window.history.pushState({}, "", url);
    write(pageOf(url));
    window.scrollTo(0, 0);
  }

  // False where the page cannot be had now.
  function go(url) {
    if (!lost() || served()) window.location.assign(url);
    else if (pageOf(url)) show(url);
    else {
      shared.show(document.querySelector('[data-q="unreachable"]').textContent);
      return false;
    }
    return true;
  }

  // Nothing could be sent just now, whatever the browser thinks of its network.
  function stay(url) {
    shared.unreachable = true;
    return go(url);
  }

  function followed(event) {
    const link = event.target.closest("a[href]");
    const plain =
      link &&
      !event.defaultPrevented &&
      event.button === 0 &&
      !event.metaKey &&
      !event.ctrlKey &&
      !event.shiftKey &&
      !link.target;
    if (
      !plain ||
      !lost() ||
      served() ||
      link.origin !== window.location.origin ||
      link.getAttribute("href").startsWith("#")
    )
      return;
    event.preventDefault();
    go(link.href);
  }

  window.addEventListener("popstate", () => {
    const html = pageOf(window.location);
    if (html && lost() && !served()) write(html);
    else if ("fromStore" in document.documentElement.dataset) window.location.reload();
  });
  document.addEventListener("click", followed);
  document.addEventListener("zipai:connection", event => {
    const band = document.getElementById("connection");
    const gone = band.textContent === band.dataset.gone;
    shared.unreachable = event.detail.lost && !gone;
    if (gone) {
      left = true;
      forget(window.location.pathname);
    }
  });
  window.addEventListener("offline", () => {
    delete shared.unreachable;
  });
  window.addEventListener("online", () => {
    delete shared.unreachable;
    keepAll();
  });

  // One after the other; what failed, for the network went or the server was busy, is tried again, ever more seldom.
  let turn = Promise.resolve();
  let timer = 0;
  let misses = 0;
  let left = false;

  function keepAll() {
    window.clearTimeout(timer);
    if (left || !document.querySelector("[data-show=table]") || !navigator.onLine) return;
    turn = turn.then(keepTable).then(() => {
      misses = 0;
    }, later);
  }

  function later() {
    misses += 1;
    window.clearTimeout(timer);
    timer = window.setTimeout(keepAll, Math.min(LONGEST, AGAIN * 2 ** misses));
  }

  window.addEventListener("load", () => {
    if (!served()) keepThis();
    timer = window.setTimeout(keepAll, 400);
    // The worker is another one, or has emptied what it keeps (sw.js).
    if (navigator.serviceWorker)
      ["controllerchange", "message"].forEach(name => {
        navigator.serviceWorker.addEventListener(name, keepAll);
      });
  });
  document.addEventListener("zipai:leave", () => {
    left = true;
  });
  Object.assign(shared, { go, stay });
  window.zipaiFollows = true;
  const early = window.zipaiLink;
  window.zipaiLink = "";
  if (early) go(early);
})();
