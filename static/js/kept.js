// Pages for when there is no network. Over HTTPS a worker keeps them (sw.js). Plain HTTP has none: there the open tab keeps
// the pages it will need next, and writes them anew into its document. So their scripts run as on any page, and all
// listeners of the page before are gone, which an exchange of elements would leave behind.
(function () {
  "use strict";

  const PAGE = "zipai-page:";
  const store = window.zipai.later;
  const shared = window.zipai;

  const served = function () { return Boolean(navigator.serviceWorker && navigator.serviceWorker.controller); };
  const lost = function () { return !navigator.onLine || shared.unreachable; };
  const pageOf = function (url) { return store.get(PAGE + new URL(url, window.location).pathname); };
  const ahead = function (root) { return Array.from(root.querySelectorAll("a[data-keep]")); };

  // The page itself, as it stands, so that one can come back to it.
  function keepThis() {
    if (!document.querySelector("[data-show=table]")) return;
    const page = document.documentElement.cloneNode(true);
    // What scripts moved they will move again; written down it would be an inline style.
    page.querySelectorAll("[style]").forEach(function (one) { one.removeAttribute("style"); });
    store.set(PAGE + window.location.pathname, "<!doctype html>" + page.outerHTML);
  }

  async function keep(path) {
    const answer = await fetch(path, { headers: { Accept: "text/html" } });
    if (answer.status === 403 || answer.status === 404) store.take(PAGE + path);
    if (!answer.ok || answer.redirected) return null;
    const html = await answer.text();
    store.set(PAGE + path, html);
    const page = new DOMParser().parseFromString(html, "text/html");
    // Read once, they stay in the browser's own store: their names change with their content.
    page.querySelectorAll("link[rel=stylesheet], script[src]").forEach(function (one) { fetch(one.getAttribute("href") || one.getAttribute("src")); });
    return page;
  }

  const pathOf = function (link) { return new URL(link.getAttribute("href"), window.location).pathname; };

  // The next entry is read afresh at every deal; what can be reached from there hardly changes.
  async function keepAhead() {
    try {
      for (const path of new Set(ahead(document).map(pathOf))) {
        const page = await keep(path);
        if (!page) continue;
        for (const further of new Set(ahead(page).map(pathOf))) if (!store.get(PAGE + further) && further !== path) await keep(further);
      }
    } catch (error) { /* no network: what was kept before has to do */ }
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
  }

  function go(url) {
    if (!lost() || served()) window.location.assign(url);
    else if (pageOf(url)) show(url);
    else shared.show(document.querySelector('[data-q="unreachable"]').textContent);
  }

  // Nothing could be sent just now, whatever the browser thinks of its network.
  function stay(url) {
    shared.unreachable = true;
    go(url);
  }

  function followed(event) {
    const link = event.target.closest("a[href]");
    const plain = link && !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !link.target;
    if (!plain || !lost() || served() || link.origin !== window.location.origin || link.getAttribute("href").startsWith("#")) return;
    event.preventDefault();
    go(link.href);
  }

  window.addEventListener("popstate", function () {
    const html = pageOf(window.location);
    if (html && lost() && !served()) write(html);
    else if ("fromStore" in document.documentElement.dataset) window.location.reload();
  });
  document.addEventListener("click", followed);
  document.addEventListener("zipai:connection", function (event) {
    const band = document.getElementById("connection");
    const gone = band.textContent === band.dataset.gone;
    shared.unreachable = event.detail.lost && !gone;
    if (gone) store.take(PAGE + window.location.pathname);
  });
  window.addEventListener("online", function () { shared.unreachable = false; });
  window.addEventListener("load", function () {
    if (served()) return;
    keepThis();
    if (document.querySelector("[data-show=table]")) window.setTimeout(keepAhead, 400);
  });
  Object.assign(shared, { go: go, stay: stay });
})();
