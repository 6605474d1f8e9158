// What all pages share: theme, keys, copying, lists that follow what happens.
"use strict";

const byId = (id) => document.getElementById(id);

// say shows a short message, which screen readers read too.
let sayTimer;
function say(text) {
  const toast = byId("toast");
  toast.textContent = text;
  clearTimeout(sayTimer);
  sayTimer = setTimeout(() => { toast.textContent = ""; }, 2500);
}

// The theme goes round: the system's, the other one, and back.
function nextTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const other = system === "dark" ? "light" : "dark";
  if (root.dataset.theme === other) delete root.dataset.theme;
  else root.dataset.theme = other;
  try {
    if (root.dataset.theme) localStorage.setItem("theme", root.dataset.theme);
    else localStorage.removeItem("theme");
  } catch { /* it lasts for this page */ }
  say(`Theme: ${root.dataset.theme || "the system's"}`);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${text}`);
  } catch {
    say(text);
  }
}

document.addEventListener("click", (event) => {
  const place = event.target.closest("[data-copy]");
  if (place && !String(getSelection())) copy(place.dataset.copy);
});
for (const button of document.querySelectorAll("button.copy")) button.hidden = false;

const themeButton = byId("theme");
themeButton.hidden = false;
themeButton.addEventListener("click", nextTheme);

// A form is sent when one of its choices changes.
for (const form of document.querySelectorAll(".filters, .period")) {
  form.addEventListener("change", (event) => { if (event.target.matches("select")) form.requestSubmit(); });
  // An address has only what was chosen.
  form.addEventListener("submit", () => {
    for (const field of form.elements) if (field.name && !field.value) field.disabled = true;
  });
}
addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll(".filters [disabled], .period [disabled]")) field.disabled = false;
});

// keys are what a page adds: a function for each key, which returns false where the key isn't for it.
const keys = {
  "/": () => { const field = byId("find") || byId("text"); if (!field) return false; field.focus(); field.select(); },
  "t": nextTheme,
  "?": () => { location.href = "/help"; },
  "1": () => { location.href = "/"; },
  "2": () => { location.href = "/search"; },
  "3": () => { location.href = "/savings"; },
  "4": () => { location.href = "/rereads"; },
};

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target.matches("input")) event.target.blur();
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  if (keys[event.key] && keys[event.key](event) !== false) event.preventDefault();
});

// Lists: j and k go from title to title.
const titles = () => [...document.querySelectorAll(".row .title")];
if (document.querySelector(".rows")) {
  const go = (step) => {
    const all = titles();
    if (!all.length) return;
    const at = all.indexOf(document.activeElement);
    all[at < 0 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1)].focus();
  };
  keys.j = () => go(1);
  keys.k = () => go(-1);
  keys.g = () => titles()[0]?.focus();
  keys.G = () => titles().at(-1)?.focus();
}

// A page with data-changes shows news by itself: it is loaded again, and its parts with data-live are put in place.
let events;
let known = document.body.dataset.changes;
let newsFrom = () => location.href;
let onNews = () => {};

async function load(href) {
  const response = await fetch(href);
  return response.ok && new DOMParser().parseFromString(await response.text(), "text/html"); // the server's templates
}

async function renew() {
  const page = await load(newsFrom());
  if (!page) return;
  for (const part of document.querySelectorAll("[data-live]")) {
    const next = page.getElementById(part.id);
    part.toggleAttribute("data-reading", Boolean(next?.hasAttribute("data-reading")));
    if (!next || next.innerHTML === part.innerHTML) continue;
    const at = part.contains(document.activeElement) && document.activeElement.getAttribute("href");
    part.replaceChildren(...next.childNodes);
    if (at) part.querySelector(`[href="${CSS.escape(at)}"]`)?.focus();
  }
  onNews(page);
  if (page.querySelector("[data-reading]")) setTimeout(renew, 500);
}

function listen() {
  if (events || document.hidden || known === undefined) return;
  events = new EventSource("/events");
  events.onmessage = (event) => {
    if (known !== event.data) renew();
    known = event.data;
  };
}

// A hidden page listens to nothing: a browser has few connections for all its tabs.
function rest() {
  events?.close();
  events = undefined;
}

document.addEventListener("visibilitychange", () => { if (document.hidden) rest(); else listen(); });
addEventListener("pagehide", rest);
addEventListener("pageshow", listen);
addEventListener("load", () => { if (document.querySelector("[data-reading]")) setTimeout(renew, 500); });
listen();

// Ages grow. They are written as the server writes them.
function ago(ms) {
  const s = Math.floor(ms / 1000);
  if (s < 1) return "now";
  if (s < 60) return `${s} s ago`;
  if (s < 3600) return `${Math.floor(s / 60)} min ago`;
  if (s < 86400) return `${Math.floor(s / 3600)} h ago`;
  const days = Math.floor(s / 86400);
  return days < 28 ? `${days} ${days === 1 ? "day" : "days"} ago` : "";
}
setInterval(() => {
  for (const time of document.querySelectorAll("[data-live] time")) {
    time.textContent = ago(Date.now() - Date.parse(time.dateTime)) || time.textContent;
  }
}, 10000);
