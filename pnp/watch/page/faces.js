// Draws one side of a face: its picture, the lines over it, and a frame for each warning. Knows no server.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

/** Returns an element with attributes and children; texts stay texts. */
function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function drawn(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Returns the lines over a face: what is cut away, the trim, and how far in words are safe. */
function lines(piece, face) {
  const [wide, high] = piece.size;
  const more = piece.bleed;
  const over = drawn("svg", {
    class: "over", viewBox: `${-more} ${-more} ${wide + 2 * more} ${high + 2 * more}`, preserveAspectRatio: "none", "aria-hidden": "true",
  });
  if (!face.edge) return over;
  const past = more + 1; // or a hair of the picture would show round it
  const around = `M${-past} ${-past}h${wide + 2 * past}v${high + 2 * past}h${-wide - 2 * past}Z`;
  over.append(drawn("path", { class: "outside", "fill-rule": "evenodd", d: around + face.edge }));
  over.append(drawn("path", { class: "trim", d: face.edge }));
  if (face.safe) over.append(drawn("path", { class: "safe ground", d: face.safe }), drawn("path", { class: "safe", d: face.safe }));
  return over;
}

/** Returns the numbered frame of a warning; one that is somewhere on the face has its number at the corner. */
function frame(piece, problem) {
  const [wide, high] = piece.size.map((length) => length + 2 * piece.bleed);
  const lost = problem.lost ? ` +${problem.lost} mm` : "";
  const made = make("span", { class: problem.note ? "spot note" : "spot", "data-number": problem.number }, make("b", {}, `${problem.number}${lost}`));
  if (problem.spot) {
    const [x, y, width, height] = problem.spot;
    made.style.left = `${((x + piece.bleed) / wide) * 100}%`;
    made.style.top = `${((y + piece.bleed) / high) * 100}%`;
    made.style.width = `${(width / wide) * 100}%`;
    made.style.height = `${(height / high) * 100}%`;
    if (y + piece.bleed < high * 0.08) made.classList.add("under");
    if (x + piece.bleed > wide * 0.7) made.classList.add("left");
  } else {
    made.classList.add("whole");
  }
  return made;
}

/** Pictures that are wanted, the newest wish first: only a few at once, so that news of the game are not kept waiting. */
const QUEUE = { wanted: [], busy: 0, most: 3 };

function fetchNext() {
  while (QUEUE.busy < QUEUE.most && QUEUE.wanted.length) {
    const paper = QUEUE.wanted.pop();
    const address = paper.address;
    if (!address || address === paper.picture.getAttribute("src") || !paper.seen) continue;
    QUEUE.busy += 1;
    const next = new Image();
    next.onload = next.onerror = () => {
      QUEUE.busy -= 1;
      if (paper.address === address) paper.picture.src = address;
      fetchNext();
    };
    next.src = address;
  }
}

const NEAR = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    target.paper.seen = isIntersecting;
    if (isIntersecting) target.paper.fetch();
  }
}, { rootMargin: "400px 0px" });

/** A side on the page: it keeps its picture as long as its version stays, and fetches one when it comes into view. */
class Paper {
  constructor() {
    this.picture = make("img", { alt: "", decoding: "async" });
    this.spots = make("span", { class: "spots" });
    this.root = make("span", { class: "paper" }, this.picture, this.spots);
    this.root.paper = this;
    this.told = "";
    this.seen = false;
    NEAR.observe(this.root);
  }

  fetch() {
    if (this.address === this.picture.getAttribute("src")) return;
    QUEUE.wanted = QUEUE.wanted.filter((paper) => paper !== this);
    QUEUE.wanted.push(this);
    fetchNext();
  }

  /** Shows a side; `address` is that of its picture. */
  show(piece, face, side, address) {
    const [wide, high] = piece.size.map((length) => length + 2 * piece.bleed);
    this.root.style.setProperty("--wide", wide);
    this.root.style.setProperty("--high", high);
    this.picture.width = Math.round(wide * 10);
    this.picture.height = Math.round(high * 10);
    this.address = address;
    if (this.seen) this.fetch();
    const told = JSON.stringify([piece.size, piece.bleed, face.edge, face.safe, side.problems]);
    if (told === this.told) return;
    this.told = told;
    this.root.querySelector(".over")?.remove();
    this.picture.after(lines(piece, face));
    this.spots.replaceChildren(...side.problems.map((problem) => frame(piece, problem)));
  }
}
