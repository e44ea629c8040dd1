// A board that is played on: a tap is sent and answered in place, and what another phone does is shown too.
// Everything on the page is a link or a form and works without this. It must run on plain http.
"use strict";

{
  const acts = () => document.getElementById("acts");
  const said = document.getElementById("said");
  const spots = () => [...document.querySelectorAll(".board .spot")];
  const chief = () => spots().find((spot) => spot.matches(".lit, .free, .open")) ?? spots()[0];
  let turn = 0, sending = false;

  // One spot can be reached by Tab. Arrows go on in their direction, along the row or column before beside it; as that
  // may leave one out, Page Up and Page Down step through them all, from Home to End.
  const rove = (to) => {
    const all = spots();
    const now = to ?? all.find((spot) => spot.matches(".picked")) ?? chief();
    for (const spot of all) spot.setAttribute("tabindex", spot === now ? "0" : "-1");
  };
  const middle = (spot) => { const box = spot.querySelector(".reach").getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const ahead = (spot, dx, dy) => {
    const [x, y] = middle(spot), near = spot.querySelector(".reach").getBoundingClientRect().width / 2;
    return spots().map((other) => {
      const [ox, oy] = middle(other), along = (ox - x) * dx + (oy - y) * dy, aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      return { other, along, out: aside > near, far: 3 * along + aside };
    }).filter((each) => each.along > 1).sort((one, two) => one.out - two.out || one.far - two.far)[0]?.other;
  };
  document.addEventListener("keydown", (event) => {
    const spot = event.target.closest?.(".board .spot");
    if (!spot || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === " ") { event.preventDefault(); spot.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })); }
    if (event.key === "Escape" && document.querySelector(".board .picked")) go(document.querySelector(".board .picked").getAttribute("href"));
    const all = spots(), here = all.indexOf(spot), step = { Home: -here, End: all.length - 1 - here, PageUp: -1, PageDown: 1 }[event.key];
    if (step === undefined && !(event.key in ARROWS)) return;
    event.preventDefault();
    const to = step === undefined ? ahead(spot, ...ARROWS[event.key]) : all.at((here + step) % all.length);
    if (to) { rove(to); to.focus(); }
  });

  const show = (text, address) => {
    const page = new DOMParser().parseFromString(text, "text/html"), told = page.getElementById("said");
    if (!told) { location.reload(); return; }
    const focus = document.activeElement, { key, then } = focus?.closest("[data-live]") ? { key: "next", ...focus.dataset } : {};
    const chosen = [...document.querySelectorAll("[data-live] select")].map(({ id, value }) => `#${id} [value="${value}"]`);
    const open = [...document.querySelectorAll("details[open]")].map((each) => each.id);
    for (const part of document.querySelectorAll("[data-live]")) {
      const other = page.getElementById(part.id);
      if (!other) continue;
      part.replaceChildren(...other.children);
      for (const name of other.getAttributeNames()) part.setAttribute(name, other.getAttribute(name));
    }
    for (const each of document.querySelectorAll("details")) each.open = open.includes(each.id);
    for (const option of chosen.map((each) => document.querySelector(each))) if (option) option.selected = true;
    said.className = told.className;
    if (said.textContent !== told.textContent) said.textContent = told.textContent;
    document.title = page.title;
    if (address) history.replaceState(null, "", address);
    rove();
    if (document.contains(focus) && focus !== document.body) return;
    const keyed = (each) => document.querySelector(`[data-live] [data-key="${each}"]`);
    for (const next of key ? [keyed(then), keyed(key), keyed("next"), chief()] : []) {
      if (next?.matches(".spot")) rove(next);
      next?.focus({ preventScroll: true });
      if (next && document.activeElement === next) return;
    }
  };

  const ask = async (address, body) => {
    if (body && sending) return;
    const mine = ++turn;
    sending = Boolean(body);
    try {
      const answer = await fetch(address, { method: body ? "POST" : "GET", body, headers: { Accept: "text/html" } });
      if (new URL(answer.url).pathname !== location.pathname) { location.assign(answer.url); return; }
      const text = await answer.text();
      if (mine === turn) show(text, !body || answer.redirected ? answer.url : "");
    } catch { said.textContent = said.dataset.away; }
    finally { if (body) sending = false; }
  };
  const go = (address) => ask(new URL(address, location));
  const send = (form, name, value) => {
    const body = new URLSearchParams(new FormData(form));
    body.set(name, value);
    ask(form.getAttribute("action"), body);
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-live] a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const there = new URL(link.getAttribute("href"), location);
    if (there.pathname !== location.pathname || there.hash) return;
    event.preventDefault();
    if (link.dataset.do) send(acts(), "do", link.dataset.do);
    else go(there);
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.closest("[data-live]") || !event.submitter?.name) return;
    event.preventDefault();
    send(event.target, event.submitter.name, event.submitter.value);
  });

  const follow = async () => {
    const { follow: there, seen } = acts().dataset;
    if (!there || document.hidden || sending) return;
    const mine = turn;
    try {
      const answer = await fetch(there, { headers: { Accept: "application/json", "If-None-Match": `"${seen}"` }, cache: "no-store" });
      if (answer.status === 410) location.replace(`${there}?seen=${seen}`); // it says that it was deleted
      if (answer.status === 200 && mine === turn && String((await answer.json()).seq) !== acts().dataset.seen) go(location);
    } catch { /* asked again */ }
  };
  rove();
  const main = document.getElementById("main");
  if (matchMedia("(max-width: 47.99rem)").matches && scrollY < main.offsetTop) scrollTo(0, main.offsetTop);
  setInterval(follow, 1500);
  document.addEventListener("visibilitychange", follow);
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}
