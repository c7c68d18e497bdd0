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
// What an open page asks for so that it is kept (kept.js), and takes from nowhere else.
const KEEP = "text/html";

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

// A page that came past this worker asks to be served by it (app.js); one that knows of a table that is gone, to have it
// forgotten (forget.js, kept.js).
worker.addEventListener("message", event => {
  if (event.data === "claim") event.waitUntil(worker.clients.claim());
  else if (event.data.forget) event.waitUntil(forget(event.data.forget));
});

worker.addEventListener("fetch", event => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(answerFile(request));
  else if (request.mode === "navigate") event.respondWith(answerPage(event, url));
  else if (request.headers.get("Accept") === KEEP) event.respondWith(fetchPage(request, url));
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
  const fresh = fetchPage(event.request, url);
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

// What was asked for before its table was forgotten is not kept, however late it comes. While anything is on its way this
// worker is not stopped, so that it need not write down what it forgot.
/** @type {Map<string, number>} */
const forgotten = new Map();
let requests = 0;

/** @type {(path: string, began: number) => boolean} */
const isForgotten = (path, began) => [...forgotten].some(([start, when]) => path.startsWith(start) && when > began);

/** @type {(request: Request, url: URL) => Promise<Response>} */
async function fetchPage(request, url) {
  requests += 1;
  const began = requests;
  const answer = await fetch(request);
  if (answer.status === 404) await forgetTable(url.pathname);
  // With a winner in its address a form is filled in; the kept one is asked for that later (entering.js).
  const isKept = answer.ok && !answer.redirected && KEPT.test(url.pathname) && !url.search;
  if (isKept) await keepPage(url.pathname, answer, began);
  return answer;
}

/** @type {(path: string, answer: Response, began: number) => Promise<void>} */
async function keepPage(path, answer, began) {
  if (isForgotten(path, began)) return;
  const pages = await caches.open(PAGES);
  await keep(pages, path, answer);
  // Forgotten while it was being written.
  if (isForgotten(path, began)) await pages.delete(path);
}

// The table is gone for this phone.
/** @param {string} path */
async function forgetTable(path) {
  const table = /^\/t\/[^/]+\//.exec(path)?.[0];
  if (table) await forget(table);
}

// Everything whose path starts so, and the list that names the tables.
/** @param {string} start */
async function forget(start) {
  requests += 1;
  for (const one of [start, "/"]) forgotten.set(one, requests);
  const pages = await caches.open(PAGES);
  const paths = (await pages.keys()).map(request => new URL(request.url).pathname);
  await Promise.all(paths.filter(one => one === "/" || one.startsWith(start)).map(one => pages.delete(one)));
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
