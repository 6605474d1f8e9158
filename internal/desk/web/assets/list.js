// The list of results: new ones come in by themselves.
"use strict";

const rows = byId("rows");
const most = 300; // rows of a page that stays open
let source;
let last = 0;

function follow() {
  if (source || document.hidden || !rows.dataset.live) return;
  const url = new URL(rows.dataset.live, location.href);
  if (last) url.searchParams.set("after", last);
  source = new EventSource(url);
  source.onmessage = (event) => add(JSON.parse(event.data));
}

// A hidden page follows nothing: a browser has few connections for all its tabs.
function rest() {
  source?.close();
  source = undefined;
}

function add(result) {
  if (result.seq <= last || byId(`c${result.seq}`)) return;
  last = result.seq;
  rows.insertAdjacentHTML("afterbegin", result.html); // made and escaped by the server's templates
  rows.firstElementChild.classList.add("new");
  byId("empty").hidden = true;
  byId("live").textContent = `New result, ${result.say}`;
  while (rows.children.length > most) rows.lastElementChild.remove();
}

document.addEventListener("visibilitychange", () => { if (document.hidden) rest(); else follow(); });
addEventListener("pagehide", rest);
addEventListener("pageshow", follow);
follow();

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
  for (const time of rows.querySelectorAll("time")) {
    time.textContent = ago(Date.now() - Date.parse(time.dateTime)) || time.textContent;
  }
}, 10000);
