// One result: an output of any length to scroll through, beside the model's text.
//
// The document holds a few hundred lines around those that are seen. More are fetched before an end comes into sight,
// and those that are far away are taken out; what is seen stays where it is. Places are counted in lines, not pixels, so
// lines may be of any height: the bar at the side stands for all lines, whether they are there or not.
"use strict";

const root = document.querySelector(".result");
const payload = byId("payload");
const buffer = byId("buffer");
const model = byId("model");
const base = `/r/${root.dataset.id}`;

const piece = 200; // lines that are fetched at once
const pieces = 5; // that are held

const view = {
  total: 0, // lines of the output, as far as they are counted
  complete: false,
  fold: false, // all gaps are folded, but those of flip; else only those of flip are
  flip: new Set(),
  query: "",
  mark: null, // [first, last] of the lines that are marked
  at: 0, // the line that was gone to last
  turn: 0, // grows when the place changes, so that answers for an earlier one are dropped
};

function linesURL(params) {
  const q = new URLSearchParams(params);
  if (view.fold) q.set("fold", "all");
  if (view.flip.size) q.set("flip", [...view.flip].join("."));
  if (view.query) q.set("q", view.query);
  if (view.mark) q.set("lines", view.mark.join("-"));
  return `${base}/lines?${q}`;
}

async function fetchPart(url) {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(text.trim());
  const holder = document.createElement("template");
  holder.innerHTML = text; // made and escaped by the server
  return holder.content.firstElementChild;
}

const fetchLines = async (params) => {
  const lines = await fetchPart(linesURL(params));
  know(lines.dataset);
  return lines;
};

const number = (element, name) => Number(element?.dataset[name] || 0);
const firstHeld = () => number(buffer.firstElementChild, "first");
const lastHeld = () => number(buffer.lastElementChild, "last");

// know notes how long the output is.
function know(data) {
  const lines = Number(data.lines);
  if (lines < view.total) return;
  view.total = lines;
  view.complete = data.complete === "true";
  byId("count").textContent = lines.toLocaleString("en") + (view.complete ? "" : "+");
}

// Filling: more lines before an end comes into sight.

let filling = false;
async function fill() {
  if (filling || !payload) return;
  filling = true;
  try {
    for (;;) {
      const turn = view.turn;
      const near = 1.5 * payload.clientHeight;
      const below = payload.scrollHeight - payload.scrollTop - payload.clientHeight;
      if (below < near && (lastHeld() < view.total || !view.complete)) {
        const lines = await fetchLines({ from: lastHeld() + 1, n: piece });
        if (turn !== view.turn) continue;
        if (number(lines, "last") < number(lines, "first")) break; // there are none
        buffer.append(lines);
        if (buffer.children.length > pieces) remove(buffer.firstElementChild);
      } else if (payload.scrollTop < near && firstHeld() > 1) {
        const lines = await fetchLines({ to: firstHeld() - 1, n: piece });
        if (turn !== view.turn) continue;
        const before = buffer.offsetHeight;
        buffer.prepend(lines);
        payload.scrollTop += buffer.offsetHeight - before;
        if (buffer.children.length > pieces) buffer.lastElementChild.remove();
      } else break;
    }
  } catch (error) {
    say(error.message);
  } finally {
    filling = false;
  }
  draw();
}

// remove takes a piece out above what is seen, which stays where it is.
function remove(lines) {
  const height = lines.offsetHeight;
  lines.remove();
  payload.scrollTop -= height;
}

// show brings a line to so many pixels below the upper edge.
async function show(line, offset) {
  line = Math.max(1, view.complete ? Math.min(line, view.total) : line);
  const turn = ++view.turn;
  const parts = [fetchLines({ from: line, n: piece })];
  if (line > 1) parts.unshift(fetchLines({ to: line - 1, n: piece / 2 }));
  try {
    const lines = await Promise.all(parts);
    if (turn !== view.turn) return;
    buffer.replaceChildren(...lines);
    const last = buffer.lastElementChild;
    payload.scrollTop += last.getBoundingClientRect().top - payload.getBoundingClientRect().top - offset;
  } catch (error) {
    say(error.message);
  }
  await fill();
}

const row = (line) => buffer.querySelector(`[data-n="${line}"]`);
const third = () => Math.round(payload.clientHeight / 3);

// go goes to a line and points it out. A gap that hides it is opened.
async function go(line, focus = true) {
  view.at = line;
  if (!row(line)) {
    openAround(line);
    await show(line, third());
    if (!row(line) && openAround(line)) await show(line, third());
  } else {
    ++view.turn;
    const seen = row(line).getBoundingClientRect(), pane = payload.getBoundingClientRect();
    if (seen.top < pane.top || seen.bottom > pane.bottom) payload.scrollTop += seen.top - pane.top - third();
  }
  for (const old of buffer.querySelectorAll(".at")) old.classList.remove("at");
  row(line)?.classList.add("at");
  if (focus) payload.focus({ preventScroll: true });
  follow(payload);
  await fill();
}

// openAround opens the folded gap that has a line.
function openAround(line) {
  for (const gap of document.querySelectorAll(".gap, .mline[data-gap]")) {
    const i = number(gap, "gap");
    const folded = view.fold !== view.flip.has(i);
    if (folded && number(gap, "first") <= line && line <= number(gap, "last")) return flip(i), true;
  }
  return false;
}

function flip(gap) {
  if (!view.flip.delete(gap)) view.flip.add(gap);
}

// The first line that is at least so far below the upper edge, and its row.
function lineAt(pixels) {
  const edge = payload.getBoundingClientRect().top + pixels;
  for (const lines of buffer.children) {
    if (lines.getBoundingClientRect().bottom <= edge) continue;
    const rows = lines.children;
    let low = 0, high = rows.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle].getBoundingClientRect().bottom <= edge) low = middle + 1;
      else high = middle;
    }
    const found = rows[low];
    if (found) return { line: number(found, "n") || number(found, "first"), row: found };
  }
  return { line: lastHeld() };
}

// again fetches what is seen anew, since it is to look different.
function again() {
  const { line, row } = lineAt(0);
  return show(line, row ? row.getBoundingClientRect().top - payload.getBoundingClientRect().top : 0);
}

// The bar at the side.

const bar = byId("scrollbar");
const thumb = byId("thumb");

function draw() {
  if (!bar || !view.total) return;
  const top = lineAt(0).line || 1, bottom = lineAt(payload.clientHeight - 1).line || top;
  const height = bar.clientHeight;
  const size = Math.max(20, height * (bottom - top + 1) / view.total);
  const room = Math.max(1, view.total - (bottom - top + 1));
  thumb.hidden = bottom - top + 1 >= view.total; // nothing is out of sight
  thumb.style.height = `${size}px`;
  thumb.style.transform = `translateY(${Math.min(1, (top - 1) / room) * (height - size)}px)`;
  bar.setAttribute("aria-valuenow", top);
  bar.setAttribute("aria-valuemax", view.total);
}

function dragTo(y) {
  const box = bar.getBoundingClientRect();
  const share = Math.min(1, Math.max(0, (y - box.top) / box.height));
  if (!dragTo.wanted) {
    setTimeout(async () => {
      const line = dragTo.wanted;
      dragTo.wanted = 0;
      await show(line, third());
    }, 60);
  }
  dragTo.wanted = 1 + Math.round(share * (view.total - 1));
}

// The panes scroll together: the one that is used moves the other.

let driver = payload;
let ticking = false;

const lead = (pane) => Math.round(pane.clientHeight / 4);
const tied = () => [...model.querySelectorAll(".mline[data-first]")];

function follow(pane) {
  if (!byId("sync")?.checked || pane !== driver) return;
  if (pane === payload) {
    const { line } = lineAt(Math.min(lead(payload), payload.scrollTop));
    let best;
    for (const m of tied()) {
      m.classList.remove("here");
      if (number(m, "first") <= line && (!best || number(m, "first") >= number(best, "first"))) best = m;
    }
    if (!best) return;
    best.classList.add("here");
    model.scrollTop = best.offsetTop - model.offsetTop - lead(model);
    return;
  }
  const edge = model.getBoundingClientRect().top + Math.min(lead(model), model.scrollTop);
  const m = tied().find((line) => line.getBoundingClientRect().bottom > edge);
  const line = number(m, "first");
  if (!line || line === follow.line) return;
  follow.line = line;
  for (const old of tied()) old.classList.toggle("here", old === m);
  if (row(line)) payload.scrollTop += row(line).getBoundingClientRect().top - payload.getBoundingClientRect().top - lead(payload);
  else show(line, lead(payload));
}

function scrolled(pane) {
  if (ticking) return;
  ticking = true;
  requestAnimationFrame(() => {
    ticking = false;
    follow(pane);
    if (pane === payload) {
      draw();
      fill();
    }
  });
}

// Finding, in all lines.

const field = byId("find");
const found = byId("found");

async function ask(what, params) {
  const response = await fetch(`${base}/${what}?${new URLSearchParams(params)}`);
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.json();
}

async function find(direction, from) {
  if (!field.value) return search("");
  if (field.value !== view.query) await search(field.value);
  const dir = direction < 0 ? "back" : "on";
  found.textContent = "searching …";
  let answer = await ask("find", { q: view.query, dir, from });
  let round = "";
  if (!answer.line && !answer.error) {
    answer = await ask("find", { q: view.query, dir, from: direction < 0 ? Math.max(view.total, 1) : 1 });
    round = direction < 0 ? ", from the end" : ", from the beginning";
  }
  if (answer.error || !answer.line) {
    found.textContent = answer.error || "not found";
    return;
  }
  await go(answer.line, document.activeElement !== field);
  found.textContent = `line ${answer.line.toLocaleString("en")}${round}${await matches(view.query)}`;
}

// matches says how many lines match; it is asked for once for each text.
async function matches(query) {
  if (matches.query !== query) {
    const { count, more } = await ask("count", { q: query });
    const n = (count || 0).toLocaleString("en");
    matches.text = ` · ${n}${more ? "+" : ""} ${count === 1 && !more ? "line" : "lines"}`;
    matches.query = query;
  }
  return matches.text;
}

// search makes all matches stand out.
async function search(text) {
  view.query = text;
  byId("steps").hidden = !text;
  found.textContent = "";
  await again();
}

const here = () => view.at || lineAt(0).line || 1;
const tell = (promise) => promise.catch((error) => say(error.message));

async function goError(direction) {
  const from = view.at ? view.at + direction : here();
  const { line } = from > 0 ? await ask("error", { dir: direction < 0 ? "back" : "on", from }) : { line: 0 };
  if (line) await go(line);
  else say(direction < 0 ? "No error before" : "No error behind");
}

// Lines in the address.

function readHash() {
  const match = /^#L(\d+)(?:-L?(\d+))?$/.exec(location.hash);
  if (!match) return null;
  const a = Number(match[1]), b = Number(match[2] || a);
  return [Math.min(a, b), Math.max(a, b)];
}

function markLines(range) {
  view.mark = range;
  for (const line of buffer.querySelectorAll(".line")) {
    const n = number(line, "n");
    line.classList.toggle("marked", Boolean(range) && range[0] <= n && n <= range[1]);
  }
}

function toHash() {
  const range = readHash();
  if (!range) return;
  markLines(range);
  go(range[0], false);
}

function address(n, extend) {
  const range = extend && view.mark ? [Math.min(view.mark[0], n), Math.max(view.mark[0], n)] : [n, n];
  markLines(range);
  view.at = n;
  const hash = range[0] === range[1] ? `#L${n}` : `#L${range[0]}-L${range[1]}`;
  history.replaceState(null, "", location.pathname + hash);
  say(range[0] === range[1] ? `Line ${n} is in the address` : `Lines ${range[0]} to ${range[1]} are in the address`);
}

// A gap of the model's text opens in place.

async function openGap(link) {
  const mline = link.closest(".mline");
  if (mline.nextElementSibling?.classList.contains("inset")) {
    mline.nextElementSibling.remove();
    link.setAttribute("aria-expanded", "false");
    link.firstChild.data = "see them";
    return;
  }
  const inset = document.createElement("div");
  inset.className = "inset";
  mline.after(inset);
  link.setAttribute("aria-expanded", "true");
  link.firstChild.data = "hide";
  await further(inset, number(mline, "first"), number(mline, "last"));
}

async function further(inset, from, until) {
  inset.append(await fetchPart(linesURL({ from, until, n: piece, bare: 1 })));
  const next = number(inset.lastElementChild, "last") + 1;
  if (next > until) return;
  const more = document.createElement("button");
  more.className = "further";
  more.textContent = `${(until - next + 1).toLocaleString("en")} more lines`;
  more.addEventListener("click", () => { more.remove(); tell(further(inset, next, until)); });
  inset.append(more);
}

// The bar's marks, until all lines are counted.
async function marks() {
  for (;;) {
    const svg = byId("marks").firstElementChild;
    byId("errors").hidden = svg.dataset.errors === "0" && svg.dataset.warnings === "0";
    know(svg.dataset);
    draw();
    if (svg.dataset.complete === "true") return;
    byId("marks").replaceChildren(await fetchPart(`${base}/marks`));
  }
}

function setUp() {
  for (const name of ["fold", "together", "scrollbar"]) byId(name).hidden = false;
  for (const page of payload.querySelectorAll(".page")) page.remove();
  for (const [name, value] of Object.entries({
    role: "scrollbar", "aria-controls": "payload", "aria-orientation": "vertical", "aria-label": "Lines",
    "aria-valuemin": 1, "aria-valuenow": 1,
  })) bar.setAttribute(name, value);
  const params = new URLSearchParams(location.search);
  view.fold = params.get("fold") === "all";
  view.query = params.get("q") || "";
  byId("steps").hidden = !view.query;
  know(buffer.firstElementChild.dataset);

  for (const pane of [payload, model]) {
    for (const event of ["pointerenter", "wheel", "touchstart", "focusin"]) {
      pane.addEventListener(event, () => { driver = pane; }, { passive: true });
    }
    pane.addEventListener("scroll", () => scrolled(pane), { passive: true });
  }
  addEventListener("resize", draw);
  addEventListener("hashchange", toHash);

  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    bar.classList.add("dragging");
    driver = payload;
    dragTo(event.clientY);
  });
  bar.addEventListener("pointermove", (event) => { if (event.buttons & 1) dragTo(event.clientY); });
  bar.addEventListener("pointerup", () => bar.classList.remove("dragging"));
  bar.addEventListener("wheel", (event) => { payload.scrollTop += event.deltaY; }, { passive: true });

  byId("fold").addEventListener("click", () => {
    view.fold = !view.fold;
    view.flip.clear();
    byId("fold").setAttribute("aria-pressed", view.fold);
    again();
  });
  buffer.addEventListener("click", (event) => {
    const fold = event.target.closest(".fold"), no = event.target.closest(".no");
    if (fold) {
      const gap = fold.closest(".gap"), i = number(gap, "gap");
      const offset = gap.getBoundingClientRect().top - payload.getBoundingClientRect().top;
      flip(i);
      show(number(gap, "first"), offset)
        .then(() => buffer.querySelector(`.gap[data-gap="${i}"] .fold`)?.focus({ preventScroll: true }));
    } else if (no) {
      event.preventDefault();
      address(number(no.parentElement, "n"), event.shiftKey);
    }
  });
  document.querySelector(".find").addEventListener("submit", (event) => {
    event.preventDefault();
    tell(find(1, field.value === view.query && view.at ? view.at + 1 : here()));
  });
  field.addEventListener("input", () => { if (!field.value) tell(search("")); });
  byId("next").addEventListener("click", () => keys.n());
  byId("prev").addEventListener("click", () => keys.N());
  byId("next-error").addEventListener("click", () => keys.e());
  byId("prev-error").addEventListener("click", () => keys.E());

  for (const link of document.querySelectorAll(".mline .open")) {
    link.setAttribute("role", "button");
    link.setAttribute("aria-expanded", "false");
  }
  document.addEventListener("click", (event) => {
    const open = event.target.closest(".open"), jump = event.target.closest("[data-jump]");
    const mline = event.target.closest(".mline[data-first]");
    if (open) {
      event.preventDefault();
      tell(openGap(open));
    } else if (jump) {
      event.preventDefault();
      markLines([number(jump, "jump"), Math.max(number(jump, "jump"), number(jump, "jumpLast"))]);
      tell(go(number(jump, "jump")));
    } else if (mline && !String(getSelection())) {
      tell(go(number(mline, "first"), false));
    }
  });
  setKeys();
  if (readHash()) toHash();
  else {
    const range = /^(\d+)(?:-(\d+))?$/.exec(params.get("lines") || "");
    if (range) {
      view.mark = [Number(range[1]), Number(range[2] || range[1])];
      go(view.mark[0], false);
    }
  }
  tell(marks());
  fill();
}

function setKeys() {
  const lineHeight = parseFloat(getComputedStyle(payload).lineHeight);
  const scroll = (pixels) => () => { driver = payload; payload.scrollTop += pixels(); };
  const page = () => payload.clientHeight - 2 * lineHeight;
  // A key that a focused button or pane has a use for is left to it.
  const unlessUsed = (act) => () => {
    if (document.activeElement.matches("button, a, summary, #model")) return false;
    act();
  };
  Object.assign(keys, {
    "j": scroll(() => lineHeight),
    "k": scroll(() => -lineHeight),
    "PageDown": unlessUsed(scroll(page)),
    "PageUp": unlessUsed(scroll(() => -page())),
    " ": unlessUsed(scroll(page)),
    "g": () => { driver = payload; tell(go(1)); },
    "G": () => { driver = payload; tell(end()); },
    "Home": unlessUsed(() => { driver = payload; tell(go(1)); }),
    "End": unlessUsed(() => { driver = payload; tell(end()); }),
    "e": () => { driver = payload; tell(goError(1)); },
    "E": () => { driver = payload; tell(goError(-1)); },
    "n": () => { driver = payload; if (view.query) tell(find(1, here() + 1)); },
    "N": () => { driver = payload; if (view.query) tell(find(-1, here() - 1)); },
    "f": () => byId("fold").click(),
  });
  addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "f" && (event.ctrlKey || event.metaKey) && document.activeElement !== field) {
      event.preventDefault();
      field.focus();
      field.select();
    }
  });
}

// end goes to the last line, as far as lines are counted.
async function end() {
  payload.focus({ preventScroll: true });
  view.at = view.total;
  if (lastHeld() < view.total || !view.complete) await show(view.total, payload.clientHeight - 40);
  payload.scrollTop = payload.scrollHeight;
  await fill();
}

if (payload) setUp();
