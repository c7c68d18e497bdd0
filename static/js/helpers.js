// @ts-check
// What the scripts of a page share: finding and making elements, words of the page, what this phone keeps.
// Scripts are no modules: without network a kept page is written anew into its document (kept.js), and its scripts
// have to run again, which modules do not.
"use strict";

(() => {
  /** @type {Helpers["all"]} */
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));

  /** @type {Helpers["find"]} */
  const find = (selector, within = document) => within.querySelector(selector);

  /** @type {(selector: string, within?: ParentNode) => any} */
  function get(selector, within) {
    const found = find(selector, within);
    if (!found) throw new Error(`This page has no ${selector}.`);
    return found;
  }

  /** @type {Helpers["around"]} */
  const around = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);

  /** @type {Helpers["isVisible"]} */
  const isVisible = one => one.getClientRects().length > 0;

  const isCalm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

  /** @type {Helpers["element"]} */
  function element(tag, className = "", ...content) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...content);
    return made;
  }

  /** @type {Helpers["button"]} */
  function button(className, content, does) {
    const made = element("button", className, content);
    made.type = "button";
    if (typeof does === "function") made.addEventListener("click", does);
    else Object.assign(made.dataset, does);
    return made;
  }

  /** @type {Helpers["fill"]} */
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

  /** @type {Helpers["word"]} */
  const word = (name, values = {}) => fill(get(`[data-q="${name}"]`).textContent, values);

  /** @type {Helpers["emit"]} */
  const emit = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

  const csrfToken = () => JSON.parse(document.body.getAttribute("hx-headers") || "{}")["X-CSRFToken"];

  const isFromStore = () => "fromStore" in document.documentElement.dataset;

  function newId() {
    const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
    return Array.from(crypto.getRandomValues(new Uint8Array(26)), byte => alphabet[byte & 31]).join("");
  }

  // Patience lasts until the end of an answer has been read: its head may come, and nothing after it. What nobody reads
  // of an answer would go on holding its line, of which a browser has six.
  /** @type {Helpers["fetchWithin"]} */
  async function fetchWithin(patience, address, options, read) {
    const stop = new AbortController();
    const deadline = window.setTimeout(() => stop.abort(), patience);
    try {
      return await read(await fetch(address, { ...options, signal: stop.signal }));
    } finally {
      window.clearTimeout(deadline);
      stop.abort();
    }
  }

  /** What is kept as texts by name, on this phone or with this tab; nothing where the browser keeps nothing. */
  class Store {
    /** @param {"localStorage" | "sessionStorage"} area */
    constructor(area) {
      this.area = area;
    }

    /** @type {<T>(use: (area: Storage) => T, otherwise: T) => T} */
    attempt(use, otherwise) {
      try {
        return use(window[this.area]);
      } catch {
        return otherwise; // Private browsing, or no room left.
      }
    }

    /** @type {PhoneStore["text"]} */
    text(key) {
      return this.attempt(area => area.getItem(key), null);
    }

    /** @type {PhoneStore["write"]} */
    write(key, text) {
      return this.attempt(area => {
        area.setItem(key, text);
        return true;
      }, false);
    }

    /** @type {PhoneStore["read"]} */
    read(key) {
      return this.attempt(area => JSON.parse(area.getItem(key) || "null"), null);
    }

    /** @type {PhoneStore["keep"]} */
    keep(key, value) {
      return this.write(key, JSON.stringify(value));
    }

    /** @type {PhoneStore["erase"]} */
    erase(key) {
      this.attempt(area => area.removeItem(key), undefined);
    }

    /** @type {PhoneStore["pop"]} */
    pop(key) {
      const text = this.text(key);
      this.erase(key);
      return text;
    }

    /** @type {PhoneStore["keys"]} */
    keys(...starts) {
      const all = this.attempt(area => Object.keys(area), []);
      return all.filter(key => starts.some(start => key.startsWith(start))).sort();
    }
  }

  // The worker also refuses what is still on its way (sw.js). Where there is none (plain HTTP) browsers have no caches.
  /** @type {Helpers["forgetPages"]} */
  async function forgetPages(start) {
    const worker = (await navigator.serviceWorker?.getRegistration())?.active;
    if (worker) worker.postMessage({ forget: start });
    else if ("caches" in window) await caches.delete("zipai-pages");
  }

  const TWICE = 400;
  const stores = { phone: new Store("localStorage"), tab: new Store("sessionStorage") };
  const dom = { all, find, get, around, isVisible, isCalm, isFromStore, element, button };
  window.zipai = Object.assign(window.zipai || {}, {
    ...dom,
    fill,
    word,
    emit,
    csrfToken,
    newId,
    fetchWithin,
    forgetPages,
    TWICE,
    ...stores,
  });
})();
