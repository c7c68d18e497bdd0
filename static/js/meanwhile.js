// @ts-check
// Where a deal is entered, what others enter meanwhile comes over the bar at the top: it can be looked at where it is, be
// the same deal, or another one. What was entered here stays unless somebody says that it is the same and nothing in it
// says otherwise.
"use strict";

(() => {
  const { all, find, get, emit, queue, forgetDrafts } = window.zipai;
  const strip = find("#meanwhile");
  /** @type {HTMLFormElement | null} */
  const found = find("form[data-queue]");
  if (!strip || !found) return;
  const form = found;
  const news = get("[data-part=news]", strip);
  const deal = get("[data-part=deal]", news);
  const look = get("[data-look]", news);
  const same = get("[data-same]", news);
  const goOn = get("[data-on]", news);
  /** @type {HTMLElement | null} */
  let update = null;

  /** @type {(name: string) => string} */
  const value = name => /** @type {any} */ (form.elements.namedItem(name))?.value || "";

  // Players by number, since seats are those of this page.
  function ownWinners() {
    const people = value("people").split(" ");
    /** @type {HTMLInputElement[]} */
    const boxes = all("input[name^=won_]:checked", form);
    const seats = boxes.length ? boxes.map(one => one.name.slice(4)) : [value("winner")].filter(Boolean);
    return seats.map(seat => people[Number(seat)]).sort();
  }

  const ownHu = () => find("#preview [data-ready='1']")?.dataset.counts || value("hu");

  // Who won or how many 胡 there were is not what came.
  function isUnlike() {
    const { winners = "", hu = "" } = update?.dataset || {};
    const mine = ownWinners();
    if (mine.length && mine.join(" ") !== winners.split(" ").filter(Boolean).sort().join(" ")) return true;
    return Boolean(mine.length && hu && ownHu()) && ownHu() !== hu;
  }

  function compare() {
    if (!update) return;
    const unlike = isUnlike();
    get("[data-alike]", same).hidden = unlike;
    get("[data-unlike]", same).hidden = !unlike;
  }

  /** @param {boolean} isOpen */
  function unfold(isOpen) {
    deal.hidden = !isOpen;
    look.setAttribute("aria-expanded", String(isOpen));
  }

  // A plain question comes free of what lies over it; the pad, which fills the screen, stays where it is.
  function makeRoom() {
    if (form.matches("[data-entry]")) return;
    const main = get("#main");
    main.style.marginTop = "";
    const covered = news.getBoundingClientRect().bottom - main.getBoundingClientRect().top - window.scrollY;
    if (!news.hidden && covered > 0) main.style.marginTop = `${covered}px`;
  }

  document.addEventListener("zipai:meanwhile", event => {
    const came = event.detail.update;
    const { line = "", clientId = "" } = came.dataset;
    if (queue.isOwn(form.dataset.queue || "", clientId)) return;
    const isDeal = came.childElementCount > 0;
    update = isDeal ? came : null;
    get("[data-part=line]", news).textContent = line;
    deal.replaceChildren(...Array.from(came.children));
    unfold(false);
    look.hidden = same.hidden = !isDeal;
    compare();
    news.hidden = false;
    news.dataset.came = String(performance.now());
    makeRoom();
    emit("zipai:question");
  });
  for (const change of ["change", "input", "pad:changed"]) form.addEventListener(change, compare);
  document.addEventListener("htmx:afterSwap", compare);
  look.addEventListener("click", () => unfold(look.getAttribute("aria-expanded") === "false"));
  goOn.addEventListener("click", () => {
    news.hidden = true;
    makeRoom();
  });
  same.addEventListener("click", () => {
    if (!isUnlike()) forgetDrafts([value("client_id")]);
  });
})();
