// Over HTTPS a table opens without network, as it was seen last. Everything the server sends of a table says
// `no-store`, so that no shared or forgotten store has it; this one keeps it on purpose, on the phone that was let
// in, and forgets it when the server no longer knows the phone. Only pages and files are kept, never what is sent.
// In front of this file the server writes `self.zipai = {version, offline, files}` (see views/offline.py).
"use strict";

const FILES = `zipai-files-${self.zipai.version}`;
const PAGES = "zipai-pages";
const KEPT = /^\/(?:$|t\/[^/]+\/(?:$|deals\/(?:new|dead|foul|opening)\/$))/;
const PLAIN = /^(?:$|\?winner=\d+$)/;
const PATIENCE = 4000;

self.addEventListener("install", event => {
  event.waitUntil(install());
});

async function install() {
  const files = await caches.open(FILES);
  await files.addAll(self.zipai.files.concat(self.zipai.offline));
  await self.skipWaiting();
}

// Another version has other files: pages that name the old ones go with them.
self.addEventListener("activate", event => {
  event.waitUntil(activate());
});

async function activate() {
  const old = (await caches.keys()).filter(name => name.startsWith("zipai-") && name !== FILES);
  await Promise.all(old.map(name => caches.delete(name)));
  await self.clients.claim();
  // Open pages have had this worker for a while by now: what they saw kept is gone, and they keep it anew (kept.js).
  (await self.clients.matchAll()).forEach(client => {
    client.postMessage("emptied");
  });
}

// A page that came past this worker asks for it (app.js).
self.addEventListener("message", event => {
  if (event.data === "claim") event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", event => {
  const request = event.request;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
});

// A file is named by its content and never changes.
async function file(request) {
  const files = await caches.open(FILES);
  const found = await files.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await kept(files, request, answer);
  return answer;
}

// A phone without room still shows what came.
async function kept(where, what, answer) {
  try {
    await where.put(what, answer.clone());
  } catch (_error) {
    /* not kept */
  }
}

// The server first; what was seen last where it does not answer, or not in time.
async function page(event, url) {
  const fresh = fetch(event.request).then(answer => seen(url, answer));
  event.waitUntil(
    fresh.catch(() => {
      /* said below */
    }),
  );
  const last = await stored(url);
  try {
    const answer = await Promise.race(last ? [fresh, pause(PATIENCE)] : [fresh]);
    return !answer || ([502, 503, 504].includes(answer.status) && last) ? last : answer;
  } catch (_error) {
    return last || (await caches.open(FILES)).match(self.zipai.offline);
  }
}

const pause = time =>
  new Promise(done => {
    setTimeout(done, time);
  });

async function seen(url, answer) {
  const pages = await caches.open(PAGES);
  if (answer.status === 404) await forget(pages, url.pathname);
  // With a winner in its address a form is filled in; the kept one is asked for that later (entering.js).
  if (answer.ok && !answer.redirected && KEPT.test(url.pathname) && !url.search)
    await kept(pages, url.pathname, answer);
  return answer;
}

// The table is gone for this phone: everything seen of it, and the list that names it.
async function forget(pages, path) {
  const table = /^\/t\/[^/]+\//.exec(path);
  if (!table) return;
  const there = (await pages.keys()).map(request => new URL(request.url).pathname);
  await Promise.all(there.filter(one => one === "/" || one.startsWith(table[0])).map(one => pages.delete(one)));
}

async function stored(url) {
  const found = PLAIN.test(url.search) && (await (await caches.open(PAGES)).match(url.pathname));
  if (!found) return undefined;
  const headers = new Headers(found.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  return new Response((await found.text()).replace("<html", "<html data-from-store"), { status: 200, headers });
}
