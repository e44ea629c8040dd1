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
      const now = input.value.trim() === "" ? Math.max(low, 0) - (low > 0 ? 1 : 0) : Number(input.value);
      if (Number.isNaN(now)) return;
      input.value = String(Math.min(high, Math.max(low, now + Number(button.dataset.step))));
      input.dispatchEvent(new Event("input", { bubbles: true }));
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
