// @ts-check
// Forms that enter something go through the queue: sent at once where there is a network, kept where there is none.
"use strict";

(() => {
  const { zipai } = window;
  const { all, find, fill, element, word, isFromStore, around, queue } = zipai;
  const NEVER_KEPT = ["csrfmiddlewaretoken", "client_id", "base"];

  /** @type {HTMLFormElement[]} */
  const forms = all("form[data-queue]");

  /** @type {(form: HTMLFormElement, name: string) => HTMLInputElement | null} */
  const fieldOf = (form, name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));

  /** @type {(form: HTMLFormElement) => HTMLInputElement[]} */
  const fieldsOf = form => /** @type {HTMLInputElement[]} */ (Array.from(form.elements));

  /** @type {(form: HTMLFormElement) => string} */
  const actionOf = form => form.getAttribute("action") || "";

  /** @type {(form: HTMLFormElement) => string} */
  const tableOf = form => form.dataset.queue || "";

  // A correction is looked at by the server before it is confirmed; only then is it an entry.
  /** @type {(form: HTMLFormElement) => boolean} */
  const isEntry = form => !actionOf(form).includes("?") || fieldOf(form, "confirm") !== null;

  // What the row of the entry says: the chosen words and the typed values of the fields that the form names, in parts.
  /** @param {HTMLFormElement} form */
  function label(form) {
    const { label: text = "", sum } = form.dataset;
    if (sum) return fill(text, { n: sumOf(form, sum.split(" ")) });
    const parts = text.split(",").map(names => partOf(form, names));
    return parts.filter(Boolean).join(word("comma")) || document.title.split(" · ")[0];
  }

  // What chosen numbers come to.
  /** @type {(form: HTMLFormElement, names: string[]) => number} */
  function sumOf(form, names) {
    /** @type {(HTMLInputElement | null)[]} */
    const chosen = names.map(name => find(`[name="${name}"]:checked`, form));
    return chosen.reduce((sum, one) => sum + Number(one?.value ?? 0), 0);
  }

  /** @type {(form: HTMLFormElement, names: string) => string} */
  function partOf(form, names) {
    const fields = names.split(" ").filter(Boolean);
    return fields
      .map(name => labelOf(form, name))
      .filter(Boolean)
      .join(" ");
  }

  /** @type {(form: HTMLFormElement, name: string) => string} */
  function labelOf(form, name) {
    const named = `[name="${name}"]`;
    /** @type {HTMLInputElement | null} */
    const one = find(`${named}:checked, ${named}:not([type=radio]):not([type=checkbox])`, form);
    const value = one?.value.trim();
    if (!one || !value) return "";
    if (!one.matches(":checked")) return value + (one.dataset.unit ? ` ${one.dataset.unit}` : "");
    const span = one.closest("label")?.querySelector("span");
    const text = (span?.querySelector("bdi") || span?.firstChild)?.textContent?.trim() || "";
    return one.dataset.words ? fill(one.dataset.words, { who: text, name: labelOf(form, "from") }) : text;
  }

  // A field says something else than the server wrote into it.
  /** @type {Entering["isChanged"]} */
  function isChanged(field) {
    if (field instanceof HTMLSelectElement) {
      const first = Array.from(field.options).findIndex(option => option.defaultSelected);
      return field.selectedIndex !== Math.max(0, first);
    }
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
    if (!(field instanceof HTMLInputElement)) return false;
    if (["radio", "checkbox"].includes(field.type)) return field.checked !== field.defaultChecked;
    return field.value !== field.defaultValue;
  }

  // What the form only proposed stays open where the table has moved on since: the rules know better then.
  /** @type {(form: HTMLFormElement, isStale: boolean) => [string, string][]} */
  function valuesOf(form, isStale) {
    /** @type {(HTMLInputElement | HTMLSelectElement)[]} */
    const proposed = all("[data-proposed]", form);
    const changed = proposed.filter(isChanged).map(one => one.name);
    const open = isStale ? proposed.map(one => one.name).filter(name => !changed.includes(name)) : [];
    return Array.from(new FormData(form)).flatMap(([name, value]) =>
      typeof value === "string" && !NEVER_KEPT.includes(name) && !open.includes(name) ? [[name, value]] : [],
    );
  }

  /** @type {(form: HTMLFormElement) => QueueEntry} */
  function entryOf(form) {
    const table = tableOf(form);
    const action = actionOf(form);
    const clientId = fieldOf(form, "client_id")?.value || "";
    const base = fieldOf(form, "base")?.value || "";
    const isBehind = queue.all(table).some(one => one.clientId !== clientId);
    const known = queue.baseOf({ table, base, order: Number.POSITIVE_INFINITY });
    return {
      clientId,
      table,
      action,
      base,
      order: 0,
      fields: valuesOf(form, isBehind || known !== base || "stale" in form.dataset),
      label: label(form),
      name: find("[data-table-name]")?.dataset.tableName || "",
      page: form.dataset.page || action,
      at: Date.now(),
    };
  }

  /** @param {SubmitEvent} event */
  function enter(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (!("queue" in form.dataset) || event.defaultPrevented || form.method !== "post" || button?.name) return;
    if (!isEntry(form)) {
      zipai.refuseOffline(event);
      return;
    }
    const entry = entryOf(form);
    const isKept = queue.put(entry);
    if (isKept && form.dataset.replaces) queue.remove([form.dataset.replaces]);
    event.preventDefault();
    deliver(form, entry, isKept ? queue.settle : queue.sendUnkept);
  }

  // Stored: on to the table. Refused: the browser asks the same again, so that the server's page says why.
  /** @type {(form: HTMLFormElement, entry: QueueEntry, send: Queue["settle"]) => Promise<void>} */
  async function deliver(form, entry, send) {
    const button = find(`button[form="${form.id}"].primary`) || find("button.primary", form);
    button?.setAttribute("aria-busy", "true");
    const timer = window.setTimeout(() => zipai.showMessage(word("sending")), 400);
    const end = await send(entry);
    window.clearTimeout(timer);
    zipai.endEditing();
    if (end.became === "refused") {
      submitToServer(form, entry);
      return;
    }
    const text = leave(form, entry, end);
    if (!text) return;
    button?.removeAttribute("aria-busy");
    delete form.dataset.sent;
    zipai.showMessage(text);
  }

  // Where there is no page to go to, or the phone has no room to keep the entry, the form stays: then what to say of
  // it.
  /** @type {(form: HTMLFormElement, entry: QueueEntry, end: QueueEnd) => string} */
  function leave(form, entry, end) {
    if (end.became === "unkept") return document.body.dataset.offline || "";
    zipai.forgetDrafts([entry.clientId]);
    form.dataset.left = entry.clientId;
    if (end.became === "stored") zipai.announceNext();
    const isGone = end.became === "lost" ? zipai.goOffline(entry.table) : zipai.go(end.url || entry.table);
    return isGone ? "" : word("waiting", { n: queue.all(entry.table).length });
  }

  // Nothing waited behind it: whatever is decided of it, the next deal need not wait for that.
  /** @type {(form: HTMLFormElement, entry: QueueEntry) => void} */
  function submitToServer(form, entry) {
    if (queue.all(entry.table).length === 1) queue.edit(entry, { aside: true });
    const base = fieldOf(form, "base");
    if (base) base.value = queue.baseOf(entry);
    HTMLFormElement.prototype.submit.call(form);
  }

  /** @param {HTMLFormElement} form */
  function comesLater(form) {
    if (actionOf(form).includes("?")) return false;
    const base = fieldOf(form, "base");
    const isBehind = queue.all(tableOf(form)).some(entry => !entry.aside);
    return isBehind || (base !== null && Number(zipai.latestBase(tableOf(form))) > Number(base.value));
  }

  // The number, who rests and who deals hang on deals that this form does not know of yet: then nothing of that is
  // said, every seat can be chosen, and the rules decide.
  function unsettle() {
    const later = forms.filter(comesLater);
    if (!later.length) return;
    for (const one of all("[data-number]")) {
      document.title = document.title.replace(one.textContent, one.dataset.number || "$&");
    }
    for (const one of all("[data-settled]")) one.remove();
    /** @type {HTMLTemplateElement[]} */
    const templates = all("template[data-unsettled]");
    for (const one of templates) one.replaceWith(one.content);
    later.forEach(unsettleForm);
  }

  /** @param {HTMLFormElement} form */
  function unsettleForm(form) {
    for (const one of all(".middle", form)) delete one.dataset.dealer;
    /** @type {HTMLSelectElement[]} */
    const choices = all("select[data-proposed]", form);
    choices.forEach(leaveToRules);
    if ("dealer" in form.dataset) form.dataset.dealer = "";
  }

  /** @param {HTMLSelectElement} choice */
  function leaveToRules(choice) {
    for (const option of choice.options) option.defaultSelected = false;
    choice.prepend(new Option(word("by-rule"), "", true, true));
  }

  // A waiting entry opened again: its form filled as it was, before the page's own scripts read it. It is not sent
  // meanwhile.
  function reopen() {
    const id = /^#waiting=([\w-]+)$/.exec(window.location.hash)?.[1];
    const entry = id && queue.find(id);
    const form = entry && forms.find(one => actionOf(one) === entry.action);
    if (!form) return;
    // Others sit there by now: the server says who, and what can be done with the deal.
    const people = entry.fields.find(([name]) => name === "people")?.[1];
    if (people && people !== fieldOf(form, "people")?.value) {
      zipai.submitEntry(entry);
      return;
    }
    zipai.beginEditing(entry);
    for (const field of fieldsOf(form)) fillIn(field, entry.fields);
    const own = fieldOf(form, "client_id");
    if (own) own.value = entry.clientId;
    form.dataset.bound = "1";
  }

  /** @type {(field: HTMLInputElement, pairs: [string, string][]) => void} */
  function fillIn(field, pairs) {
    const values = pairs.filter(([name]) => name === field.name).map(([, value]) => value);
    if (!field.name || field.name === "csrfmiddlewaretoken" || field.name === "base") return;
    if (field.matches("[type=radio], [type=checkbox]")) field.checked = values.includes(field.value);
    else if (values.length) field.value = values[0];
  }

  // A form from a store knows an older table than the page it was opened from, and not what its address asks for.
  /** @param {HTMLFormElement} form */
  function catchUp(form) {
    for (const pair of isFromStore() ? new URLSearchParams(window.location.search) : []) {
      for (const field of fieldsOf(form)) if (field.name === pair[0]) fillIn(field, [pair]);
    }
    const base = fieldOf(form, "base");
    const latest = Number(zipai.latestBase(tableOf(form)));
    if (!base || !/^\d+$/.test(base.value) || !(latest > Number(base.value))) return;
    base.value = String(latest);
    form.dataset.stale = "";
  }

  // The page that says what is wrong holds the entry now, unless others wait behind it.
  /** @param {HTMLFormElement} form */
  function takeOver(form) {
    const entry = queue.find(fieldOf(form, "client_id")?.value || "");
    if (!entry || ![409, 422].includes(entry.refused || 0)) return;
    if (queue.all(entry.table).length === 1) queue.remove([entry.clientId]);
  }

  // Without the server a hand cannot be counted, but it can be kept.
  /** @param {Event} event */
  function showUncounted(event) {
    const place = around(event, "#preview");
    if (!place) return;
    const turned = find("[data-turned]", place)?.dataset.turned || "1";
    const text = element("div", "", element("b", "", word("uncounted")), element("span", "", word("keeps")));
    const band = element("div", "verdict", text);
    Object.assign(band.dataset, { ready: "1", why: "", turned });
    place.replaceChildren(band);
    place.dispatchEvent(new CustomEvent("htmx:afterSwap", { bubbles: true }));
  }

  // An answer on its way is of a hand that is no longer there: it would name as missing what has been tapped since.
  /** @param {Event} event */
  function dropOutdated(event) {
    if (around(event, "#entry") && find("#preview")) window.htmx?.trigger("#preview", "htmx:abort");
  }

  // htmx listens when the document is ready: what was ticked until then is asked for then (verdict.js does so for a
  // form).
  function askLate() {
    const late = all("form[data-queue] [hx-trigger=change]").filter(isChanged);
    for (const one of late) one.dispatchEvent(new Event("change", { bubbles: true }));
  }

  document.addEventListener("DOMContentLoaded", askLate);
  document.addEventListener("submit", enter);
  for (const change of ["change", "pad:changed"]) document.addEventListener(change, dropOutdated);
  document.addEventListener("zipai:queue", event => {
    const form = find("form[data-left]");
    if (!form || form.dataset.sent || !event.detail.stored?.includes(form.dataset.left || "")) return;
    zipai.announceNext();
    zipai.go(form.dataset.queue || "");
  });
  // Some browsers show a page again just as it was left: its entry is on its way, the next is another one.
  window.addEventListener("pageshow", event => {
    if (event.persisted && find("form[data-left]")) window.location.reload();
  });
  document.addEventListener("htmx:sendError", showUncounted);
  document.addEventListener("htmx:responseError", event => {
    if (event.detail.xhr.status === 503) showUncounted(event);
  });
  forms.forEach(takeOver);
  unsettle();
  reopen();
  forms.forEach(catchUp);
  /** @type {Entering} */
  const entering = { isChanged };
  Object.assign(zipai, entering);
})();
