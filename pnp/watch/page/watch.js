// Follows the game: asks for what is new, and shows it without moving what somebody looks at.
"use strict";

const byId = (id) => document.getElementById(id);
const tools = document.querySelector(".tools");
const dialog = byId("large");
const KEPT = "pnp-watch";
const SWITCHES = ["trim", "safe", "bleed", "backs", "only"];
const sections = new Map(); // by id of the piece: its section and its sides
let known = { number: 0, pieces: [], problems: [], languages: [] };
let lang = new URLSearchParams(location.search).get("lang") ?? "";
let asked = 0; // grows with every choice of language or ink: answers to earlier ones are dropped
let large = []; // the sides in the dialog

const ink = () => new FormData(tools).get("ink");
const address = (piece, number, side) =>
  `/face/${encodeURIComponent(known.lang)}/${known.ink}/${encodeURIComponent(piece.id)}/${number}/${side.side}.svg?v=${side.version}`;
const place = (piece, number) => `#${encodeURIComponent(piece.id)}/${number}`;
const rest = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Numbers all warnings in the order of the list; returns them with their face. */
function numbered(state) {
  const found = [];
  const add = (problem, piece, number) => {
    problem.number = found.length + 1;
    found.push({ problem, piece, number });
  };
  for (const piece of state.pieces) {
    piece.problems.forEach((problem) => add(problem, piece, 0));
    piece.faces.forEach((face, at) => face.sides.forEach((side) => side.problems.forEach((problem) => add(problem, piece, at + 1))));
  }
  return found;
}

function words(problem) {
  const parts = problem.place.split("/").flatMap((part, at) => (at ? ["/", make("wbr"), part] : [part]));
  return [
    make("code", {}, ...parts, ...(problem.column ? [", ", make("span", {}, `column ${problem.column}`)] : [])),
    make("span", { class: "said" }, problem.where ? make("strong", {}, `${problem.where}: `) : null, problem.message),
    problem.hint ? make("span", { class: "hint" }, problem.hint) : null,
  ];
}

function item({ problem, piece, number }) {
  const mark = make("b", { class: problem.note ? "nth note" : "nth" }, String(problem.number));
  const inside = [mark, make("span", { class: "words" }, ...words(problem))];
  const body = number ? make("a", { href: place(piece, number) }, ...inside) : make("div", {}, ...inside);
  return make("li", { "data-number": problem.number }, body);
}

function count(number, what) {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/** Shows the list of everything that is wrong, and of what cannot be read at the top. */
function showTold(found) {
  const unread = known.problems;
  const heading = known.stale ? "These files cannot be used as they are. Below is the last good picture." : "";
  byId("unread").replaceChildren(
    ...(heading ? [make("p", {}, known.pieces.length ? heading : "Nothing can be drawn until this is mended.")] : []),
    ...(unread.length ? [make("ul", {}, ...unread.map((problem) => make("li", { class: problem.note ? "note" : "" }, ...words(problem))))] : []),
  );
  byId("unread").className = known.stale ? "alarm" : "";
  byId("list").replaceChildren(...found.map(item));
  const faults = found.filter(({ problem }) => !problem.note).length + (known.stale ? unread.length : 0);
  const notes = found.length + unread.length - faults;
  const parts = [];
  if (faults) parts.push(count(faults, "problem"));
  if (notes) parts.push(count(notes, "note"));
  byId("told-title").textContent = parts.join(", ") || "Nothing to tell";
  document.body.classList.toggle("clean", !parts.length);
  document.body.classList.toggle("stale", known.stale);
  const waiting = known.waiting?.length ? ` · drawing ${known.waiting.join(", ")} …` : "";
  byId("status").textContent = `${parts.join(", ") || "Nothing to tell"}${waiting}`;
}

/** A piece on the page with all its faces; what is the same stays the same element. */
class Section {
  constructor(id) {
    this.title = make("h2");
    this.facts = make("p", { class: "facts" });
    this.faces = make("ol", { class: "faces" });
    this.root = make("section", { class: "piece", id: `piece-${id}` }, make("div", { class: "head" }, this.title, this.facts), this.faces);
    this.items = [];
  }

  show(piece) {
    this.title.textContent = piece.title;
    const [wide, high] = piece.size.map((length) => Math.round(length * 100) / 100);
    this.facts.textContent = `${piece.id} · ${count(piece.faces.length, "face")} · ${wide} × ${high} mm · ${piece.count} in all`;
    while (this.items.length > piece.faces.length) this.items.pop().root.remove();
    piece.faces.forEach((face, at) => {
      if (at === this.items.length) {
        this.items.push(new Item());
        this.faces.append(this.items[at].root);
      }
      this.items[at].show(piece, face, at + 1);
    });
    const told = piece.problems.length || piece.faces.some((face) => face.sides.some((side) => side.problems.length));
    this.root.classList.toggle("told", Boolean(told));
  }
}

class Item {
  constructor() {
    this.papers = [];
    this.sides = make("span", { class: "sides" });
    this.name = make("span", { class: "name" });
    this.link = make("a", {}, this.sides, this.name);
    this.root = make("li", {}, this.link);
  }

  show(piece, face, number) {
    this.link.href = place(piece, number);
    while (this.papers.length > face.sides.length) this.papers.pop().root.remove();
    face.sides.forEach((side, at) => {
      if (at === this.papers.length) {
        this.papers.push(new Paper());
        this.sides.append(this.papers[at].root);
      }
      this.papers[at].root.classList.toggle("back", side.side === "back");
      this.papers[at].show(piece, face, side, address(piece, number, side));
    });
    const many = face.copies === 1 ? "" : ` × ${face.copies}`;
    const told = face.sides.reduce((sum, side) => sum + side.problems.length, 0);
    const warned = told ? [make("em", {}, ` ${count(told, "warning")}`)] : [];
    this.name.replaceChildren(make("b", {}, String(number)), ` ${face.name}${many}`, ...warned);
    this.root.classList.toggle("told", told > 0);
  }
}

/** Shows a state of the game: pieces come, go and change where they stand. */
function show(state) {
  known = { pieces: [], problems: [], languages: [], waiting: [], ...state };
  const found = numbered(known);
  if (known.title) {
    document.title = `${found.length ? `(${found.length}) ` : ""}${known.title}`;
    byId("title").textContent = known.title;
    const [one, two, on] = known.inks;
    for (const [name, value] of [["--one", one], ["--two", two], ["--on", on]]) document.documentElement.style.setProperty(name, value);
    showLanguages();
  }
  let before = null;
  for (const piece of known.pieces) {
    if (!sections.has(piece.id)) sections.set(piece.id, new Section(piece.id));
    const section = sections.get(piece.id);
    const after = before ? before.root.nextElementSibling : byId("pieces").firstElementChild;
    if (section.root !== after) byId("pieces").insertBefore(section.root, after);
    section.show(piece);
    before = section;
  }
  for (const [id, section] of sections) {
    if (known.pieces.some((piece) => piece.id === id)) continue;
    section.root.remove();
    sections.delete(id);
  }
  showTold(found);
  if (dialog.open) showLarge();
  document.documentElement.dataset.number = known.waiting.length ? "" : known.number;
}

function showLanguages() {
  const group = byId("languages");
  const labels = [...group.querySelectorAll("input")].map((input) => input.value);
  if (labels.join() !== known.languages.join()) {
    group.querySelectorAll("label").forEach((label) => label.remove());
    for (const code of known.languages) {
      group.append(make("label", {}, make("input", { type: "radio", name: "lang", value: code }), make("span", {}, code)));
    }
  }
  group.hidden = known.languages.length < 2;
  for (const input of group.querySelectorAll("input")) input.checked = input.value === known.lang;
}

/** Returns every face of the game in order, as the dialog pages through them. */
function all() {
  const told = (face) => face.sides.some((side) => side.problems.length);
  const only = document.body.classList.contains("only");
  return known.pieces.flatMap((piece) => piece.faces.map((face, at) => ({ piece, face, number: at + 1 })).filter(({ face }) => !only || told(face)));
}

function wanted() {
  const [id, number] = location.hash.slice(1).split("/");
  const piece = known.pieces.find((one) => one.id === decodeURIComponent(id ?? ""));
  const face = piece?.faces[Number(number) - 1];
  return face ? { piece, face, number: Number(number) } : null;
}

/** Shows the face that the address names, large, with its warnings beside it. */
function showLarge() {
  const found = wanted();
  if (!found) {
    if (dialog.open) dialog.close();
    return;
  }
  const { piece, face, number } = found;
  byId("large-title").textContent = `${piece.title}, ${number}: ${face.name}`;
  while (large.length > face.sides.length) large.pop().root.remove();
  face.sides.forEach((side, at) => {
    if (at === large.length) {
      large.push(new Paper());
      byId("shown").append(large[at].root);
    }
    large[at].show(piece, face, side, address(piece, number, side));
  });
  byId("shown").style.setProperty("--sides", face.sides.length);
  const told = face.sides.flatMap((side) => side.problems.map((problem) => ({ problem, piece, number: 0 })));
  byId("here").replaceChildren(...told.map(item));
  const faces = all();
  const at = faces.findIndex((one) => one.piece.id === piece.id && one.number === number);
  for (const [id, step] of [["before", -1], ["after", 1]]) {
    const other = faces[at + step];
    byId(id).hidden = at < 0 || !other;
    if (other) byId(id).href = place(other.piece, other.number);
  }
  if (!dialog.open) {
    dialog.showModal();
    byId("large-title").focus();
  }
}

/** Asks for news for ever. The server answers when there are some; an answer of an older choice is dropped. */
async function follow() {
  const mine = asked;
  let now = "&now=1";
  while (mine === asked) {
    try {
      const first = wanted()?.piece.id ?? "";
      const query = `seen=${known.number}&lang=${encodeURIComponent(lang)}&ink=${ink()}&first=${encodeURIComponent(first)}${now}`;
      const answer = await fetch(`/state?${query}`);
      if (mine !== asked) return;
      if (answer.status === 200) {
        show(await answer.json());
        now = known.waiting.length ? "&now=1" : "";
      } else if (answer.status === 204) {
        await rest(100);
      } else {
        throw new Error(String(answer.status));
      }
      document.body.classList.remove("away");
    } catch (error) {
      if (mine !== asked) return;
      document.body.classList.add("away");
      const stumbled = error.message === "500";
      byId("status").textContent = stumbled ? "The press stumbled: look at its terminal." : "The press does not answer. Is pnp watch still running?";
      now = "&now=1";
      await rest(1000);
    }
  }
}

function begin() {
  asked += 1;
  follow();
}

function remember() {
  const chosen = new FormData(tools);
  for (const name of SWITCHES) document.body.classList.toggle(name, chosen.has(name));
  localStorage.setItem(KEPT, JSON.stringify(SWITCHES.filter((name) => chosen.has(name))));
}

tools.addEventListener("submit", (event) => event.preventDefault());
tools.addEventListener("change", (event) => {
  remember();
  if (event.target.name === "lang") lang = event.target.value;
  if (["lang", "ink"].includes(event.target.name)) begin();
});
dialog.addEventListener("close", () => { if (location.hash) history.pushState(null, "", location.pathname + location.search); });
byId("close").addEventListener("click", () => dialog.close());
addEventListener("hashchange", showLarge);
addEventListener("popstate", showLarge);
dialog.addEventListener("keydown", (event) => {
  const id = { ArrowLeft: "before", ArrowRight: "after" }[event.key];
  if (id && !byId(id).hidden) byId(id).click();
});
for (const list of [byId("here"), byId("list")]) {
  for (const [event, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
    list.addEventListener(event, ({ target }) => {
      const number = target.closest("li")?.dataset.number;
      document.querySelectorAll(`.spot[data-number="${number}"]`).forEach((spot) => spot.classList.toggle("lit", on));
    });
  }
}
const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
if (Array.isArray(kept)) for (const name of SWITCHES) tools.elements[name].checked = kept.includes(name);
remember();
begin();
