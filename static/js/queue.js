// @ts-check
// Entries on their way to the ledger. Each is put on this phone first and taken off when the server has it; they go in
// the order they were made, each building on the one before, and survive a reload and a restart of the browser.
"use strict";

(() => {
  const { phone, emit, csrfToken, fetchWithin, newId, all: elements } = window.zipai;
  const ENTRY = "zipai-wait:";
  const LAST = "zipai-last:";
  const LEASE = "zipai-lease";
  const BEEN = "zipai-been:";
  const PATIENCE = 8000;
  const LONGEST = 60000;
  const CHANGING = 600000;
  /** @type {Readonly<QueueEnd>} */
  const LOST = Object.freeze({ became: "lost", wait: 0 });
  const REFUSED = [400, 403, 404, 409, 412, 413, 422, 423];
  let misses = 0;
  let timer = 0;
  let isOver = false;

  /** @type {(time: number) => Promise<void>} */
  const pause = time => new Promise(resolve => window.setTimeout(resolve, time));

  // What waits. One key an entry, so that two tabs never write over each other's.

  /** @type {(entry: QueueEntry) => string} */
  const keyOf = entry => `${ENTRY}${entry.table}:${String(entry.order).padStart(9, "0")}:${entry.clientId}`;

  /** @type {Queue["all"]} */
  const all = (table = "") =>
    phone
      .keys(ENTRY + table)
      .map(key => phone.read(key))
      .filter(Boolean);

  /** @type {Queue["find"]} */
  const find = clientId => all().find(entry => entry.clientId === clientId);

  /** @param {{ stored?: string[] }} detail */
  const publish = (detail = {}) => emit("zipai:queue", detail);

  // The same entry entered again takes its old place. False where nothing can be kept on this phone.
  /** @type {Queue["put"]} */
  function put(entry) {
    const entries = all(entry.table);
    const same = entries.find(one => one.clientId === entry.clientId);
    entry.order = same ? same.order : Math.max(0, ...entries.map(one => one.order)) + 1;
    const isKept = phone.keep(keyOf(entry), entry);
    publish();
    return isKept;
  }

  /** @type {Queue["edit"]} */
  function edit(entry, part) {
    const now = find(entry.clientId);
    if (now) phone.keep(keyOf(now), Object.assign(now, part));
    publish();
  }

  /** @type {Queue["remove"]} */
  function remove(clientIds) {
    for (const entry of all()) if (clientIds.includes(entry.clientId)) phone.erase(keyOf(entry));
    publish();
  }

  // The server has these, as a page or news of the table say: what waits behind one of them builds on it all the same,
  // and need not wait until it is sent again.
  /** @type {Queue["removeStored"]} */
  function removeStored(clientIds) {
    const stored = all().filter(entry => clientIds.includes(entry.clientId) && !entry.aside);
    for (const { table, order, clientId } of stored) {
      const next = all(table).find(entry => entry.order > order && !entry.aside);
      if (next) edit(next, { base: `after:${clientId}` });
    }
    remove(clientIds);
    if (stored.length) flushNow();
  }

  // What an entry builds on: the one before it in the queue, or what this phone had stored since the form was made.
  /** @type {Queue["baseOf"]} */
  function baseOf({ table, base, order }) {
    const before = all(table)
      .filter(one => one.order < order && !one.aside)
      .pop();
    if (before) return `after:${before.clientId}`;
    const last = phone.read(LAST + table);
    return last && Number(base) < last.seq ? `after:${last.clientId}` : base;
  }

  // Entered on this phone: it waits here, or was stored last.
  /** @type {Queue["isOwn"]} */
  const isOwn = (table, clientId) =>
    clientId !== "" && (find(clientId) !== undefined || phone.read(LAST + table)?.clientId === clientId);

  // Sending.

  /** @type {(entry: QueueEntry) => Promise<QueueEnd>} */
  async function send(entry) {
    try {
      const end = await post(entry);
      return end.status === 403 ? await postWithFreshToken(entry, end) : end;
    } catch {
      return LOST;
    }
  }

  /** @type {(entry: QueueEntry) => Promise<QueueEnd>} */
  function post(entry) {
    const body = new URLSearchParams([...entry.fields, ["client_id", entry.clientId], ["base", baseOf(entry)]]);
    const headers = { Accept: "application/json", "X-CSRFToken": csrfToken() };
    return fetchWithin(PATIENCE, entry.action, { method: "POST", body, headers }, readEnd);
  }

  // A token that this browser forgot, or that is too old, is no reason to refuse: the table's page has a new one.
  // Where even that is refused, the phone has been sent away.
  /** @type {(entry: QueueEntry, end: QueueEnd) => Promise<QueueEnd>} */
  async function postWithFreshToken(entry, end) {
    /** @type {RequestInit} */
    const options = { headers: { Accept: "text/html" }, cache: "no-store" };
    const answer = await fetchWithin(PATIENCE, entry.table, options, async response => ({
      ok: response.ok,
      status: response.status,
      html: await response.text(),
    }));
    if (REFUSED.includes(answer.status)) return { became: "refused", status: answer.status };
    if (!answer.ok) return LOST;
    const page = new DOMParser().parseFromString(answer.html, "text/html");
    const headers = page.body.getAttribute("hx-headers");
    if (!headers) return end;
    document.body.setAttribute("hx-headers", headers);
    /** @type {HTMLInputElement[]} */
    const fields = elements("[name=csrfmiddlewaretoken]");
    for (const field of fields) field.value = csrfToken();
    return post(entry);
  }

  /** @type {(answer: Response) => Promise<QueueEnd>} */
  async function readEnd(answer) {
    const isOurs = (answer.headers.get("Content-Type") || "").startsWith("application/json");
    if (answer.ok && isOurs) {
      return { ...(await answer.json()), became: "stored", url: answer.headers.get("HX-Redirect") };
    }
    if (REFUSED.includes(answer.status) || answer.redirected) return { became: "refused", status: answer.status };
    return { became: "lost", wait: Number(answer.headers.get("Retry-After")) || 0 };
  }

  // One tab sends at a time, unless it hangs: put to sleep by its phone, it holds the lock on. Should two send after
  // all, the server still stores each id once.
  /** @type {(work: (renew: () => void) => Promise<void>) => Promise<void>} */
  async function alone(work) {
    if (!navigator.locks) return withLease(work);
    const stop = new AbortController();
    const deadline = window.setTimeout(() => stop.abort(), 2 * PATIENCE);
    const workNow = () => {
      window.clearTimeout(deadline);
      return work(() => {});
    };
    try {
      return await navigator.locks.request("zipai-queue", { signal: stop.signal }, workNow);
    } catch (error) {
      if (stop.signal.aborted) return work(() => {});
      throw error;
    }
  }

  /** @param {string} owner */
  const claim = owner => phone.keep(LEASE, { owner, until: Date.now() + PATIENCE + 2000 });

  /** @type {(work: (renew: () => void) => Promise<void>) => Promise<void>} */
  async function withLease(work) {
    const me = newId();
    while (!(await takeLease(me))) await pause(150);
    try {
      return await work(() => claim(me));
    } finally {
      phone.erase(LEASE);
    }
  }

  /** @type {(me: string) => Promise<boolean>} */
  async function takeLease(me) {
    const lease = phone.read(LEASE);
    const left = lease ? lease.until - Date.now() : 0;
    if (left > 0 && left <= PATIENCE + 2000) return false;
    claim(me);
    await pause(20 + Math.random() * 40);
    return (phone.read(LEASE) || { owner: me }).owner === me;
  }

  // What can go now: of each table the first entry, unless something is to be decided or changed about it.
  function heads() {
    const tables = Array.from(new Set(all().map(entry => entry.table)));
    const first = tables.map(table => all(table).find(entry => !entry.aside));
    return first.flatMap(entry => (entry && !entry.refused && !holdLeft(entry) ? [entry] : []));
  }

  // An entry that is being changed is not sent meanwhile, nor for ever: who began may have gone, and the clock may be
  // set anew.
  /** @type {Queue["hold"]} */
  const hold = entry => edit(entry, { held: Date.now() + CHANGING });

  /** @type {Queue["holdLeft"]} */
  function holdLeft(entry) {
    const left = (entry.held || 0) - Date.now();
    return left > 0 && left <= CHANGING ? left : 0;
  }

  // Everything that can go, table by table, until nothing is left or the network is gone. What became of each, by id.
  async function flush() {
    window.clearTimeout(timer);
    /** @type {Map<string, QueueEnd>} */
    const ends = new Map();
    const holds = all().map(holdLeft).filter(Boolean);
    if (holds.length) timer = window.setTimeout(flush, Math.min(...holds));
    if (!heads().length) return ends;
    await alone(async renew => {
      let isGoing = true;
      while (isGoing) {
        renew();
        isGoing = await sendNext(ends);
      }
    });
    publish({ stored: Array.from(ends.keys()).filter(id => ends.get(id)?.became === "stored") });
    return ends;
  }

  // False where nothing more can go now.
  /** @type {(ends: Map<string, QueueEnd>) => Promise<boolean>} */
  async function sendNext(ends) {
    const [entry] = heads();
    if (!entry || ends.has(entry.clientId)) return false;
    const end = await send(entry);
    ends.set(entry.clientId, end);
    if (end.became === "lost") {
      flushLater(end.wait || 0);
      return false;
    }
    if (end.became === "stored") settleStored(entry, end);
    else edit(entry, { refused: end.status });
    misses = 0;
    return true;
  }

  /** @type {(entry: QueueEntry, end: QueueEnd) => void} */
  function settleStored(entry, end) {
    window.zipai.isUnreachable = false;
    phone.keep(LAST + entry.table, { clientId: entry.clientId, seq: end.seq });
    remove([entry.clientId]);
    window.zipai.forgetDrafts?.([entry.clientId]);
  }

  // 1, 2, 4, 8 … seconds and a little more, or what the server asked for, never sooner.
  /** @param {number} wait */
  function flushLater(wait) {
    const time = Math.max(1000 * wait, Math.min(LONGEST, 1000 * 2 ** misses));
    misses += 1;
    window.clearTimeout(timer);
    if (!isOver) timer = window.setTimeout(flush, time * (1 + Math.random() / 2));
  }

  function flushNow() {
    misses = 0;
    return flush();
  }

  // What becomes of an entry now: "stored", "refused", "lost" with the network, or "waiting" behind another one.
  /** @type {Queue["settle"]} */
  async function settle(entry) {
    const ends = await flushNow();
    const lost = Array.from(ends.values()).find(end => end.became === "lost");
    return ends.get(entry.clientId) || lost || { became: find(entry.clientId) ? "waiting" : "stored" };
  }

  // Where nothing can be kept on this phone: sent, or still only on its page.
  /** @type {Queue["settle"]} */
  async function sendUnkept(entry) {
    const end = await send(entry);
    if (end.became === "stored") settleStored(entry, end);
    return end.became === "lost" ? { became: "unkept" } : end;
  }

  // This phone has been at a table, and has not been sent away since.
  /** @type {Queue["hasVisited"]} */
  const hasVisited = table => phone.read(BEEN + table) !== null;
  /** @type {Queue["markVisited"]} */
  const markVisited = table => phone.keep(BEEN + table, 1);

  window.addEventListener("online", flushNow);
  window.addEventListener("pageshow", flushNow);
  document.addEventListener("zipai:leave", () => {
    isOver = true;
    window.clearTimeout(timer);
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) flushNow();
  });
  window.addEventListener("storage", event => {
    if (event.key?.startsWith(ENTRY)) publish();
  });

  /** @type {Queue} */
  const queue = {
    all,
    find,
    put,
    edit,
    remove,
    removeStored,
    settle,
    sendUnkept,
    baseOf,
    isOwn,
    hold,
    holdLeft,
    hasVisited,
    markVisited,
  };
  Object.assign(window.zipai, { queue });
})();
