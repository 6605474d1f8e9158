"""Pages of a browser as its MCP servers print them: @playwright/mcp, and chrome-devtools-mcp, with Debian's chromium.

The pages are written here and served on this machine, so what an agent needs of them is known from their HTML. Only the
reference of a control is read from the output, on the line that has the control's role and name.
"""

import html
import http.server
import json
import os
import re
import subprocess
import threading

from corpus import ENV, HOME, RUN, case, wanted

NODE = "/home/dev/tools/node_modules/"
CHROMIUM = "/usr/bin/chromium"
SITE = "http://localhost:3000/"  # what the outputs say; the server takes a free port

# A server is the command of an MCP server and the arguments that every call of it has.
PLAYWRIGHT = ["--headless", "--isolated", "--no-sandbox", "--executable-path", CHROMIUM]
SERVERS = {
    "playwright": ["node", NODE + "@playwright/mcp/cli.js", *PLAYWRIGHT],
    # The last versions name a file after a navigation or a click. This one prints the page itself.
    "playwright-inline": ["node", NODE + "playwright-mcp-inline/cli.js", *PLAYWRIGHT],
    "devtools": ["node", NODE + "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js", "--headless", "--isolated",
                 "--executablePath", CHROMIUM, "--chromeArg=--no-sandbox", "--no-usage-statistics"],
}

FIRST = ["Ana", "Bo", "Carla", "Dmitri", "Elif", "Farid", "Greta", "Hugo", "Irene", "Jonas", "Kofi", "Leila", "Marek"]
LAST = ["Alves", "Berg", "Costa", "Dietz", "Eriksen", "Fonseca", "Grau", "Haddad", "Ivanova", "Jansen", "Kaya"]
DEPARTMENTS = ["New in", "Seeds", "Bulbs", "Garden tools", "Watering", "Pots", "Compost", "Greenhouses", "Furniture",
               "Lighting", "Birds", "Gifts", "Sale", "Journal"]
COUNTRIES = """Albania Andorra Austria Belgium Bulgaria Croatia Cyprus Czechia Denmark Estonia Finland France Germany
Greece Hungary Iceland Ireland Italy Kosovo Latvia Liechtenstein Lithuania Luxembourg Malta Moldova Monaco Montenegro
Netherlands Norway Poland Portugal Romania Serbia Slovakia Slovenia Spain Sweden Switzerland Türkiye Ukraine""".split()


def person(i):
    return f"{FIRST[i * 5 % len(FIRST)]} {LAST[i * 7 % len(LAST)]}"


def links(names, base):
    items = [f'<li><a href="/{base}/{i}">{html.escape(n)}</a></li>' for i, n in enumerate(names, 1)]
    return "<ul>" + "".join(items) + "</ul>"


def page(title, main, nav=DEPARTMENTS, header="", after="", script=""):
    """A page with what stands around most pages: a banner, a navigation and a foot."""
    foot = ["Delivery", "Returns", "Contact", "Careers", "Press", "Privacy", "Cookies", "Terms", "Imprint",
            "Accessibility"]
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title></head>
<body><header><a href="/">Fern &amp; Spade</a><form role="search"><input type="search" aria-label="Search">
<button type="button">Search</button></form>{header}<nav aria-label="Main">{links(nav, "go")}</nav></header>
<main>{main}</main>
<footer>{links(foot, "about")}<p>© 2026 Fern &amp; Spade</p></footer>{after}<script>{script}</script></body></html>"""


def table(heads, rows):
    head = "".join(f'<th scope="col">{h}</th>' for h in heads)
    return f"<table><thead><tr>{head}</tr></thead><tbody>" + "".join(
        "<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in rows) + "</tbody></table>"


def select(label, options):
    return f"<label>{label} <select>" + "".join(f"<option>{o}</option>" for o in options) + "</select></label>"


def shop():
    kinds = ["Hand fork", "Trowel", "Dibber", "Hoe", "Rake", "Spade", "Secateurs", "Loppers", "Shears", "Sieve"]
    woods = ["ash", "beech", "oak", "bamboo", "steel", "copper"]
    cards = "".join(
        f'<li><article><h3><a href="/p/{i}">{kinds[i % 10]}, {woods[i // 10]}</a></h3>'
        f"<p>★ {3 + i % 20 / 10:.1f} ({i * 13 % 400} reviews)</p><p>€{9 + i * 37 % 80}.90</p>"
        "<button>Add to basket</button></article></li>" for i in range(60))
    return page("Garden tools - Fern & Spade", f"""<h1>Garden tools</h1>
<div role="alert">Orders placed after 14:00 leave on Monday 9 March.</div>
{select("Sort by", ["Popular", "Price, low to high", "Price, high to low"])}<p role="status">60 of 214 products</p>
<ul>{cards}</ul><nav aria-label="Pages"><a href="?page=2">Next page</a></nav>""",
                header='<a href="/basket">Basket, 2 items</a>')


def orders():
    rows = [[f"SO-{20400 + i}", person(i), f"{1 + i % 28} Feb 2026", f"€{12 + i * 53 % 400}.00",
             "Shipped" if i % 3 else "Delivered", "", "<button>View</button>"] for i in range(150)]
    rows[97] = ["SO-20497", "Inês Caldeira", "14 Feb 2026", "€318.40", "Failed", "Card expired 01/26",
                "<button>Retry payment</button>"]
    return page("Orders - Fern & Spade admin", f"""<h1>Orders</h1>
{select("Status", ["All", "Shipped", "Delivered", "Failed"])}<button>Export</button>
{table(["Order", "Customer", "Date", "Total", "Status", "Note", "Action"], rows)}""",
                nav=["Overview", "Orders", "Refunds", "Stock", "Customers", "Campaigns", "Staff", "Settings"])


def refunds():
    rows = [[f"RF-{1100 + i}", person(i + 3), f"€{5 + i * 29 % 200}.00", "Paid", f"Transfer of {1 + i % 28} Feb",
             "<button>Details</button>"] for i in range(150)]
    rows[41] = ["RF-1141", "Tomasz Wilk", "€86.10", "Rejected", "Bank says: account closed",
                "<button>Send again</button>"]
    return page("Refunds - Fern & Spade admin", f"""<h1>Refunds</h1><button>New refund</button>
{table(["Refund", "Customer", "Amount", "Status", "Note", "Action"], rows)}""",
                nav=["Overview", "Orders", "Refunds", "Stock", "Customers", "Campaigns", "Staff", "Settings"])


def checkout():
    def field(name, label, error=""):
        return (f'<p><label for="{name}">{label}</label><input id="{name}" aria-describedby="{name}-e">'
                f'<span id="{name}-e" data-error="{error}"></span></p>')

    def address(prefix):
        return "".join(field(prefix + str(i), f"{label} ({prefix})") for i, label in enumerate(
            ["First name", "Family name", "Company", "Street", "House number", "Floor", "Town", "Region", "Phone"]))
    return page("Checkout - Fern & Spade", f"""<h1>Checkout</h1><div id="summary"></div>
<form novalidate><fieldset><legend>Delivery</legend>{address("delivery")}{select("Country (delivery)", COUNTRIES)}
{field("post", "Postcode", "Enter a postcode such as 1050-123.")}</fieldset>
<fieldset><legend>Invoice</legend>{address("invoice")}{select("Country (invoice)", COUNTRIES)}</fieldset>
<fieldset><legend>Payment</legend>{field("card", "Card number", "The card number has 15 digits, it needs 16.")}
{field("holder", "Name on card")}
{field("day", "Delivery day", "We don’t deliver on Sundays.")}</fieldset>
<button type="button" id="go">Place order</button></form>""", script="""
document.getElementById("go").onclick = () => {
  document.querySelectorAll("[data-error]").forEach(e => { if (e.dataset.error) { e.textContent = e.dataset.error;
    e.previousElementSibling.setAttribute("aria-invalid", "true"); } });
  document.getElementById("summary").innerHTML = '<div role="alert"><h2>3 fields need your attention</h2></div>'; };""")


def signup():
    return page("Create account - Fern & Spade", """<h1>Create account</h1><form novalidate>
<p><label>Name <input value="Rita"></label></p>
<p><label>E-mail <input id="mail" value="rita@fern.example"></label> <span id="mail-e"></span></p>
<p><label>Password <input id="pass" type="password"></label> <span id="pass-e"></span></p>
<fieldset><legend>Newsletter</legend>""" + "".join(
        f'<label><input type="checkbox"> {d}</label>' for d in DEPARTMENTS) + """</fieldset>
<button type="button" id="go">Create account</button></form>""", script="""
document.getElementById("go").onclick = () => { for (const [id, text] of [
  ["mail", "This address already has an account."],
  ["pass", "A password needs at least 12 characters."]]) {
    document.getElementById(id).setAttribute("aria-invalid", "true");
    document.getElementById(id + "-e").textContent = text; } };""")


def project():
    verbs = ["pushed to", "opened an issue in", "commented on", "merged into", "tagged", "reviewed"]
    feed = "".join(f'<li><a href="/u/{i}">{person(i)}</a> {verbs[i % 6]} '
                   f'<a href="/c/{i}">harbour/{i * 37 % 997:03d}</a> '
                   f"<time>{i + 1} hours ago</time></li>" for i in range(90))
    return page("harbour - settings", f"""<h1>Project harbour</h1><section><h2>Activity</h2><ul>{feed}</ul></section>
<section><h2>Danger zone</h2><button id="go">Delete project</button></section>""",
                nav=["Code", "Issues", "Reviews", "Releases", "Wiki", "Insights", "Settings"],
                after='<div id="over"></div>', script="""
document.getElementById("go").onclick = () => { document.getElementById("over").innerHTML = `
<div role="dialog" aria-modal="true" aria-labelledby="t"><h2 id="t">Delete project harbour?</h2>
<p>142 files and 9 releases will be removed. You can’t undo this.</p>
<label>Type the project’s name <input></label>
<button>Delete for ever</button><button>Keep project</button></div>`; };""")


def dashboard():
    names = ["accounts", "basket", "billing", "blog", "catalogue", "checkout", "courier", "images", "login", "mailer",
             "offers", "prices", "ratings", "reports", "returns", "search", "sessions", "stock", "taxes", "vouchers"]
    rows = [[f"{n}-{zone}", f"{40 + i * 17 % 300} ms", f"0.{i * 7 % 90:02d}%", f"{i * 131 % 4000} rpm", "Healthy"]
            for i, (n, zone) in enumerate((n, z) for n in names for z in ("north", "south"))]
    rows[10] = ["checkout-north", "2,840 ms", "7.41%", "212 rpm", "Degraded"]
    return page("Service health", f"""<h1>Service health</h1>
<section aria-label="Key figures"><p>Requests 48,120 rpm</p><p>Availability 99.2%</p><p>Open incidents 1</p></section>
<div role="alert">checkout-north: 7.41% of requests fail since 09:42 (limit 2%).
<button>Acknowledge</button> <a href="/runbook/17">Runbook 17</a></div>
<h2>Services</h2>{table(["Service", "p95", "Errors", "Load", "State"], rows)}""",
                nav=["Health", "Incidents", "Deploys", "Logs", "Traces", "Costs", "On call", "Settings"])


def mail():
    subjects = ["Weekly figures", "Minutes of Tuesday", "Re: seed order", "Your parcel is on its way", "Rota for March",
                "Photos for the journal", "Fwd: price list", "Lunch?"]
    unread = {7: ("Marta Lindqvist", "Invoice 7731 is overdue"), 23: ("Courier desk", "Pallet 88 held at customs"),
              51: ("Bruno Sá", "Key to the cold store")}
    rows = ""
    for i in range(60):
        who, what = unread.get(i, (person(i), subjects[i * 3 % 8]))
        state = "Unread" if i in unread else "Read"
        rows += (f'<li><input type="checkbox" aria-label="Select"><button aria-label="Star">☆</button>'
                 f'<a href="/m/{i}">{who}: {what}</a> '
                 f"<span>{state}</span> <time>{1 + i % 28} Feb</time></li>")
    return page("Inbox (3) - Post", f"""<h1>Inbox, 3 unread</h1><button>Archive all read</button>
<ul aria-label="Messages">{rows}</ul>""", header="<button>Compose</button>",
                nav=["Inbox", "Starred", "Sent", "Drafts", "Archive", "Spam", "Bin", "Suppliers", "Customers", "Staff",
                     "Invoices", "Travel"])


def failure():
    menu = [f"{d}: {k}" for d in DEPARTMENTS for k in ("all", "new", "for beginners", "offers")]
    return page("Error 503 - Fern & Spade", """<h1>We can’t show this page</h1>
<p>The stock service didn’t answer within 30 seconds.</p><p>Reference 7f3c-91ab-0d22</p>
<button>Try again</button>""", nav=menu)


def docs():
    chapters = ["Install", "Configure", "Connect", "Publish", "Subscribe", "Retry policies", "Timeouts",
                "Metrics", "Security", "Upgrade"]
    menu = [f"{c}: {k}" if k else c for c in chapters for k in
            ("", "overview", "first steps", "options", "examples", "limits", "errors", "questions", "history",
             "see also")]
    rows = [["retry.limit", "5", "attempts of a message"], ["retry.first", "200ms", "wait before the second attempt"],
            ["retry.factor", "2", "growth of the wait"], ["retry.random", "0.1", "share of the wait that is random"]]
    text = "".join(f"<p>{t}</p>" for t in [
        "A message that a consumer rejects comes back to its queue. "
        "The broker delivers it again after a wait that grows with each attempt.",
        "Waits are counted from the rejection, not from the delivery. A broker that restarts keeps them.",
        "Consumers see the number of the attempt in the header attempt. It starts at 1."])
    return page("Retry policies - Ferry broker", f"""<article><h1>Retry policies</h1>{text}
<p role="note">Deprecated since 4.2: use backoff.jitter instead of retry.random.</p>
<h2>Options</h2>{table(["Option", "Default", "Meaning"], rows)}
<pre><code>ferry queue set orders --retry.limit 8</code></pre>
<h2>When retries stop</h2><p>After the last attempt, the message moves to the queue orders.dead.</p>{text}
<h2>Order of messages</h2>{text}</article><a href="/next">Next: Timeouts</a>""", nav=menu)


PAGES = {f.__name__: f for f in (shop, orders, refunds, checkout, signup, project, dashboard, mail, failure, docs)}


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        make = PAGES.get(self.path.strip("/"))
        body = make().encode() if make else b""
        self.send_response(200 if make else 204)  # 204 for the icon that the browser wants
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Client:
    """A connection to an MCP server on its standard input and output."""

    def __init__(self, argv):
        self.last = 0
        self.process = subprocess.Popen(
            ["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups", *argv], cwd=HOME / "project", env=ENV,
            text=True, bufsize=1, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                "clientInfo": {"name": "capture", "version": "1"}})
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")

    def ask(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.last:
                return answer["result"]
        raise SystemExit(f"the server ended before it answered {method}")

    def call(self, name, **arguments):
        """The text of a tool's result, of all its parts."""
        result = self.ask("tools/call", {"name": name, "arguments": arguments})
        text = "\n".join(part["text"] for part in result["content"] if part["type"] == "text")
        if result.get("isError"):
            raise SystemExit(f"{name} {arguments}: {text}")
        return text

    def close(self):
        self.process.stdin.close()
        self.process.wait(30)


def control(role, name):
    """A fact: the element with this role and name and with its reference, as the output spells them."""
    label = f'{re.escape(role)} "{re.escape(name)}"'
    return re.compile(rf"uid=\S+ {label}|{label}(?: \[[^\]]*\])*? \[ref=\w+\]")


def reference(text, role, name):
    return re.search(r"uid=(\S+)|\[ref=(\w+)\]", control(role, name).search(text)[0]).expand(r"\1\2")


def capture():
    (HOME / "project").mkdir(exist_ok=True)
    os.chown(HOME / "project", 1000, 1000)
    os.chown(RUN, 1000, 1000)
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    local = f"http://localhost:{site.server_port}/"

    def shoot(id, server, name, tool, facts, click=None):
        """One case: opens the page, clicks the button if there is one, and keeps what the tool prints."""
        if not wanted("page/" + id):
            return
        client = Client(SERVERS[server])
        if server == "devtools":
            client.call("new_page", url=local + name)
            text = client.call("take_snapshot", pageId=2)
            if click:
                text = client.call("click", pageId=2, uid=reference(text, "button", click), includeSnapshot=True)
        else:
            text = client.call("browser_navigate", url=local + name)
            if click:
                before = client.call("browser_snapshot")
                key = "ref" if server == "playwright-inline" else "target"
                text = client.call("browser_click", element=click, **{key: reference(before, "button", click)})
            if tool == "browser_snapshot":
                text = client.call("browser_snapshot")
        client.close()
        asked = []
        for f in facts:
            found = f.search(text) if isinstance(f, re.Pattern) else None
            if isinstance(f, re.Pattern) and not found:
                raise SystemExit(f"{id}: no {f.pattern} in the output\n{text}")
            asked.append(found[0] if found else f)
        owner = "chrome-devtools" if server == "devtools" else "playwright"
        case("page/" + id, "", tool=f"mcp__{owner}__{tool}", raw=text.replace(local, SITE).encode(), facts=asked)

    try:
        shoot("playwright-shop", "playwright-inline", "shop", "browser_navigate", [
            'heading "Garden tools"', "Orders placed after 14:00 leave on Monday 9 March.", "60 of 214 products",
            control("combobox", "Sort by"), control("link", "Next page"), control("link", "Basket, 2 items")])
        shoot("playwright-checkout", "playwright-inline", "checkout", "browser_click", [
            "3 fields need your attention", "Enter a postcode such as 1050-123.",
            "The card number has 15 digits, it needs 16.", "We don’t deliver on Sundays.",
            control("textbox", "Postcode"), control("button", "Place order")], click="Place order")
        shoot("playwright-orders", "playwright", "orders", "browser_snapshot", [
            'heading "Orders"', "SO-20497", "Inês Caldeira", "Card expired 01/26", control("button", "Retry payment")])
        shoot("playwright-dialog", "playwright", "project", "browser_snapshot", [
            'heading "Delete project harbour?"', "142 files and 9 releases will be removed.",
            control("textbox", "Type the project’s name"), control("button", "Delete for ever"),
            control("button", "Keep project")], click="Delete project")
        shoot("playwright-dashboard", "playwright", "dashboard", "browser_snapshot", [
            'heading "Service health"', "7.41% of requests fail since 09:42 (limit 2%).",
            control("button", "Acknowledge"), control("link", "Runbook 17"), "2,840 ms", "Degraded"])
        shoot("playwright-mail", "playwright", "mail", "browser_snapshot", [
            "Inbox, 3 unread", control("link", "Marta Lindqvist: Invoice 7731 is overdue"),
            control("link", "Courier desk: Pallet 88 held at customs"),
            control("link", "Bruno Sá: Key to the cold store"),
            control("button", "Compose")])
        shoot("devtools-error", "devtools", "failure", "take_snapshot", [
            "We can’t show this page", "The stock service didn’t answer within 30 seconds.",
            "Reference 7f3c-91ab-0d22", control("button", "Try again")])
        shoot("devtools-docs", "devtools", "docs", "take_snapshot", [
            'heading "Retry policies"', "Deprecated since 4.2: use backoff.jitter instead of retry.random.",
            'heading "When retries stop"',
            "After the last attempt, the message moves to the queue orders.dead.", control("link", "Next: Timeouts")])
        shoot("devtools-refunds", "devtools", "refunds", "take_snapshot", [
            'heading "Refunds"', "RF-1141", "Tomasz Wilk", "Bank says: account closed",
            control("button", "Send again")])
        shoot("devtools-signup", "devtools", "signup", "click", [
            'heading "Create account"', "This address already has an account.",
            "A password needs at least 12 characters.", control("textbox", "Password"),
            control("button", "Create account")], click="Create account")
    finally:
        site.shutdown()
