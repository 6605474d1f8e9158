package browsertest

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// command presses a key that is a command: it writes no character, as where the page says that it has used the key.
func command(t *testing.T, tab context.Context, key string) {
	t.Helper()
	call(t, tab, input.DispatchKeyEvent, input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeRawKeyDown, Key: key,
	})
}

// press presses keys in the page.
func press(t *testing.T, tab context.Context, keys string) {
	t.Helper()
	must(t, tab, chromedp.KeyEvent(keys))
}

// click clicks on the first element of a selector.
func click(t *testing.T, tab context.Context, selector string) {
	t.Helper()
	must(t, tab, chromedp.Click(selector))
}

// rowsOf is how many results are listed.
const rowsOf = `document.querySelectorAll("#rows .row").length`

// TestList filters, goes through the list by keys, and opens a result.
func TestList(t *testing.T) {
	l, tab := open(t, 1280, false)
	l.enter(t, tab)
	if n := value[int](t, tab, rowsOf); n != 50 {
		t.Errorf("%d results are listed, want a page of 50", n)
	}
	value[bool](t, tab, `(() => { const e = document.querySelector("select[name=outcome]"); e.value = "fail";
		return e.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	until(t, tab, "only what failed is listed", `location.search === "?outcome=fail" && `+rowsOf+` > 0 &&
		[...document.querySelectorAll("#rows .outcome")].every(e => e.classList.contains("fail")) &&
		document.readyState === "complete"`)
	command(t, tab, "/")
	press(t, tab, "go test\r")
	until(t, tab, "the text filters too", `new URLSearchParams(location.search).get("text") === "go test" && `+
		rowsOf+` === 1 && document.readyState === "complete"`)
	press(t, tab, "j")
	press(t, tab, "\r")
	until(t, tab, "the result is open", `location.pathname === "/r/`+ids.tests+`"`)
	l.visit(t, tab, "/")
	click(t, tab, `a[rel=next]`)
	until(t, tab, "older results are there", `location.search.startsWith("?before=") && `+rowsOf+` > 0`)
	l.visit(t, tab, "/?since=tomorrow")
	until(t, tab, "a bad value is named", `document.querySelector("main").innerText.includes('since "tomorrow"')`)
}

// TestLive: a result of another process appears by itself, once, and is announced.
func TestLive(t *testing.T) {
	l, tab := open(t, 1280, false)
	l.enter(t, tab)
	until(t, tab, "it follows", `source && source.readyState === EventSource.OPEN`)
	if _, err := l.run(l.dir, "--", "sh", "-c", "seq 1 2000; echo live"); err != nil {
		t.Fatal(err)
	}
	until(t, tab, "the new result is first", `document.querySelector("#rows .title").innerText.includes("echo live")`)
	until(t, tab, "it is announced", `document.querySelector("#live").innerText.includes("echo live")`)
	if n := value[int](t, tab, `[...document.querySelectorAll("#rows .title")]
		.filter(e => e.innerText.includes("echo live")).length`); n != 1 {
		t.Errorf("the new result is listed %d times", n)
	}
}

// TestGaps: a gap of the model's text opens in place, and those of the output fold.
func TestGaps(t *testing.T) {
	l, tab := open(t, 1280, false)
	l.enter(t, tab)
	l.visit(t, tab, "/r/"+ids.log)
	until(t, tab, "the output is counted", `document.querySelector("svg.marks").dataset.complete === "true"`)
	click(t, tab, "#model .open")
	until(t, tab, "its lines are there", `document.querySelectorAll("#model .inset .line").length === 200`)
	click(t, tab, "#model .further")
	until(t, tab, "more of them", `document.querySelectorAll("#model .inset .line").length === 400`)
	first := value[string](t, tab, `document.querySelector("#model .inset .tx").innerText`)
	if !strings.HasPrefix(first, "INFO  step 9 of") {
		t.Errorf("the gap opens with %q", first)
	}
	click(t, tab, "#model .open")
	until(t, tab, "it is closed", `!document.querySelector("#model .inset")`)

	click(t, tab, "#fold")
	until(t, tab, "the gaps are folded", `document.querySelectorAll("#buffer .fold[aria-expanded=false]").length >= 3 &&
		!document.querySelector('#buffer [data-n="100"]')`)
	click(t, tab, "#buffer .fold")
	until(t, tab, "one is open", `!!document.querySelector('#buffer [data-n="100"]') &&
		document.querySelector("#buffer .fold").getAttribute("aria-expanded") === "true"`)
}

// top is the first line that is seen of the output.
const top = `lineAt(0).line`

// TestReading goes through an output by keys, permalinks, errors and searches.
func TestReading(t *testing.T) {
	l, tab := open(t, 1280, false)
	l.enter(t, tab)
	l.visit(t, tab, "/r/"+ids.log+"#L1500")
	seen := func(line int) string {
		return fmt.Sprintf(`(() => { const e = document.querySelector('#buffer [data-n="%d"]'); if (!e) return false;
			const r = e.getBoundingClientRect(), p = payload.getBoundingClientRect();
			return r.top >= p.top && r.bottom <= p.bottom; })()`, line)
	}
	until(t, tab, "the line of the address is seen and marked", seen(1500)+
		` && document.querySelector('[data-n="1500"]').classList.contains("marked")`)
	must(t, tab, chromedp.Reload())
	until(t, tab, "after a reload too", `!!window.payload && `+seen(1500)+
		` && document.querySelector('[data-n="1500"]').classList.contains("marked")`)
	until(t, tab, "the output is counted", `document.querySelector("svg.marks").dataset.complete === "true"`)

	press(t, tab, "G")
	until(t, tab, "the end is seen", seen(3003))
	press(t, tab, "g")
	until(t, tab, "the beginning is seen", seen(1))
	press(t, tab, "e")
	until(t, tab, "the first error is seen", seen(901)+` && view.at === 901`)
	press(t, tab, "e")
	until(t, tab, "the second one is", seen(1802)+` && view.at === 1802`)
	press(t, tab, "E")
	until(t, tab, "and the first again", seen(901)+` && view.at === 901`)

	command(t, tab, "/")
	press(t, tab, "step 2750 of")
	press(t, tab, "\r")
	until(t, tab, "what was searched is seen", `document.querySelector("#buffer mark")?.innerText === "step 2750 of" &&
		document.querySelector("#found").innerText.includes("1 line")`)
	if n := value[int](t, tab, `document.querySelectorAll("#buffer .line").length`); n > 1000 {
		t.Errorf("%d lines are in the document", n)
	}
	click(t, tab, `#buffer .line.at .no`)
	until(t, tab, "the line is in the address", `location.hash === "#L" + view.at`)

	l.visit(t, tab, "/r/"+ids.log+"?lines=1000-1002")
	until(t, tab, "lines of the address are marked", seen(1001)+` && document.querySelectorAll(".marked").length === 3`)
}

// TestTogether: who scrolls one pane scrolls the other.
func TestTogether(t *testing.T) {
	l, tab := open(t, 1280, false)
	l.enter(t, tab)
	l.visit(t, tab, "/r/"+ids.log)
	until(t, tab, "the output is counted", `document.querySelector("svg.marks").dataset.complete === "true"`)
	value[bool](t, tab, `payload.dispatchEvent(new Event("pointerenter")), go(1802, false), true`)
	until(t, tab, "the model's text shows what is read", `(() => { const e = document.querySelector("#model .here");
		return e && +e.dataset.first <= 1802 && +e.dataset.last >= 1790; })()`)
	value[bool](t, tab, `model.dispatchEvent(new Event("pointerenter")), model.scrollTop = 0,
		model.scrollTop = 250, true`)
	until(t, tab, "the output follows the model's text", top+` < 1700`)
}

// TestSearch finds a line of any output, and leads to it.
func TestSearch(t *testing.T) {
	l, tab := open(t, 1280, false)
	l.enter(t, tab)
	found := `document.querySelectorAll(".hit .line").length`
	for range 200 { // the index is made beside the requests
		l.visit(t, tab, "/search?q=connection+refused")
		if value[int](t, tab, found) > 0 {
			break
		}
	}
	if n := value[int](t, tab, found); n != 3 {
		t.Fatalf("%d lines are found, want 3", n)
	}
	if m := value[string](t, tab, `[...document.querySelectorAll(".hit mark")].map(e => e.innerText).join(" ")`); m !=
		"connection refused connection refused connection refused" {
		t.Errorf("marked is %q", m)
	}
	if line := value[string](t, tab, `document.querySelector(".hit .tx").innerText`); line !=
		"ERROR connection refused by db-900.internal:5432" {
		t.Errorf("the first line found reads %q", line)
	}
	click(t, tab, ".hit .no")
	until(t, tab, "its line is open", `location.pathname === "/r/`+ids.log+`" &&
		!!document.querySelector('#buffer .marked')`)
	l.visit(t, tab, "/search?q=connection+refused&outcome=pass")
	if n := value[int](t, tab, found); n != 0 {
		t.Errorf("%d lines of results that passed are found, want none", n)
	}
}

// TestSavings: the figures are those of toktee stats.
func TestSavings(t *testing.T) {
	l, tab := open(t, 1280, false)
	l.enter(t, tab)
	for _, by := range []string{"tool", "strategy", "agent", "session", "day", "command"} {
		cmd := exec.Command(filepath.Join(l.bin, "toktee"), "stats", "--by", by, "--csv")
		cmd.Env, cmd.Dir = l.env, l.dir
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("toktee stats --by %s: %v", by, err)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		column := map[string]int{}
		for i, name := range strings.Split(lines[0], ",") {
			column[name] = i
		}
		want := map[string]int{}
		for _, line := range lines[1:] {
			cells := strings.Split(line, ",")
			want[cells[column["calls"]]+" "+cells[column["saved_tokens"]]]++
		}
		l.visit(t, tab, "/savings")
		rows := value[[]string](t, tab, fmt.Sprintf(`[...document.querySelectorAll('table[data-by=%s] tbody tr')]
			.map(r => r.querySelector("[data-calls]").dataset.calls + " " +
				r.querySelector("[data-saved]").dataset.saved)`, by))
		if len(rows) == 0 || len(rows) > len(lines)-1 {
			t.Errorf("by %s, the page has %d rows, toktee stats %d", by, len(rows), len(lines)-1)
		}
		for _, row := range rows {
			if want[row]--; want[row] < 0 {
				t.Errorf("by %s, toktee stats has no row with %s (calls, saved):\n%s", by, row, out)
			}
		}
	}
	if n := value[int](t, tab, `document.querySelectorAll(".plot rect.loss").length`); n != 1 {
		t.Errorf("%d days are shown as a loss, want 1", n)
	}
}

// TestRefetches: what was fetched again leads to the lines.
func TestRefetches(t *testing.T) {
	l, tab := open(t, 1280, false)
	l.enter(t, tab)
	l.visit(t, tab, "/rereads")
	click(t, tab, ".row.reread .title")
	until(t, tab, "the lines are marked", `location.pathname === "/r/`+ids.tests+`" &&
		document.querySelectorAll("#buffer .marked").length === 31`)
}

// TestTheme: the theme is switched, and stays.
func TestTheme(t *testing.T) {
	l, tab := open(t, 1280, false)
	l.enter(t, tab)
	paper := `getComputedStyle(document.body).backgroundColor`
	light := value[string](t, tab, paper)
	press(t, tab, "t")
	until(t, tab, "it is dark", paper+` !== "`+light+`" && document.documentElement.dataset.theme === "dark"`)
	l.visit(t, tab, "/savings")
	until(t, tab, "on other pages too", `document.documentElement.dataset.theme === "dark"`)
	click(t, tab, "#theme")
	until(t, tab, "it is light again", paper+` === "`+light+`"`)
}

// TestNarrow: on a telephone no page is wider than the screen.
func TestNarrow(t *testing.T) {
	l, tab := open(t, 360, false)
	l.enter(t, tab)
	for name, path := range pagesOf() {
		l.visit(t, tab, path)
		if w := value[int](t, tab, `document.documentElement.scrollWidth`); w > 360 {
			t.Errorf("%s is %d pixels wide", name, w)
		}
	}
}
