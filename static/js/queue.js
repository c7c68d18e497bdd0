// Entries on their way to the ledger. Each is put on this phone first and taken off when the server has it; they go in
// the order they were made, each building on the one before, and survive a reload and a restart of the browser.
(() => {
  "use strict";

  const ENTRY = "zipai-wait:";
  const LAST = "zipai-last:";
  const LEASE = "zipai-lease";
  const BEEN = "zipai-been:";
  const PATIENCE = 8000;
  const LONGEST = 60000;
  const CHANGING = 600000;
  const LOST = Object.freeze({ became: "lost", wait: 0 });
  const REFUSED = [400, 403, 404, 409, 412, 413, 422, 423];
  let misses = 0;
  let timer = 0;
  let left = false;

  function makeId() {
    const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
    return Array.from(crypto.getRandomValues(new Uint8Array(26)), byte => alphabet[byte & 31]).join("");
  }

  const pause = time =>
    new Promise(done => {
      window.setTimeout(done, time);
    });

  function read(key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch (_error) {
      return null;
    }
  }

  function write(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
      return true;
    } catch (_error) {
      return false;
    }
  }

  function erase(key) {
    try {
      localStorage.removeItem(key);
    } catch (_error) {
      /* nothing was kept */
    }
  }

  // What waits. One key an entry, so that two tabs never write over each other's.

  const keyOf = entry => `${ENTRY + entry.table}:${String(entry.order).padStart(9, "0")}:${entry.clientId}`;

  function all(table) {
    let keys = [];
    try {
      keys = Object.keys(localStorage).filter(key => key.startsWith(ENTRY + (table || "")));
    } catch (_error) {
      /* no storage */
    }
    return keys.sort().map(read).filter(Boolean);
  }

  const find = clientId => all().find(entry => entry.clientId === clientId);

  function changed(detail) {
    document.dispatchEvent(new CustomEvent("zipai:queue", { detail: detail || {} }));
  }

  // The same entry entered again takes its old place. False where nothing can be kept on this phone.
  function put(entry) {
    const there = all(entry.table);
    const same = there.find(one => one.clientId === entry.clientId);
    const order = same ? same.order : there.reduce((most, one) => Math.max(most, one.order), 0) + 1;
    const kept = write(keyOf(Object.assign(entry, { order })), entry);
    changed();
    return kept;
  }

  function edit(entry, part) {
    const now = find(entry.clientId);
    if (now) write(keyOf(now), Object.assign(now, part));
    changed();
  }

  function take(clientIds) {
    all()
      .filter(entry => clientIds.includes(entry.clientId))
      .forEach(entry => {
        erase(keyOf(entry));
      });
    changed();
  }

  // What an entry builds on: the one before it in the queue, or what this phone had stored since the form was made.
  function baseOf(entry) {
    const before = all(entry.table)
      .filter(one => one.order < entry.order && !one.aside)
      .pop();
    if (before) return `after:${before.clientId}`;
    const last = read(LAST + entry.table);
    return last && Number(entry.base) < last.seq ? `after:${last.clientId}` : entry.base;
  }

  // Sending.

  async function send(entry) {
    const end = await post(entry);
    if (end.status !== 403) return end;
    try {
      return await withToken(entry, end);
    } catch (_error) {
      return LOST;
    }
  }

  async function post(entry) {
    const fields = entry.fields.concat([
      ["client_id", entry.clientId],
      ["base", baseOf(entry)],
    ]);
    const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
    const headers = { Accept: "application/json", "X-CSRFToken": token };
    try {
      return await fetched(entry.action, { method: "POST", body: new URLSearchParams(fields), headers }, told);
    } catch (_error) {
      return LOST;
    }
  }

  // Patience lasts until the end of an answer has been read: its head may come, and nothing after it.
  async function fetched(url, asked, read) {
    const stop = new AbortController();
    const late = window.setTimeout(() => {
      stop.abort();
    }, PATIENCE);
    try {
      return await read(await fetch(url, Object.assign(asked, { signal: stop.signal })));
    } finally {
      window.clearTimeout(late);
    }
  }

  // A token that this browser forgot, or that is too old, is no reason to refuse: the table's page has a new one. Where
  // even that is refused, the phone has been sent away.
  async function withToken(entry, end) {
    const asked = { headers: { Accept: "text/html" }, cache: "no-store" };
    const answer = await fetched(entry.table, asked, async one => ({
      ok: one.ok,
      status: one.status,
      html: await one.text(),
    }));
    if (REFUSED.includes(answer.status)) return { became: "refused", status: answer.status };
    if (!answer.ok) return LOST;
    const page = new DOMParser().parseFromString(answer.html, "text/html");
    const held = page.body.getAttribute("hx-headers");
    if (!held) return end;
    document.body.setAttribute("hx-headers", held);
    document.querySelectorAll("[name=csrfmiddlewaretoken]").forEach(field => {
      field.value = JSON.parse(held)["X-CSRFToken"];
    });
    return post(entry);
  }

  async function told(answer) {
    const ours = (answer.headers.get("Content-Type") || "").startsWith("application/json");
    if (answer.ok && ours)
      return Object.assign(await answer.json(), { became: "stored", url: answer.headers.get("HX-Redirect") });
    if (REFUSED.includes(answer.status) || answer.redirected) return { became: "refused", status: answer.status };
    return { became: "lost", wait: Number(answer.headers.get("Retry-After")) || 0 };
  }

  // One tab sends at a time, unless it hangs: put to sleep by its phone, it holds the lock on. Should two send
  // after all, the server still stores each id once.
  async function alone(work) {
    if (!navigator.locks) return leased(work);
    const stop = new AbortController();
    const late = window.setTimeout(() => {
      stop.abort();
    }, 2 * PATIENCE);
    const mine = () => {
      window.clearTimeout(late);
      return work();
    };
    try {
      return await navigator.locks.request("zipai-queue", { signal: stop.signal }, mine);
    } catch (error) {
      if (stop.signal.aborted) return work();
      throw error;
    }
  }

  const claim = me => {
    write(LEASE, { owner: me, until: Date.now() + PATIENCE + 2000 });
  };

  async function leased(work) {
    const me = makeId();
    for (;;) {
      const held = read(LEASE);
      const left = held ? held.until - Date.now() : 0;
      if (left <= 0 || left > PATIENCE + 2000) {
        claim(me);
        await pause(20 + Math.random() * 40);
        if ((read(LEASE) || { owner: me }).owner === me) break;
      }
      await pause(150);
    }
    try {
      return await work(() => {
        claim(me);
      });
    } finally {
      erase(LEASE);
    }
  }

  function heads() {
    const tables = Array.from(new Set(all().map(entry => entry.table)));
    const first = tables.map(table => all(table).find(entry => !entry.aside));
    return first.filter(entry => entry && !entry.refused && !heldFor(entry));
  }

  // An entry that is being changed is not sent meanwhile, nor for ever: who began may have gone, and the clock may
  // be set anew.
  function hold(entry) {
    edit(entry, { held: Date.now() + CHANGING });
  }

  function heldFor(entry) {
    const left = (entry.held || 0) - Date.now();
    return left > 0 && left <= CHANGING ? left : 0;
  }

  // Everything that can go, table by table, until nothing is left or the network is gone. What became of each, by id.
  async function flush() {
    window.clearTimeout(timer);
    const ends = {};
    const held = all().map(heldFor).filter(Boolean);
    if (held.length) timer = window.setTimeout(flush, Math.min.apply(null, held));
    if (!heads().length) return ends;
    await alone(async renew => {
      for (let next = heads(); next.length; next = heads()) {
        if (typeof renew === "function") renew();
        const entry = next[0];
        if (ends[entry.clientId]) return;
        const end = await send(entry);
        ends[entry.clientId] = end;
        if (end.became === "stored") stored(entry, end);
        else if (end.became === "refused") edit(entry, { refused: end.status });
        else {
          later(end.wait);
          return;
        }
        misses = 0;
      }
    });
    changed({ stored: Object.keys(ends).filter(id => ends[id].became === "stored") });
    return ends;
  }

  function stored(entry, end) {
    window.zipai.unreachable = false;
    write(LAST + entry.table, { clientId: entry.clientId, seq: end.seq });
    take([entry.clientId]);
    if (window.zipai.forget) window.zipai.forget([entry.clientId]);
  }

  // 1, 2, 4, 8 … seconds and a little more, or what the server asked for, never sooner.
  function later(wait) {
    const time = Math.max(1000 * wait, Math.min(LONGEST, 1000 * 2 ** misses));
    misses += 1;
    window.clearTimeout(timer);
    if (!left) timer = window.setTimeout(flush, time * (1 + Math.random() / 2));
  }

  function now() {
    misses = 0;
    return flush();
  }

  // What becomes of an entry now: "stored", "refused", "lost" with the network, or "waiting" behind another one.
  async function settle(entry) {
    const ends = await now();
    const lost = Object.values(ends).find(end => end.became === "lost");
    return ends[entry.clientId] || lost || { became: find(entry.clientId) ? "waiting" : "stored" };
  }

  // Where nothing can be kept on this phone: sent, or still only on its page.
  async function sendUnkept(entry) {
    const end = await send(entry);
    if (end.became === "stored") stored(entry, end);
    return end.became === "lost" ? { became: "unkept" } : end;
  }

  // This phone has been at a table, and has not been sent away since.
  const been = table => read(BEEN + table) !== null;
  function arrive(table) {
    write(BEEN + table, 1);
  }

  window.addEventListener("online", now);
  window.addEventListener("pageshow", now);
  document.addEventListener("zipai:leave", () => {
    left = true;
    window.clearTimeout(timer);
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) now();
  });
  window.addEventListener("storage", event => {
    if (event.key?.startsWith(ENTRY)) changed();
  });

  window.zipai = Object.assign(window.zipai || {}, {
    queue: { all, find, put, edit, take, settle, sendUnkept, makeId, baseOf, hold, heldFor, been, arrive },
  });
})();
