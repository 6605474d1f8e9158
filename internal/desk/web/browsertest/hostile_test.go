package browsertest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// evil is an output that tries what it can: scripts, handlers, links, styles, the clipboard and images of terminals, a
// flood of escape sequences, characters that turn the text round.
const evil = "<script>window.owned = 1; alert(1)</script>\n" +
	`<img src=x onerror="window.owned=2"> <svg onload="window.owned=3"> ` +
	`<iframe src="http://192.0.2.1/"></iframe>` + "\n" +
	`"><a href="javascript:window.owned=4" autofocus onfocus="window.owned=5">click</a>` + "\n" +
	"</div></main></template><link rel=stylesheet href=//192.0.2.1/x.css>" +
	"<meta http-equiv=refresh content=0;url=//192.0.2.1>\n" +
	"{{.Token}} ${window.owned=6} &lt;script&gt;\n" +
	"\x1b]52;c;cm0gLXJmIH4=\x07 \x1b]8;;javascript:window.owned=7\x1b\\link\x1b]8;;\x1b\\ " +
	"\x1b]1338;url=http://192.0.2.1/x.png\x07\n" +
	"\x1bP0;1|17/ab\x1b\\ \x1b[38;2;999;999;999;1;2;3m color \x1b[999999999C\x1b[2J\x1b[0m\n" +
	"user\u202e gnp.exe \u2066 \u200b \ufeff \x9b31m\n" +
	"ERROR javascript:window.owned=8 at http://192.0.2.1/a.go:12\n"

// TestHostile: what an output, a command, a file name and a session say is text, and does nothing.
func TestHostile(t *testing.T) {
	l, tab := open(t, 1280, false)
	payload := evil + strings.Repeat("\x1b[3", 20_000) + strings.Repeat("\x1b[31m\x1b[44mx", 20_000) + "\n" +
		strings.Repeat(evil, 40)
	name := `<img src=x onerror=window.owned=9>` + "\u202e.txt"
	if err := os.WriteFile(filepath.Join(l.dir, name), []byte(payload), 0o600); err != nil {
		t.Fatal(err)
	}
	id, err := l.run(l.dir, "--session", `"><script>window.owned=10</script>`, "--", "sh", "-c",
		`cat "$0"; exit 3 # <script>window.owned=11</script>`, name)
	if err != nil {
		t.Fatal(err)
	}
	ids.hostile = id
	l.enter(t, tab)
	var bad []string
	watch := func(ctx context.Context) {
		_ = chromedp.Listen(ctx, func(ev any) {
			switch ev := ev.(type) {
			case *page.EventJavascriptDialogOpening:
				bad = append(bad, "a dialog: "+ev.Message)
			case *network.EventRequestWillBeSent:
				if !strings.HasPrefix(ev.Request.URL, l.site+"/") {
					bad = append(bad, "a request: "+ev.Request.URL)
				}
			}
		})
	}
	call(t, tab, network.Enable, network.EnableParams{})
	watch(tab)
	for _, path := range []string{
		"/", "/session?id=%22%3E%3Cscript%3Ewindow.owned%3D10%3C/script%3E",
		"/search?text=script", "/r/" + id, "/r/" + id + "?q=%3Cscript%3E&lines=1-3", "/search?q=script",
		"/search?q=%3Cimg+src%3Dx",
		"/savings", "/rereads", `/search?session=%22%3E%3Cscript%3Ewindow.owned%3D12%3C/script%3E`,
		`/search?since=%3Cscript%3E`,
		"/r/%3Cscript%3E",
	} {
		l.visit(t, tab, path)
		until(t, tab, "the output is counted",
			`!document.querySelector("svg.marks") || document.querySelector("svg.marks").dataset.complete === "true"`)
		for _, c := range []struct{ what, expression string }{
			{"a script ran", `window.owned`},
			{"there is a foreign element", `document.querySelector("main img, main iframe, main script, ` +
				`main link, main meta, ` +
				`main [onerror], main [onload], main [onfocus], main [style]:not(#thumb), ` +
				`a[href^='javascript' i], main a[href^='http']")`},
			{"a control or a turning character is on the page",
				`/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b\ufeff]/` +
					`.test(document.body.innerText)`},
		} {
			if value[bool](t, tab, "Boolean("+c.expression+")") {
				what := value[string](t, tab, `((e) => e.outerHTML || String(e))(`+c.expression+`)`)
				t.Errorf("%s: %s: %s", path, c.what, what)
			}
		}
	}
	l.visit(t, tab, "/r/"+id)
	if text := value[string](t, tab, `document.querySelector('#buffer [data-n="1"] .tx').innerText`); text !=
		"<script>window.owned = 1; alert(1)</script>" {
		t.Errorf("the first line reads %q", text)
	}
	if got := value[string](t, tab, `fetch(location.pathname + "/raw").then(r => [r.headers.get("content-type"),
		r.headers.get("content-disposition"), r.headers.get("x-content-type-options")].join("|"))`); got !=
		"text/plain; charset=utf-8|attachment; filename=\"toktee-"+id+".txt\"|nosniff" {
		t.Errorf("a download has the headers %q", got)
	}
	for _, b := range bad {
		t.Error(b)
	}
}

// TestPolicy: the browser itself refuses what the policy doesn't allow, and the page breaks no rule of it.
func TestPolicy(t *testing.T) {
	l, tab := open(t, 1280, false)
	l.enter(t, tab)
	for _, path := range pagesOf() {
		l.visit(t, tab, path)
		if n := value[int](t, tab, `performance.getEntriesByType("resource")
			.filter(e => !e.name.startsWith(location.origin)).length`); n > 0 {
			t.Errorf("%s loads %d things from elsewhere", path, n)
		}
	}
	blocked := value[bool](t, tab, `new Promise(done => {
		addEventListener("securitypolicyviolation", () => done(true));
		const s = document.createElement("script"); s.textContent = "window.owned = 1"; document.body.append(s);
		setTimeout(() => done(false), 5000);
	})`)
	if !blocked || value[bool](t, tab, "Boolean(window.owned)") {
		t.Error("an inline script isn't refused")
	}
	if value[bool](t, tab, `fetch("http://192.0.2.1/").then(() => true, () => false)`) {
		t.Error("the page may ask elsewhere")
	}
}
