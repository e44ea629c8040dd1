// Makes forms faster; everything works without it. Nothing here needs a secure address: it must run on plain http.
"use strict";

// Steppers: the buttons appear only when they can work.
for (const stepper of document.querySelectorAll("[data-stepper]")) {
  const input = stepper.querySelector("input");
  const bound = (name, fallback) => (name in input.dataset ? Number(input.dataset[name]) : fallback);
  for (const button of stepper.querySelectorAll("[data-step]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const low = bound("low", -Infinity), high = bound("high", Infinity);
      const blank = low > 0 ? low - 1 : low < 0 ? -Number(button.dataset.step) : 0; // then it begins with the lowest, or with 0
      const now = input.value.trim() === "" ? blank : Number(input.value);
      if (Number.isNaN(now)) return;
      input.value = String(Math.min(high, Math.max(low, now + Number(button.dataset.step))));
      for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
    });
  }
}

// A second tap while the first is on its way does nothing.
for (const form of document.querySelectorAll("form[data-once]")) {
  let sent = 0;
  form.addEventListener("submit", (event) => {
    if (event.timeStamp - sent < 600 && sent) event.preventDefault();
    else sent = event.timeStamp;
  });
  window.addEventListener("pageshow", () => { sent = 0; });
}

// Rules: search while typing, with the same answer the Find button gives.
for (const form of document.querySelectorAll("form[data-search]")) {
  const query = form.querySelector("[type=search]");
  let timer = 0, asked = 0;
  const find = async () => {
    const turn = ++asked;
    const address = new URL(form.action);
    for (const [name, value] of new FormData(form)) if (value) address.searchParams.set(name, value);
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = page.getElementById("found");
      if (!found || turn !== asked) return;
      document.getElementById("found").replaceWith(found);
      history.replaceState(null, "", address);
    } catch { /* the Find button still works */ }
  };
  query.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(find, 180); });
}

// A table: each change is one tap with an id of its own. It waits in localStorage until the server has it, in order,
// through reloads and lost connections; sent twice it counts once. What other phones do arrives by asking.
const stored = {
  get: (key) => { try { return JSON.parse(localStorage.getItem(key)) || []; } catch { return stored.here[key] || []; } },
  set: (key, taps) => {
    stored.here[key] = taps;
    try { taps.length ? localStorage.setItem(key, JSON.stringify(taps)) : localStorage.removeItem(key); } catch { /* full or closed */ }
  },
  here: {},
};
const freshId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

for (const sheet of document.querySelectorAll("form[data-table]")) {
  const address = sheet.getAttribute("action"), key = `taps ${new URL(address, location).pathname}`;
  const steps = document.querySelector("[data-steps]"), said = document.querySelector("[data-saved]");
  const inputs = () => [...sheet.elements].filter((input) => input.name.startsWith("seats-") && !input.closest("[data-pending]"));
  const noting = () => [...sheet.querySelectorAll("[data-pending] input")].some((input) => (input.type === "radio" ? input.checked : input.value));
  const value = (input) => (input.type === "checkbox" && !input.checked ? "" : input.value.trim());
  const fill = (input, text) => {
    if (input.type === "radio") input.checked = input.value === text;
    else if (input.type === "checkbox") input.checked = text !== "";
    else input.value = text;
  };
  const behind = new Map(); // names kept from changing under the fingers, and what was seen before they changed elsewhere
  const typing = new Set();
  let seen = Number(sheet.dataset.seen), tag = "", sending = null, late = 0;
  for (const plain of sheet.querySelectorAll("[data-plain]")) plain.hidden = true;

  const say = (connected) => {
    const count = stored.get(key).length;
    clearTimeout(late);
    const text = count ? said.dataset.waiting.replace("#", count) : connected ? said.dataset.saved : said.dataset.away;
    if (!count || !connected) said.firstChild.data = text;
    else late = setTimeout(() => { said.firstChild.data = text; }, 700); // a quick answer needs no word
    said.classList.toggle("pending", count > 0 || !connected);
  };
  const tell = (button, [id, text]) => {
    button.value = id;
    button.disabled = button.name === "undo" && !id;
    button.hidden = button.name === "redo" && !id;
    button.querySelector("span").textContent = text;
  };
  const show = (state) => {
    const live = "live" in sheet.dataset, changed = state.shape !== sheet.dataset.shape;
    if (changed || (live && state.seq !== seen)) {
      if (noting()) return; // an entry half made would be lost; the button that notes it brings the rest
      document.activeElement.blur(); // what is being typed becomes a tap and waits
      if (live && changed) location.assign(address);
      else location.reload();
      return;
    }
    const waiting = new Set(stored.get(key).flatMap((tap) => Object.keys(tap)));
    for (const input of inputs()) {
      const now = state.values[input.name] ?? "";
      if (waiting.has(input.name) || typing.has(input.name)) {
        if (!behind.has(input.name)) behind.set(input.name, seen);
      } else if (input.type === "radio" ? input.checked !== (input.value === now) : value(input) !== now) fill(input, now);
    }
    for (const name of behind.keys()) if (!waiting.has(name) && !typing.has(name)) behind.delete(name);
    for (const place of document.querySelectorAll("[data-total]")) {
      const total = state.totals[place.dataset.total];
      place.textContent = total === null ? "–" : String(total).replace("-", "−");
    }
    for (const place of document.querySelectorAll("[data-name]")) {
      place.textContent = state.values[`seats-${place.dataset.name}-name`] ?? "";
    }
    for (const way of ["undo", "redo"]) tell(steps.elements[way], state[way]);
    seen = state.seq;
  };

  const deliver = async () => {
    for (let tap; (tap = stored.get(key)[0]);) {
      for (const way of ["undo", "redo"]) if (tap[way] === "?") tap[way] = steps.elements[way].value;
      stored.set(key, [tap, ...stored.get(key).slice(1)]);
      const body = new URLSearchParams({ ...tap, _csrf: sheet.elements._csrf?.value ?? "" });
      const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
      if (answer.status === 403 || answer.status === 429 || answer.status >= 500) throw new Error(answer.status);
      stored.set(key, stored.get(key).filter((other) => other.event !== tap.event));
      if (answer.status === 409) { location.assign((await answer.json()).conflict); return false; }
      if (!answer.ok) { location.reload(); return false; }
      tag = "";
      show(await answer.json());
      said.lastElementChild.textContent = steps.elements.undo.textContent.trim();
    }
    return true;
  };
  const send = () => sending ??= deliver().then((done) => { say(true); return done; }, () => { say(false); return false; })
    .finally(() => { sending = null; });
  const add = (tap) => {
    stored.set(key, [...stored.get(key), { event: freshId(), seen, ...tap }]);
    say(true);
    send().then((done) => { if (done && stored.get(key).length) send(); });
  };
  const ask = async () => {
    if (document.hidden || sending) return;
    if (stored.get(key).length) { send(); return; }
    try {
      const answer = await fetch(sheet.dataset.table, { cache: "no-store", headers: tag ? { "If-None-Match": tag } : {} });
      if (answer.status === 404) location.reload();
      if (answer.ok && !stored.get(key).length) { show(await answer.json()); tag = answer.headers.get("ETag") ?? ""; }
      say(answer.ok || answer.status === 304);
    } catch { say(false); }
  };

  sheet.addEventListener("input", (event) => typing.add(event.target.name));
  sheet.addEventListener("change", ({ target }) => {
    typing.delete(target.name);
    if (target.name.startsWith("seats-") && !target.closest("[data-pending]")) add({ [target.name]: value(target), seen: behind.get(target.name) ?? seen });
  });
  sheet.addEventListener("focusout", ({ target }) => {
    typing.delete(target.name);
    if (behind.has(target.name)) tag = ""; // it may catch up now
  });
  steps.addEventListener("submit", (event) => {
    event.preventDefault();
    add({ [event.submitter.name]: "?" });
  });
  sheet.addEventListener("submit", async (event) => {
    const button = event.submitter;
    if (sheet.dataset.going) return;
    event.preventDefault();
    if (!button?.name || !(await send())) return; // Enter in a field; or no connection, and the line says so
    sheet.dataset.going = "1";
    sheet.elements.seen.value = seen;
    sheet.elements.event.value = freshId();
    setTimeout(() => sheet.requestSubmit(button)); // while a submission is being announced, another one is ignored
  });
  for (const tap of stored.get(key)) {
    for (const input of inputs()) if (input.name in tap) fill(input, tap[input.name]);
  }
  window.addEventListener("pageshow", () => { delete sheet.dataset.going; ask(); });
  window.addEventListener("online", ask);
  document.addEventListener("visibilitychange", ask);
  setInterval(ask, 1500);
}

// Cards: what another phone does is shown here too, and one hand goes as soon as nobody looks at it.
for (const hand of document.querySelectorAll("[data-private]")) {
  const hide = () => { hand.remove(); location.replace(hand.dataset.private); };
  history.replaceState(null, "", hand.dataset.private); // reload and the way back lead to the closed hand
  document.addEventListener("visibilitychange", () => { if (document.hidden) hide(); });
  window.addEventListener("pagehide", () => hand.remove());
  window.addEventListener("pageshow", (event) => { if (event.persisted) hide(); });
}
for (const live of document.querySelectorAll("[data-follow]")) {
  let seen = live.dataset.seen;
  const busy = () => document.hidden || live.querySelector("details[open], [data-private]");
  const look = async () => {
    if (busy()) return;
    try {
      const answer = await fetch(live.dataset.follow, { headers: { Accept: "application/json", "If-None-Match": `"${seen}"` }, cache: "no-store" });
      if (answer.status !== 200) return;
      const now = String((await answer.json()).seq);
      const text = now === seen ? "" : await (await fetch(location, { headers: { Accept: "text/html" } })).text();
      const other = text && new DOMParser().parseFromString(text, "text/html").getElementById("live");
      if (!other || busy()) return;
      const said = document.getElementById("said"), focus = document.activeElement, told = other.querySelector("#said").textContent;
      other.querySelector("#said").remove();
      if (said.textContent !== told) said.textContent = told;
      live.replaceChildren(said, ...other.children);
      seen = now;
      if (live !== focus && !document.contains(focus)) live.querySelector(`[name="${focus.name}"][value="${focus.value}"]`)?.focus();
    } catch { /* asked again */ }
  };
  setInterval(look, 1500);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}
