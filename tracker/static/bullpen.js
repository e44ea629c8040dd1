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
      const now = input.value.trim() === "" ? blank : Number(input.value.replace("−", "-"));
      if (Number.isNaN(now)) return;
      input.value = String(Math.min(high, Math.max(low, now + Number(button.dataset.step))));
      input.dispatchEvent(new CustomEvent("change", { bubbles: true, detail: Number(button.dataset.step) }));
    });
  }
}

// A second tap while the first is on its way does nothing. What would be written is sent when the server answers; without
// a connection the page stays, with all that was typed, and says so.
const patience = (seconds) => AbortSignal.timeout?.(seconds * 1000);
const sign = document.querySelector("[data-saved]");
const signal = (text, pending) => { sign.firstChild.data = text; sign.classList.toggle("pending", pending); };
const linked = (form, there) => {
  if (sign && !document.querySelector("form[data-table]")) return signal(there ? sign.dataset.saved : sign.dataset.away, !there);
  form.querySelector(".fault.away")?.remove();
  if (!there) form.insertAdjacentHTML("beforeend", '<p class="fault away" role="alert"></p>');
  if (!there) form.lastElementChild.textContent = document.body.dataset.away;
};
let sent = new WeakMap();
document.addEventListener("submit", async (event) => {
  const form = event.target, button = event.submitter;
  if (form.matches("[data-table]")) return;
  if (form.dataset.sure) { delete form.dataset.sure; return; }
  if ("once" in form.dataset && event.timeStamp - (sent.get(form) ?? -600) < 600) { event.preventDefault(); return; }
  sent.set(form, event.timeStamp);
  if (form.method !== "post") return;
  event.preventDefault();
  form.dataset.going = "1"; // what replaces parts of the page leaves it there so long
  const there = await fetch("/healthz", { method: "HEAD", cache: "no-store", signal: patience(4) }).then((answer) => answer.ok, () => false);
  linked(form, there);
  if (!there) { sent.delete(form); delete form.dataset.going; return; }
  form.dataset.sure = "1";
  form.requestSubmit(button?.isConnected ? button : null);
});
window.addEventListener("pageshow", () => { sent = new WeakMap(); });

// A print takes seconds to make, and comes without leaving the page.
for (const form of document.querySelectorAll("form[data-making]")) {
  form.addEventListener("submit", () => { form.querySelector("[role=status]").textContent = form.dataset.making; });
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
  const { undo, redo } = sheet.elements, steps = { undo, redo };
  const queue = () => stored.get(key), names = (tap) => Object.keys(tap).filter((name) => name.startsWith("seats-"));
  const inputs = () => [...sheet.elements].filter((input) => input.name.startsWith("seats-") && !input.closest("[data-pending]"));
  const noting = () => [...sheet.querySelectorAll("[data-pending] input")].some((input) => (input.type === "radio" ? input.checked : input.value));
  const value = (input) => (input.type === "checkbox" && !input.checked ? "" : input.value.trim());
  const written = new Map(); // what was last sent or shown under a name
  const write = (input, text) => {
    if (input.type === "radio") input.checked = input.value === text;
    else if (input.type === "checkbox") input.checked = text !== "";
    else if (value(input) !== text) input.value = text;
    written.set(input.name, text);
  };
  const behind = new Map(); // names kept from changing under the fingers, and what was seen before they changed elsewhere
  const typing = new Map(); // names with what is not a tap yet, and the timer that makes it one
  const told = { undo: [undo.value, undo.textContent.trim()], redo: [redo.value, redo.textContent.trim()] };
  let seen = Number(sheet.dataset.seen), tag = "", sending = null, late = 0, connected = true, busy = false;
  for (const plain of sheet.querySelectorAll("[data-plain]")) plain.hidden = true;
  if (location.search.startsWith("?seen=")) history.replaceState(null, "", location.pathname + location.hash);
  for (const input of inputs()) if (input.type !== "radio" || input.checked) written.set(input.name, value(input));

  const tell = (button, [id, text]) => {
    button.value = id;
    button.disabled = button === undo && !id;
    button.hidden = button === redo && !id;
    button.querySelector("span").textContent = text;
  };
  const named = (name) => { // as the server will call it: "Ada · Chips: 12"
    const text = written.get(name), own = inputs().filter((input) => input.name === name);
    const input = own.find((each) => each.type === "radio" && each.value === text) ?? own[0];
    const label = (of) => of?.textContent.trim() ?? "", radio = input?.type === "radio";
    const title = input?.getAttribute("aria-label") || label(radio ? input.closest("fieldset").querySelector("legend") : input?.labels?.[0]);
    const place = `${label(document.querySelector(`[data-name="${name.split("-")[1]}"]`))} · ${title}`;
    const now = typing.has(name) ? value(input) : radio ? label(input.labels[0]) : text;
    return undo.dataset.named.replace("%1", () => place).replace("%2", () => now || "–");
  };
  const say = (now = connected) => {
    const taps = queue(), count = taps.length + typing.size, last = [...(taps.length ? names(taps.at(-1)) : []), ...typing.keys()].at(-1);
    connected = now;
    clearTimeout(late);
    const text = count ? sign.dataset.waiting.replace("#", count) : connected ? sign.dataset.saved : sign.dataset.away;
    signal(count && connected ? "…" : text, count > 0 || !connected);
    if (count && connected) late = setTimeout(() => signal(text, true), 700); // a quick answer needs no word
    tell(undo, last ? ["?", named(last)] : count || !connected ? ["", text] : told.undo);
    tell(redo, count || !connected ? ["", ""] : told.redo);
  };
  const blank = new Map([...document.querySelectorAll("[data-blank]")].map((each) => [each.parentElement.dataset.fault, each.textContent]));
  const filled = (name) => inputs().some((input) => `${input.name}-`.startsWith(`${name}-`) && (input.type === "radio" ? input.checked : value(input)));
  const mark = ({ faults, derived }) => {
    for (const place of document.querySelectorAll("[data-fault]")) {
      const name = place.dataset.fault, missing = blank.has(name) && !(name in derived) && !filled(name);
      const texts = [...(missing ? [blank.get(name)] : []), ...(faults[name] ?? [])], input = sheet.querySelector(`input[id="${name}"]`);
      for (const [at, item] of document.querySelectorAll(`.alarm li[data-of="${name}"]`).entries()) {
        item.hidden = !texts[at];
        item.lastElementChild.textContent = texts[at];
      }
      place.replaceChildren(...texts.map((text) => Object.assign(document.createElement("p"), { className: "fault", textContent: text })));
      if (texts.length) input?.setAttribute("aria-invalid", "true");
      else input?.removeAttribute("aria-invalid");
      if (texts.length) place.closest("details")?.setAttribute("open", "");
    }
    for (const alarm of document.querySelectorAll(".alarm")) alarm.hidden = !alarm.querySelector("li:not([hidden])");
  };
  const show = (state) => {
    const live = "live" in sheet.dataset, changed = state.shape !== sheet.dataset.shape;
    if (busy || state.seq < seen) return; // the page is being left; or it was asked for before the last tap arrived
    if (changed || (live && state.seq !== seen)) {
      if (noting()) return; // an entry half made would be lost; the button that notes it brings the rest
      flush();
      if (live && changed) location.assign(address);
      else if (document.querySelector(".alarm")) location.replace(address); // to load it afresh would send it again
      else location.reload();
      return;
    }
    const waiting = new Set(queue().flatMap(names));
    for (const input of inputs()) {
      if (input.name in state.derived) input.placeholder = state.derived[input.name];
      if (!waiting.has(input.name) && !typing.has(input.name)) write(input, state.values[input.name] ?? "");
      else if (!behind.has(input.name)) behind.set(input.name, seen);
    }
    for (const name of behind.keys()) if (!waiting.has(name) && !typing.has(name)) behind.delete(name);
    for (const place of document.querySelectorAll("[data-total]")) {
      const total = state.totals[place.dataset.total];
      place.textContent = total === null ? "–" : String(total).replace("-", "−");
    }
    for (const place of document.querySelectorAll("[data-name]")) place.textContent = state.names[place.dataset.name];
    for (const way of ["undo", "redo"]) told[way] = state[way];
    if (state.seq !== seen) mark(state);
    seen = state.seq;
    say();
  };

  const post = async (form) => {
    const body = new URLSearchParams(form), headers = { Accept: "application/json" };
    const answer = await fetch(address, { method: "POST", body, headers, keepalive: true, signal: patience(8) });
    if ([403, 404, 429].includes(answer.status) || answer.status >= 500) throw new Error(answer.status);
    return answer;
  };
  const gone = () => { // the address then says that it was deleted
    stored.set(key, []);
    busy = true;
    location.replace(`${address}?seen=${seen}`);
    return false;
  };
  const deliver = async () => {
    for (let tap; (tap = queue()[0]);) {
      stored.set(key, [{ ...tap, tried: 1 }, ...queue().slice(1)]);
      const { was, tried, ...form } = tap;
      const answer = await post({ ...form, _csrf: sheet.elements._csrf?.value ?? "" });
      const rest = queue().filter((other) => other.event !== tap.event);
      if (answer.status === 410) return gone();
      if (answer.status === 409) {
        const own = names(tap), focus = document.activeElement;
        if (rest.some((other) => other.undo === tap.event)) { stored.set(key, rest.filter((other) => other.undo !== tap.event)); continue; }
        if (focus.type === "text" && own.includes(focus.name)) return false; // it is asked when the cursor leaves
        const { conflict, every } = await answer.json(), question = new URL(conflict, location);
        const same = rest.filter((other) => every || names(other).some((name) => own.includes(name)));
        for (const other of same) for (const name of names(other)) question.searchParams.set(name, other[name]);
        stored.set(key, rest.filter((other) => !same.includes(other)));
        busy = true;
        location.assign(question);
        return false;
      }
      stored.set(key, rest);
      if (!answer.ok) { location.reload(); return false; }
      tag = "";
      show(await answer.json());
      sign.lastElementChild.textContent = undo.textContent.trim();
    }
    return true;
  };
  const send = () => sending ??= deliver().then((done) => { say(true); return done; }, () => { say(false); return false; })
    .finally(() => { sending = null; });
  const add = (tap) => {
    stored.set(key, [...queue(), { event: freshId() + ("step" in tap ? "-step" : ""), seen, ...tap }]);
    say();
    send().then((done) => { if (done && queue().length) send(); });
  };
  const put = (input, step) => {
    const name = input.name, was = written.get(name) ?? "", typed = typing.has(name);
    clearTimeout(typing.get(name));
    typing.delete(name);
    if (value(input) === was) { say(); return; }
    written.set(name, value(input));
    add({ [name]: value(input), was, seen: behind.get(name) ?? seen, ...(step && !typed ? { step } : {}) });
  };
  const flush = () => { for (const input of inputs()) if (typing.has(input.name)) put(input); };
  const back = (way) => {
    flush();
    const last = queue().at(-1);
    if (!last) { add({ [way]: told[way][0] }); return; }
    if (last.tried) add({ undo: last.event }); // the server may have it
    else stored.set(key, queue().slice(0, -1));
    for (const input of inputs()) if (input.name in last) write(input, last.was);
    say();
  };
  const ask = async () => {
    if (document.hidden || sending || busy) return;
    if (queue().length && !(await send()) && !connected) return;
    try {
      const answer = await fetch(sheet.dataset.table, { cache: "no-store", headers: tag ? { "If-None-Match": tag } : {}, signal: patience(8) });
      if (answer.status === 410 && !busy) gone();
      if (answer.ok) { show(await answer.json()); tag = answer.headers.get("ETag") ?? ""; }
      say(answer.ok || answer.status === 304);
    } catch { say(false); }
  };

  const counts = (input) => input.name.startsWith("seats-") && !input.closest("[data-pending]");
  sheet.addEventListener("input", ({ target }) => {
    if (!counts(target)) return;
    clearTimeout(typing.get(target.name));
    typing.set(target.name, setTimeout(put, 600, target));
    say();
  });
  sheet.addEventListener("change", ({ target, detail }) => { if (counts(target)) put(target, detail); });
  sheet.addEventListener("focusout", ({ target }) => {
    if (typing.has(target.name)) put(target);
    if (behind.has(target.name)) tag = ""; // it may catch up now
    if (queue().length) setTimeout(send);
  });
  sheet.addEventListener("submit", async (event) => {
    const button = event.submitter;
    if (sheet.dataset.sure) return;
    event.preventDefault();
    if (button === undo || button === redo) { back(button.name); return; }
    flush();
    if (button?.name && document.activeElement.type === "text") document.activeElement.blur(); // not every tap moves the cursor
    if (!button?.name || busy || !(await send())) return; // Enter in a field; or no connection, and the line says so
    busy = true;
    sheet.elements.seen.value = seen;
    const form = new FormData(sheet), log = { note: button.value, remove: button.value.replace(/-\d+$/, "") }[button.name];
    form.append(button.name, button.value);
    try {
      const answer = await post(form);
      if (answer.status === 410) gone();
      else if (answer.status === 409) location.assign((await answer.json()).conflict);
      else if (answer.ok) {
        const { seq } = await answer.json();
        location.replace(log ? `${address}?seen=${seq}#${log}` : address); // the same address with a # would only scroll
      } else { // the page says what is wrong; sent again it counts once
        sheet.dataset.sure = "1";
        sheet.requestSubmit(button);
      }
    } catch { busy = false; say(false); }
  });
  for (const tap of queue()) for (const input of inputs()) if (input.name in tap) write(input, tap[input.name]);
  if (queue().length) say(); // the page came as saved, and that is true of the server alone
  window.addEventListener("pageshow", ({ persisted }) => {
    delete sheet.dataset.sure;
    busy = false;
    if (persisted) sheet.elements.event.value = freshId();
    ask();
  });
  window.addEventListener("pagehide", flush);
  window.addEventListener("online", ask);
  document.addEventListener("visibilitychange", () => { if (document.hidden) flush(); else ask(); });
  setInterval(ask, 1500);
}

// Cards: what another phone does is shown here too, and one hand goes as soon as nobody looks at it.
for (const hand of document.querySelectorAll("[data-private]")) {
  const hide = () => { hand.remove(); location.replace(hand.dataset.private); };
  history.replaceState(null, "", hand.dataset.private); // reload and the way back lead to the closed hand
  document.addEventListener("visibilitychange", () => { if (document.hidden) hide(); });
  if (document.hidden) hide(); // put away before this ran
  window.addEventListener("pagehide", () => hand.remove());
  window.addEventListener("pageshow", (event) => { if (event.persisted) hide(); });
}
for (const live of document.querySelectorAll("[data-follow]")) {
  let seen = live.dataset.seen;
  const held = live.querySelector("[data-private]"); // a hand stays until its cards change elsewhere
  const look = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(live.dataset.follow, { headers: { Accept: "application/json", "If-None-Match": `"${seen}"` }, cache: "no-store", signal: patience(8) });
      linked(live, answer.ok || answer.status === 304);
      if (answer.status === 410) location.replace(`${live.dataset.follow}?seen=${seen}`);
      if (answer.status !== 200) return;
      const now = String((await answer.json()).seq);
      const text = now === seen ? "" : await (await fetch(held?.dataset.private ?? location, { headers: { Accept: "text/html" } })).text();
      const other = text && new DOMParser().parseFromString(text, "text/html").getElementById("live");
      if (!other || document.hidden || live.querySelector("[data-going]")) return;
      if (held?.isConnected) {
        if (other.querySelector(`[data-held="${held.dataset.held}"]`)) seen = now;
        else location.replace(held.dataset.private);
        return;
      }
      const open = [...live.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
      const said = document.getElementById("said"), focus = document.activeElement, told = other.querySelector("#said").textContent;
      other.querySelector("#said").remove();
      if (said.textContent !== told) said.textContent = told;
      live.replaceChildren(said, ...other.children);
      for (const summary of live.querySelectorAll("summary")) summary.parentElement.open = open.includes(summary.textContent);
      seen = now;
      if (live !== focus && !document.contains(focus)) live.querySelector(`[name="${focus.name}"][value="${focus.value}"]`)?.focus();
    } catch { linked(live, false); }
  };
  setInterval(look, 1500);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}
