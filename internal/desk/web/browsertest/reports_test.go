package browsertest

import (
	"net/url"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestReportsFitTheScreen: tokbench's web pages are read without scrolling sideways on a screen of 1280 pixels; on one
// of 360, their tables scroll in their boxes, and the page doesn't.
func TestReportsFitTheScreen(t *testing.T) {
	l, tab := open(t, 1280, false)
	tokbench := filepath.Join(l.dir, "tokbench")
	build := exec.Command("go", "build", "-o", tokbench, "./cmd/tokbench")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	_, narrow := open(t, 360, true)
	for name, args := range map[string][]string{
		"table":  {"table", "--from", "benchmarks/results/table.json"},
		"eval":   {"eval", "--data", "testdata/corpus", "--families", "unittest,search"},
		"replay": {"replay", "internal/measure/transcript/testdata"},
	} {
		page := filepath.Join(l.dir, name+".html")
		cmd := exec.Command(tokbench, append(args, "--html", page)...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("tokbench %v: %v\n%s", args, err, out)
		}
		at := (&url.URL{Scheme: "file", Path: page}).String()
		must(t, tab, chromedp.Navigate(at))
		until(t, tab, name+" is there", `document.readyState === "complete" && !!document.querySelector("table")`)
		if w := value[int](t, tab, `document.documentElement.scrollWidth`); w > 1280 {
			t.Errorf("%s is %d pixels wide on a screen of 1280", name, w)
		}
		for _, table := range value[[]string](t, tab, `[...document.querySelectorAll(".scroll, .wide")]
			.filter(e => e.scrollWidth > e.clientWidth)
			.map(e => e.innerText.slice(0, 60) + ": " + e.scrollWidth + " in " + e.clientWidth)`) {
			t.Errorf("%s: a table is wider than its box on a screen of 1280: %s", name, table)
		}
		must(t, narrow, chromedp.Navigate(at))
		until(t, narrow, name+" is there", `document.readyState === "complete" && !!document.querySelector("table")`)
		if w := value[int](t, narrow, `document.documentElement.scrollWidth`); w > 360 {
			t.Errorf("%s is %d pixels wide on a screen of 360", name, w)
		}
	}
}
