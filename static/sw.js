// @ts-check
// Over HTTPS a table opens without network, as it was seen last. Everything the server sends of a table says
// `no-store`, so that no shared or forgotten store has it; this one keeps it on purpose, on the phone that was let
// in, and forgets it when the server no longer knows the phone. Only pages and files are kept, never what is sent.
// In front of this file the server writes `self.zipai = {version, offline, files}` (see views/offline.py).
"use strict";

const worker = /** @type {TableWorker} */ (/** @type {unknown} */ (self));
const FILES = `zipai-files-${worker.zipai.version}`;
const PAGES = "zipai-pages";
const KEPT = /^\/(?:$|t\/[^/]+\/(?:$|deals\/(?:new|dead|foul|opening)\/$))/;
const PLAIN = /^(?:$|\?winner=\d+$)/;
const PATIENCE = 4000;

worker.addEventListener("install", event => {
  event.waitUntil(install());
});

async function install() {
  const files = await caches.open(FILES);
  await files.addAll([...worker.zipai.files, worker.zipai.offline]);
  await worker.skipWaiting();
}

// Another version has other files: pages that name the old ones go with them.
worker.addEventListener("activate", event => {
  event.waitUntil(activate());
});

async function activate() {
  const names = await caches.keys();
  const old = names.filter(name => name.startsWith("zipai-") && name !== FILES);
  await Promise.all(old.map(name => caches.delete(name)));
  await worker.clients.claim();
  // Open pages have had this worker for a while by now: what they saw kept is gone, and they keep it anew (kept.js).
  for (const client of await worker.clients.matchAll()) client.postMessage("emptied");
}

// A page that came past this worker asks for it (app.js).
worker.addEventListener("message", event => {
  if (event.data === "claim") event.waitUntil(worker.clients.claim());
});

worker.addEventListener("fetch", event => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(answerFile(request));
  else if (request.mode === "navigate") event.respondWith(answerPage(event, url));
});

// A file is named by its content and never changes.
/** @param {Request} request */
async function answerFile(request) {
  const files = await caches.open(FILES);
  const file = await files.match(request);
  if (file) return file;
  const answer = await fetch(request);
  if (answer.ok) await keep(files, request, answer);
  return answer;
}

// A phone without room still shows what came.
/** @type {(cache: Cache, key: RequestInfo, answer: Response) => Promise<void>} */
async function keep(cache, key, answer) {
  try {
    await cache.put(key, answer.clone());
  } catch {
    // Not kept.
  }
}

// The server first; what was seen last where it does not answer, or not in time.
/** @type {(event: FetchEvent, url: URL) => Promise<Response>} */
async function answerPage(event, url) {
  const fresh = fetch(event.request).then(answer => keepPage(url, answer));
  const done = fresh.catch(() => {
    // Answered below.
  });
  event.waitUntil(done);
  const last = await keptPage(url);
  try {
    if (!last) return await fresh;
    const answer = await Promise.race([fresh, pause(PATIENCE)]);
    return answer && ![502, 503, 504].includes(answer.status) ? answer : last;
  } catch {
    return last || (await offlinePage());
  }
}

async function offlinePage() {
  const files = await caches.open(FILES);
  return (await files.match(worker.zipai.offline)) || Response.error();
}

/** @type {(time: number) => Promise<void>} */
const pause = time => new Promise(resolve => setTimeout(resolve, time));

/** @type {(url: URL, answer: Response) => Promise<Response>} */
async function keepPage(url, answer) {
  const pages = await caches.open(PAGES);
  if (answer.status === 404) await forgetTable(pages, url.pathname);
  // With a winner in its address a form is filled in; the kept one is asked for that later (entering.js).
  const isKept = answer.ok && !answer.redirected && KEPT.test(url.pathname) && !url.search;
  if (isKept) await keep(pages, url.pathname, answer);
  return answer;
}

// The table is gone for this phone: everything seen of it, and the list that names it.
/** @type {(pages: Cache, path: string) => Promise<void>} */
async function forgetTable(pages, path) {
  const table = /^\/t\/[^/]+\//.exec(path)?.[0];
  if (!table) return;
  const paths = (await pages.keys()).map(request => new URL(request.url).pathname);
  const gone = paths.filter(one => one === "/" || one.startsWith(table));
  await Promise.all(gone.map(one => pages.delete(one)));
}

/** @param {URL} url */
async function keptPage(url) {
  if (!PLAIN.test(url.search)) return null;
  const page = await (await caches.open(PAGES)).match(url.pathname);
  if (!page) return null;
  const headers = new Headers(page.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  return new Response((await page.text()).replace("<html", "<html data-from-store"), { status: 200, headers });
}
