// Forms that enter something go through the queue: sent at once where there is a network, kept where there is none.
(() => {
  "use strict";

  const queue = window.zipai.queue;
  const later = window.zipai.later;
  const word = name => document.querySelector(`[data-q="${name}"]`).textContent;

  // A correction is looked at by the server before it is confirmed; only then is it an entry.
  const enters = form =>
    "queue" in form.dataset && (!form.getAttribute("action").includes("?") || Boolean(form.elements.confirm));

  // What the row of the entry says: the chosen words and the typed values of the fields that the form names.
  function label(form) {
    const said = (form.dataset.told || "")
      .split(" ")
      .filter(Boolean)
      .map(name => {
        const one = form.querySelector(
          `[name="${name}"]:checked, [name="${name}"]:not([type=radio]):not([type=checkbox])`,
        );
        if (!one?.value.trim()) return "";
        if (!one.matches(":checked")) return one.value.trim() + (one.dataset.unit ? ` ${one.dataset.unit}` : "");
        const text = one.closest("label").querySelector("span");
        return (text.querySelector("bdi") || text.firstChild).textContent.trim();
      });
    return said.filter(Boolean).join(" ") || document.title.split(" · ")[0];
  }

  // A field says something else than the server wrote into it.
  function isChanged(one) {
    if (one.matches("[type=radio], [type=checkbox]")) return one.checked !== one.defaultChecked;
    if (!one.matches("select")) return "defaultValue" in one && one.value !== one.defaultValue;
    const first = Array.from(one.options).findIndex(option => option.defaultSelected);
    return one.selectedIndex !== Math.max(0, first);
  }

  // What the form only proposed stays open where the table has moved on since: the rules know better then.
  function fieldsOf(form, moved) {
    const left = ["csrfmiddlewaretoken", "client_id", "base"];
    const changed = Array.from(form.querySelectorAll("[data-proposed]"))
      .filter(isChanged)
      .map(one => one.name);
    const open = name => moved && form.querySelector(`[name="${name}"][data-proposed]`) && !changed.includes(name);
    return Array.from(new FormData(form)).filter(
      pair => typeof pair[1] === "string" && !left.includes(pair[0]) && !open(pair[0]),
    );
  }

  function entryOf(form) {
    const table = form.dataset.queue;
    const clientId = form.elements.client_id.value;
    const base = form.elements.base ? form.elements.base.value : "";
    const before = queue.all(table).filter(one => one.clientId !== clientId);
    const known = queue.baseOf({ table, base, order: Number.POSITIVE_INFINITY });
    const moved = before.length > 0 || known !== base || "moved" in form.dataset;
    return {
      clientId,
      table,
      action: form.getAttribute("action"),
      base,
      fields: fieldsOf(form, moved),
      label: label(form),
      name: document.querySelector("[data-table-name]")
        ? document.querySelector("[data-table-name]").dataset.tableName
        : "",
      page: form.dataset.page || form.getAttribute("action"),
      at: Date.now(),
    };
  }

  function submitted(event) {
    const form = event.target;
    if (!("queue" in form.dataset) || event.defaultPrevented || form.method !== "post" || event.submitter?.name) return;
    if (!enters(form)) {
      window.zipai.refuseOffline(event);
      return;
    }
    const entry = entryOf(form);
    const kept = queue.put(entry);
    if (kept && form.dataset.replaces) queue.take([form.dataset.replaces]);
    event.preventDefault();
    deliver(form, entry, kept ? queue.settle : queue.sendUnkept);
  }

  // Stored: on to the table. Refused: the browser asks the same again, so that the server's page says why.
  async function deliver(form, entry, send) {
    const button = document.querySelector(`button[form="${form.id}"].primary`) || form.querySelector("button.primary");
    if (button) button.setAttribute("aria-busy", "true");
    const slow = window.setTimeout(() => {
      window.zipai.show(word("sending"));
    }, 400);
    const end = await send(entry);
    window.clearTimeout(slow);
    later.take(window.zipai.EDITING);
    if (end.became === "refused") {
      ask(form, entry);
      return;
    }
    const text = leave(form, entry, end);
    if (!text) return;
    if (button) button.removeAttribute("aria-busy");
    delete form.dataset.sent;
    window.zipai.show(text);
  }

  // Where there is no page to go to, or the phone has no room to keep the entry, the form stays: then what to say of it.
  function leave(form, entry, end) {
    if (end.became === "unkept") return document.body.dataset.offline;
    window.zipai.forget([entry.clientId]);
    form.dataset.left = entry.clientId;
    if (end.became === "stored") later.set("zipai-said", end.said || word("saved"));
    const gone = end.became === "lost" ? window.zipai.stay(entry.table) : window.zipai.go(end.url || entry.table);
    return gone ? "" : word("waiting").replace("{n}", queue.all(entry.table).length);
  }

  function sent(event) {
    const form = document.querySelector("form[data-left]");
    if (!form || form.dataset.sent || !(event.detail.stored || []).includes(form.dataset.left)) return;
    later.set("zipai-said", word("saved"));
    window.zipai.go(form.dataset.queue);
  }

  // Nothing waited behind it: whatever is decided of it, the next deal need not wait for that.
  function ask(form, entry) {
    if (queue.all(entry.table).length === 1) queue.edit(entry, { aside: true });
    if (form.elements.base) form.elements.base.value = queue.baseOf(entry);
    HTMLFormElement.prototype.submit.call(form);
  }

  function comesLater(form) {
    const behind = queue.all(form.dataset.queue).some(entry => !entry.aside);
    const older =
      form.elements.base && Number(later.get(`zipai-seen:${form.dataset.queue}`)) > Number(form.elements.base.value);
    return !form.getAttribute("action").includes("?") && (behind || older);
  }

  // The number, who rests and who deals hang on deals that this form does not know of yet: then nothing of that is said,
  // every seat can be chosen, and the rules decide.
  function unsettle() {
    const forms = Array.from(document.querySelectorAll("form[data-queue]")).filter(comesLater);
    if (!forms.length) return;
    document.querySelectorAll("[data-number]").forEach(one => {
      document.title = document.title.replace(one.textContent, one.dataset.number || "$&");
    });
    document.querySelectorAll("[data-settled]").forEach(one => {
      one.remove();
    });
    document.querySelectorAll("template[data-unsettled]").forEach(one => {
      one.replaceWith(one.content);
    });
    forms.forEach(form => {
      form.querySelectorAll(".middle").forEach(one => {
        delete one.dataset.dealer;
      });
      form.querySelectorAll("select[data-proposed]").forEach(byRule);
      if ("dealer" in form.dataset) form.dataset.dealer = "";
    });
  }

  function byRule(choice) {
    Array.from(choice.options).forEach(one => {
      one.defaultSelected = false;
    });
    choice.prepend(new Option(word("by-rule"), "", true, true));
  }

  // A waiting entry opened again: its form filled as it was, before the page's own scripts read it. It is not sent meanwhile.
  function reopen() {
    const found = /^#waiting=([\w-]+)$/.exec(window.location.hash);
    const entry = found && queue.find(found[1]);
    const form =
      entry &&
      Array.from(document.querySelectorAll("form[data-queue]")).find(
        one => one.getAttribute("action") === entry.action,
      );
    if (!form) return;
    later.set(window.zipai.EDITING, entry.clientId);
    queue.hold(entry);
    Array.from(form.elements).forEach(one => {
      fill(one, entry.fields);
    });
    form.elements.client_id.value = entry.clientId;
    form.dataset.bound = "1";
  }

  function fill(one, fields) {
    const values = fields.filter(pair => pair[0] === one.name).map(pair => pair[1]);
    if (!one.name || one.name === "csrfmiddlewaretoken" || one.name === "base") return;
    if (one.matches("[type=radio], [type=checkbox]")) one.checked = values.includes(one.value);
    else if (values.length) one.value = values[0];
  }

  // A form from a store knows an older table than the page it was opened from, and not what its address asks for.
  function catchUp() {
    const asked =
      "fromStore" in document.documentElement.dataset ? Array.from(new URLSearchParams(window.location.search)) : [];
    document.querySelectorAll("form[data-queue]").forEach(form => {
      asked.forEach(pair => {
        Array.from(form.elements)
          .filter(one => one.name === pair[0])
          .forEach(one => {
            fill(one, [pair]);
          });
      });
      const seen = Number(later.get(`zipai-seen:${form.dataset.queue}`));
      const base = form.elements.base;
      if (!base || !/^\d+$/.test(base.value) || !(seen > Number(base.value))) return;
      base.value = seen;
      form.dataset.moved = "";
    });
  }

  // The page that says what is wrong holds the entry now, unless others wait behind it.
  function handedOver() {
    document.querySelectorAll("form[data-queue] [name=client_id]").forEach(field => {
      const entry = queue.find(field.value);
      if (entry && [409, 422].includes(entry.refused) && queue.all(entry.table).length === 1) queue.take([field.value]);
    });
  }

  // Without the server a hand cannot be counted, but it can be kept.
  function uncounted(event) {
    const place = event.target.closest("#preview");
    if (!place) return;
    const turned = place.querySelector("[data-turned]");
    const band = document.createElement("div");
    const text = document.createElement("div");
    text.append(
      Object.assign(document.createElement("b"), { textContent: word("uncounted") }),
      Object.assign(document.createElement("span"), { textContent: word("keeps") }),
    );
    band.className = "verdict";
    Object.assign(band.dataset, { ready: "1", why: "", turned: turned ? turned.dataset.turned : "1" });
    band.append(text);
    place.replaceChildren(band);
    place.dispatchEvent(new CustomEvent("htmx:afterSwap", { bubbles: true }));
  }

  // htmx listens when the document is ready: what was ticked until then is asked for then (verdict.js does so for a form).
  function askLate() {
    const late = Array.from(document.querySelectorAll("form[data-queue] [hx-trigger=change]")).filter(isChanged);
    late.forEach(one => {
      one.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }

  document.addEventListener("DOMContentLoaded", askLate);
  document.addEventListener("submit", submitted);
  document.addEventListener("zipai:queue", sent);
  // Some browsers show a page again just as it was left: its entry is on its way, the next is another one.
  window.addEventListener("pageshow", event => {
    if (event.persisted && document.querySelector("form[data-left]")) window.location.reload();
  });
  document.addEventListener("htmx:sendError", uncounted);
  document.addEventListener("htmx:responseError", event => {
    if (event.detail.xhr.status === 503) uncounted(event);
  });
  handedOver();
  unsettle();
  reopen();
  catchUp();
  window.zipai.isChanged = isChanged;
})();
