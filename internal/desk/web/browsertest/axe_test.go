package browsertest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// axeCore is the version of axe-core that judges. It is never a part of this repository.
const axeCore = "axe-core@4.14.1"

// axe returns axe-core's script.
func axe(t *testing.T) string {
	t.Helper()
	if !*npm {
		t.Skip("needs -npm, which installs axe-core")
	}
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("no npm")
	}
	dir := t.TempDir()
	cmd := exec.Command("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", axeCore)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("npm doesn't install %s: %v\n%s", axeCore, err, out)
	}
	b, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestAccessible: axe-core finds nothing serious on any page: wide in the light theme, narrow in the dark one.
func TestAccessible(t *testing.T) {
	script := axe(t)
	for _, screen := range []struct {
		width int64
		dark  bool
	}{{1280, false}, {360, true}} {
		l, tab := open(t, screen.width, screen.dark)
		call(t, tab, page.SetBypassCSP, page.SetBypassCSPParams{Enabled: true}) // of axe alone
		l.enter(t, tab)
		for name, path := range pagesOf() {
			l.visit(t, tab, path)
			settled(t, tab)
			value[bool](t, tab, script+"\n;true")
			for _, found := range value[[]string](t, tab, serious) {
				t.Errorf("%s at %d, dark %v: %s", name, screen.width, screen.dark, found)
			}
		}
	}
}

// serious is what axe-core finds that is serious or worse, each with the first elements that it is about.
const serious = `axe.run(document, {resultTypes: ["violations"]}).then(r => r.violations
	.filter(v => v.impact === "serious" || v.impact === "critical")
	.map(v => v.id + ": " + v.nodes.slice(0, 3)
		.map(n => n.html.slice(0, 160) + " " + (n.any[0]?.message || "")).join(" ~ ")))`
