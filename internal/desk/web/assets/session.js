// A session: the calls that are seen later are loaded when they are needed, and news comes in by itself.
"use strict";

const entries = byId("entries");

// follow loads the next window when its link is near the screen.
function follow() {
  const more = byId("more");
  if (!more) return;
  new IntersectionObserver(async (seen, observer) => {
    if (!seen.some((s) => s.isIntersecting)) return;
    observer.disconnect();
    const page = await load(more.href);
    if (!page) return;
    take(page);
    const next = page.getElementById("more");
    if (next) more.href = next.href; else more.parentElement.remove();
    follow();
  }, { rootMargin: "600px" }).observe(more);
}

// take puts the entries of a page in their places.
function take(page) {
  for (const entry of page.querySelectorAll("#entries > .entry")) {
    const known = byId(entry.id);
    if (!known) entries.append(entry);
    else if (!known.contains(document.activeElement) && known.outerHTML !== entry.outerHTML) known.replaceWith(entry);
  }
}

// The newest entries that are loaded come again with the news; all of them do as long as they are few.
const few = 300;
newsFrom = () => {
  if (!entries) return location.href;
  const url = new URL(location.href);
  const first = +entries.dataset.first;
  const count = entries.children.length;
  url.hash = "";
  url.searchParams.set("from", count > few ? first + count - 50 : first);
  url.searchParams.set("n", byId("more") ? Math.min(count, few) : 400);
  return url.href;
};
onNews = (page) => {
  const before = entries?.children.length;
  if (entries) take(page);
  const added = entries ? entries.children.length - before : 0;
  if (added) byId("live").textContent = `${added} new: ${entries.lastElementChild.innerText.split("\n")[0]}`;
};

// A link to an entry that isn't loaded loads the page at it.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-entry]");
  if (!link || byId(`e${link.dataset.entry}`)) return;
  event.preventDefault();
  const url = new URL(location.href);
  url.searchParams.set("from", Math.max(0, link.dataset.entry - 10));
  url.hash = `e${link.dataset.entry}`;
  location.href = url.href;
});

follow();
