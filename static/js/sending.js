// @ts-check
// What every page of a table shares about what this phone sends: nothing goes without network unless it can wait, an
// entry of the queue can be sent as a form, and what was stored is said on the next page.
"use strict";

(() => {
  const { queue, tab, find, get, element, csrfToken } = window.zipai;
  const EDITING = "zipai-editing";
  const STORED = "zipai-stored";
  const LATEST = "zipai-seen:";

  // Not in the queue, it would be gone.
  /** @param {SubmitEvent} event */
  function refuseOffline(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (event.defaultPrevented || form.method !== "post" || navigator.onLine) return;
    event.preventDefault();
    delete form.dataset.sent;
    window.zipai.endBusy();
    window.zipai.showMessage(document.body.dataset.offline || "");
  }

  // An entry of the queue, sent as a form of its own: like any other once, and not without network.
  /** @type {Sending["submitEntry"]} */
  function submitEntry(entry) {
    const id = `send-${entry.clientId}`;
    const before = document.getElementById(id);
    if (before?.dataset.sent) return;
    before?.remove();
    const form = Object.assign(element("form"), { id, method: "post", action: entry.action, hidden: true });
    const own = { client_id: entry.clientId, base: queue.baseOf(entry), csrfmiddlewaretoken: csrfToken() };
    for (const [name, value] of [...entry.fields, ...Object.entries(own)]) {
      form.append(Object.assign(element("input"), { type: "hidden", name, value }));
    }
    document.body.append(form);
    if (form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }))) form.submit();
  }

  // How far a table had come when this tab saw it last.
  /** @type {Sending["latestBase"]} */
  const latestBase = table => tab.text(LATEST + table);

  function rememberBase() {
    const link = find("a[data-base]");
    if (link) tab.write(LATEST + link.dataset.keep, link.dataset.base || "");
  }

  // An entry that was opened to be changed holds the queue up until it is left again.
  /** @type {Sending["beginEditing"]} */
  function beginEditing(entry) {
    tab.write(EDITING, entry.clientId);
    queue.hold(entry);
  }

  const endEditing = () => tab.pop(EDITING);

  function release() {
    const entry = queue.find(endEditing() || "");
    if (entry) queue.edit(entry, { held: 0 });
  }

  // What was stored stands at the top of the table for eyes (data-just); ears hear it when they come there.
  /** @type {Sending["announceNext"]} */
  const announceNext = () => tab.write(STORED, "1");

  function announce() {
    const last = find("[data-just] > p");
    if (tab.pop(STORED) && last) get("#live").textContent = last.textContent;
  }

  document.addEventListener("submit", event => {
    if (event.target instanceof HTMLFormElement && !("queue" in event.target.dataset)) refuseOffline(event);
  });
  document.addEventListener("zipai:update", rememberBase);
  document.addEventListener("DOMContentLoaded", announce);
  release();
  rememberBase();
  /** @type {Sending} */
  const sending = { submitEntry, refuseOffline, latestBase, beginEditing, endEditing, announceNext };
  Object.assign(window.zipai, sending);
})();
