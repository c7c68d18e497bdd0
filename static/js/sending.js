// What every page of a table shares about what this phone sends: nothing goes without network unless it can wait,
// an entry of the queue can be sent as a form, and what became of one is said on the next page.
(() => {
  "use strict";

  const queue = window.zipai.queue;
  const EDITING = "zipai-editing";

  const later = {
    get(key) {
      try {
        return sessionStorage.getItem(key);
      } catch (_error) {
        return null;
      }
    },
    set(key, text) {
      try {
        sessionStorage.setItem(key, text);
      } catch (_error) {
        /* no storage: not said later */
      }
    },
    take(key) {
      const text = later.get(key);
      try {
        sessionStorage.removeItem(key);
      } catch (_error) {
        /* nothing there */
      }
      return text;
    },
    under(starts) {
      try {
        return Object.keys(sessionStorage).filter(key => starts.some(start => key.startsWith(start)));
      } catch (_error) {
        return [];
      }
    },
  };

  // Not in the queue, it would be gone.
  function refuseOffline(event) {
    if (event.defaultPrevented || event.target.method !== "post" || navigator.onLine) return;
    event.preventDefault();
    delete event.target.dataset.sent;
    window.zipai.done();
    window.zipai.show(document.body.dataset.offline);
  }

  // An entry of the queue, sent as a form of its own.
  function askAgain(entry) {
    const form = document.createElement("form");
    const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
    const pairs = entry.fields.concat([
      ["client_id", entry.clientId],
      ["base", queue.baseOf(entry)],
      ["csrfmiddlewaretoken", token],
    ]);
    Object.assign(form, { method: "post", action: entry.action, hidden: true });
    pairs.forEach(pair => {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name: pair[0], value: pair[1] });
      form.append(field);
    });
    document.body.append(form);
    form.submit();
  }

  function see() {
    const link = document.querySelector("a[data-base]");
    if (link) later.set(`zipai-seen:${link.dataset.keep}`, link.dataset.base);
  }

  // An entry that was opened to be changed, and left again.
  function release() {
    const left = queue.find(later.take(EDITING));
    if (left) queue.edit(left, { held: 0 });
  }

  document.addEventListener("submit", event => {
    if (!("queue" in event.target.dataset)) refuseOffline(event);
  });
  document.addEventListener("zipai:update", see);
  document.addEventListener("DOMContentLoaded", () => {
    const said = later.take("zipai-said");
    if (said && window.zipai.show) window.zipai.show(said);
  });
  release();
  see();
  Object.assign(window.zipai, { askAgain, refuseOffline, later, EDITING });
})();
