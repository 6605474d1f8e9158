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
