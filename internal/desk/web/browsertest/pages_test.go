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
const rowsOf = `document.querySelectorAll(".rows .row").length`

// TestSessions: sessions have their prompts as names, go by keys, and open.
func TestSessions(t *testing.T) {
	l, tab := open(t, 1280, false)
	l.enter(t, tab)
	if text := value[string](t, tab, `document.querySelector("main").innerText`); !strings.Contains(text, prompt) ||
		strings.Contains(text, agentSession[:8]) {
		t.Errorf("the first page has no prompt, or a session's id:\n%s", text)
	}
	if n := value[int](t, tab, `[...document.querySelectorAll(".row.session .outcome")]
		.filter(e => e.scrollWidth > e.clientWidth).length`); n > 0 {
		t.Errorf("the words for what failed of %d sessions are wider than their column", n)
	}
	for range value[int](t, tab, `[...document.querySelectorAll(".row .title")]
		.findIndex(e => e.innerText === "`+prompt+`") + 1`) {
		press(t, tab, "j")
	}
	press(t, tab, "\r")
	until(t, tab, "the session is open", `location.pathname === "/session" &&
		document.querySelector("h1").innerText === "`+prompt+`"`)
}

// TestFirstScreen: the first screen of a session of 60 calls tells what the agent did, what failed and why, what the
// model didn't see, what it cost, and whether it passed later.
func TestFirstScreen(t *testing.T) {
	for _, width := range []int64{1280, 360} {
		l, tab := open(t, width, false)
		l.enter(t, tab)
		l.visit(t, tab, "/session?id="+agentSession)
		n := value[int](t, tab, `+document.querySelector("#entries").dataset.last`)
		if n < 60 {
			t.Errorf("%d entries, want 60 or more", n)
		}
		height := map[int64]int{1280: 800, 360: 740}[width]
		text := value[string](t, tab, fmt.Sprintf(`[...document.querySelectorAll("main *")]
			.filter(e => !e.children.length && e.getBoundingClientRect().bottom <= %d)
			.map(e => e.innerText).join("\n")`, height))
		for question, answer := range map[string]string{
			"what did the agent do":      prompt,
			"how did it do it":           "reads of .go files",
			"what did it change":         "Edited price.go, earlier web/cart.js",
			"how did it end":             "The last check, go test -v ./..., failed",
			"what failed":                "go test -v ./...",
			"why":                        "Price(250, 10) = 2500, want 2250",
			"did it pass later":          "2 still failing, 1 passed later",
			"what did it cost":           "cost at least $",
			"what did it claim":          "The model claimed: all tests pass. The record contradicts it",
			"what did the model not see": "tokens sent; not shown, such as:",
		} {
			switch {
			case width > 500:
			case question == "what did the model not see":
				answer = "Shown to the model in part: sh -c 'i=0"
			case question == "how did it do it":
				continue // below the failures
			}
			if !strings.Contains(text, answer) {
				t.Errorf("at %d, %s: %q isn't on the first screen:\n%s", width, question, answer, text)
			}
		}
	}
}

// TestTimeline: calls that no hook saw, edits, compactions and sub-agents are in their places.
func TestTimeline(t *testing.T) {
	l, tab := open(t, 1280, false)
	l.enter(t, tab)
	l.visit(t, tab, "/session?id="+agentSession)
	for _, kind := range []string{"call", "untouched", "unseen", "edit", "reread", "compacted", "sub", "claimed"} {
		if value[int](t, tab, `document.querySelectorAll("#entries .entry.`+kind+`").length`) == 0 {
			t.Errorf("no entry is %s", kind)
		}
	}
	if !value[bool](t, tab, `(() => { const all = [...document.querySelectorAll("#entries time")].map(e => e.dateTime);
		return all.every((at, i) => !i || all[i - 1] <= at); })()`) {
		t.Error("the entries aren't in order")
	}
	click(t, tab, ".failed a.title")
	until(t, tab, "the call is seen", `(() => { const r = document.querySelector(":target")?.getBoundingClientRect();
		return r && r.top >= 0 && r.bottom <= innerHeight; })()`)
}

// TestExport: a session is one file that refers to nothing.
func TestExport(t *testing.T) {
	l, tab := open(t, 1280, false)
	l.enter(t, tab)
	text := value[string](t, tab, `fetch("/session/export?id=`+agentSession+`").then(r => r.text())`)
	for _, bad := range []string{"<script", "<link", "src=", "url(", `href="/`, "http-equiv", "@import", "unsent\""} {
		if i := strings.Index(text, bad); i >= 0 {
			t.Errorf("the file has %q: %.200s", bad, text[max(0, i-100):])
		}
	}
	for _, part := range []string{prompt, "still failing", "--paper:"} {
		if !strings.Contains(text, part) {
			t.Errorf("the file lacks %q", part)
		}
	}
	const message = "Price(250, 10) = 2500, want 2250"
	if n := strings.Count(text, message); n != 1 {
		t.Errorf("the file has %q %d times, want once", message, n)
	}
}

// TestSelection filters calls, and opens a result.
func TestSelection(t *testing.T) {
	l, tab := open(t, 1280, false)
	l.enter(t, tab)
	l.visit(t, tab, "/search")
	if n := value[int](t, tab, rowsOf); n != 50 {
		t.Errorf("%d results are listed, want a page of 50", n)
	}
	value[bool](t, tab, `(() => { const e = document.querySelector("select[name=outcome]"); e.value = "fail";
		return e.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	until(t, tab, "only what failed is listed", `location.search === "?outcome=fail" && `+rowsOf+` > 0 &&
		[...document.querySelectorAll(".rows .outcome")].every(e => e.classList.contains("fail")) &&
		document.readyState === "complete"`)
	l.visit(t, tab, "/search?text=go+test+-v")
	press(t, tab, "j")
	press(t, tab, "\r")
	until(t, tab, "the result is open", `location.pathname === "/r/`+ids.tests+`"`)
	l.visit(t, tab, "/search")
	click(t, tab, `a[rel=next]`)
	until(t, tab, "older calls are there", `location.search.startsWith("?before=") && `+rowsOf+` > 0`)
	l.visit(t, tab, "/search?since=tomorrow")
	until(t, tab, "a bad value is named", `document.querySelector("main").innerText.includes('since "tomorrow"')`)
}

// TestLive: a call of another process appears by itself, once, in the list and in its session, and is announced.
func TestLive(t *testing.T) {
	l, tab := open(t, 1280, false)
	l.enter(t, tab)
	until(t, tab, "it follows", `events && events.readyState === EventSource.OPEN`)
	if _, err := l.run(l.dir, "--session", "live", "--", "sh", "-c", "seq 1 2000; echo live"); err != nil {
		t.Fatal(err)
	}
	until(t, tab, "the new session is first",
		`document.querySelector("#sessions .title").innerText.includes("echo live")`)
	l.visit(t, tab, "/session?id=live")
	until(t, tab, "it follows", `events && events.readyState === EventSource.OPEN`)
	if _, err := l.run(l.dir, "--session", "live", "--", "sh", "-c", "echo once more; exit 3"); err != nil {
		t.Fatal(err)
	}
	until(t, tab, "the new call is last", `document.querySelectorAll("#entries .entry").length === 2 &&
		document.querySelector("#entries").lastElementChild.innerText.includes("once more")`)
	until(t, tab, "what is told of it follows",
		`document.querySelector(".sentence").innerText.startsWith("2 calls; 1 command failed: ")`)
	until(t, tab, "it is announced", `document.querySelector("#live").innerText.includes("1 new")`)
}

// TestWhole: of an output that wasn't cut, there is one pane, and a call that passed has no errors.
func TestWhole(t *testing.T) {
	l, tab := open(t, 1280, false)
	id, err := l.run(l.dir, "--", "sh", "-c", "for i in 1 2 3 4 5 6 7 8 9; do echo ERROR in the log, line $i; done")
	if err != nil {
		t.Fatal(err)
	}
	l.enter(t, tab)
	l.visit(t, tab, "/r/"+id)
	settled(t, tab)
	if !value[bool](t, tab, `document.querySelector(".pane.model").hidden`) {
		t.Error("there are two panes of the same text")
	}
	passed := value[bool](t, tab, `!!document.querySelector(".outcome.pass")`)
	if n := value[int](t, tab, `document.querySelectorAll("#buffer .line.error").length`); passed && n > 0 {
		t.Errorf("%d lines of a call that passed are errors", n)
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
	if !strings.HasPrefix(first, "INFO  step 1 of") {
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
		model.scrollTop = 60, true`)
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

// TestSums: what a sentence calls saved is what it has without toktee, less what was sent and re-read.
func TestSums(t *testing.T) {
	l, tab := open(t, 1280, false)
	l.enter(t, tab)
	for path, sums := range map[string]string{"/": "#today", "/r/" + ids.tests: ".sum", "/savings": ".headline"} {
		l.visit(t, tab, path)
		n := value[[]int](t, tab, `["(?:without toktee|raw)", "(?:sent)", "re-read", "saved"].map(w => {
			const text = document.querySelector("`+sums+`").innerText.replaceAll(",", "");
			return +(text.match("(\\d+)(?: tokens)? " + w) ?? text.match("Tokens " + w + "\\s+(\\d+)"))[1];
		})`)
		if len(n) != 4 || n[2] == 0 || n[0]-n[1]-n[2] != n[3] {
			t.Errorf("%s: %v tokens without toktee, sent, re-read and saved", path, n)
		}
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
