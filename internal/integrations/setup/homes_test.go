//go:build unix

package setup

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/testing/sweep"
)

// A drawn home is one whose files are drawn from those in testdata, with what else people do to them.
type drawn struct {
	*rand.Rand
	t       *testing.T
	p       *Place
	texts   map[string][]string // by base name, those of testdata
	made    []string            // files that exist, for links to them
	refused map[string]bool     // agents with a file that can't be changed
}

// one reports true once in n times.
func (d *drawn) one(n int) bool { return d.IntN(n) == 0 }

func (d *drawn) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

// text draws what a file holds: one of its kind in testdata, with other line ends, a mark, or no last line end.
func (d *drawn) text(path string) string {
	list := d.texts[filepath.Base(path)]
	if strings.HasSuffix(path, ".md") {
		list = d.texts["md"]
	}
	if len(list) == 0 {
		list = []string{"{}\n", "{ /* mine */ \"a\": [1], }\n", ""}
	}
	text := list[d.IntN(len(list))]
	if d.one(4) && !strings.Contains(text, "\r\n") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if d.one(4) {
		text = strings.TrimRight(text, "\r\n")
	}
	if d.one(5) && !strings.HasPrefix(text, byteOrderMark) {
		text = byteOrderMark + text
	}
	return text
}

// file makes a file of an agent, a link, something else in its place, or nothing.
func (d *drawn) file(a *Agent, path string, odd bool) {
	if _, err := os.Lstat(path); err == nil || d.one(4) {
		return
	}
	d.must(os.MkdirAll(filepath.Dir(path), 0o755))
	md := strings.HasSuffix(path, ".md")
	at := path
	switch {
	case odd && d.one(2):
		d.refused[a.Name] = true
		switch d.IntN(4) {
		case 0:
			d.must(os.Symlink("nowhere", path))
		case 1:
			d.must(os.Mkdir(path, 0o755))
		case 2:
			d.write(path, d.text(path), 0o444)
		default:
			d.write(path, d.text(path), 0o644)
			d.must(os.Link(path, path+".other"))
		}
		return
	case md && len(d.made) > 0 && d.one(3):
		d.must(os.Symlink(d.made[d.IntN(len(d.made))], path))
		return
	case d.one(4):
		at = filepath.Join(d.p.Home, "dotfiles", fmt.Sprintf("%d-%s", d.IntN(1e6), filepath.Base(path)))
		d.must(os.MkdirAll(filepath.Dir(at), 0o755))
		d.must(os.Symlink(at, path))
	}
	d.write(at, d.text(path), []fs.FileMode{0o600, 0o644, 0o640, 0o664, 0o755}[d.IntN(5)])
	if md {
		d.made = append(d.made, path)
	}
}

func (d *drawn) write(path, text string, mode fs.FileMode) {
	d.must(os.WriteFile(path, []byte(text), 0o600))
	d.must(os.Chmod(path, mode))
	then := time.Now().Add(-time.Duration(d.IntN(1e6)) * time.Second)
	d.must(os.Chtimes(path, then, then))
}

// A node is what is at a path.
type node struct {
	Mode         string
	Text, Target string
	Time         time.Time // of a file
}

// snapshot is everything below a home but toktee's own data.
func snapshot(t *testing.T, p *Place) map[string]node {
	t.Helper()
	all := map[string]node{}
	err := filepath.WalkDir(p.Home, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path == p.Data {
			return fs.SkipDir
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		n := node{Mode: info.Mode().String()}
		switch {
		case info.Mode().IsRegular():
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			n.Text, n.Time = string(b), info.ModTime()
		case info.Mode()&fs.ModeSymlink != 0:
			n.Target, err = os.Readlink(path)
		}
		all[path] = n
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// drawHome makes a home, and a project in it. A quarter of the homes have files that can't be changed.
func drawHome(t *testing.T, seed uint64, texts map[string][]string) *drawn {
	p := testPlace(t, nil)
	d := &drawn{rand.New(rand.NewPCG(seed, 0)), t, p, texts, nil, map[string]bool{}}
	project := *p
	project.Project = filepath.Join(p.Home, "shop")
	d.must(os.Mkdir(project.Project, 0o755))
	if d.one(5) { // a folder of settings that is elsewhere
		d.must(os.MkdirAll(filepath.Join(p.Home, "dotfiles", "claude"), 0o755))
		d.must(os.Symlink("dotfiles/claude", filepath.Join(p.Home, ".claude")))
	}
	odd := d.one(4)
	for _, a := range Agents() {
		for _, place := range []*Place{p, &project} {
			for _, e := range a.own(place) {
				_, isWhole := e.(wholeFile)
				_, isRules := e.(allowFile)
				if !isWhole && !isRules {
					d.file(a, e.file(), odd && place == p && d.one(6))
				}
			}
		}
	}
	p.StatusLine, p.AllowShow, p.Wants = d.one(2), d.one(2), map[string]bool{"claims": d.one(2), "notices": d.one(2)}
	return d
}

// TestHomes sets agents up in homes that are drawn, again, and takes it back: every byte, mode and link is as before,
// and files that init doesn't name keep their times.
func TestHomes(t *testing.T) {
	sweep.OneGoroutine(t)
	texts := map[string][]string{}
	for _, a := range Agents() {
		list := homes(t, a.Name)
		for _, home := range slices.Sorted(maps.Keys(list)) {
			for _, name := range slices.Sorted(maps.Keys(list[home])) {
				key := filepath.Base(name)
				if strings.HasSuffix(name, ".md") {
					key = "md"
				}
				texts[key] = append(texts[key], list[home][name])
			}
		}
	}
	first, n := uint64(1), 40
	if sweep.Full() {
		first, n = uint64(time.Now().UnixNano()), 400
	}
	for seed := first; seed < first+uint64(n); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			d := drawHome(t, seed, texts)
			before := snapshot(t, d.p)
			changed := d.setUp()
			edits := map[string]func(string) string{}
			if d.one(3) {
				edits = d.userEdits(before, changed)
			}
			project := *d.p
			project.Project = filepath.Join(d.p.Home, "shop")
			plan := Uninstall(Agents(), d.p, &project)
			d.must(plan.Apply())
			d.compare(before, edits, changed)
			if names, _ := filepath.Glob(filepath.Join(d.p.Data, "setup", "*")); len(names) > 0 {
				t.Errorf("kept: %v", names)
			}
		})
	}
}

// setUp runs init for some agents, in several ways, and returns the files that it has changed.
func (d *drawn) setUp() (changed map[string]bool) {
	changed = map[string]bool{}
	for range 1 + d.IntN(3) {
		p := *d.p
		switch d.IntN(4) {
		case 0:
			p.Project = filepath.Join(p.Home, "shop")
		case 1:
			p.MCP = true
		case 2:
			p.Gateway = testURL
		}
		agents := Agents()
		d.Shuffle(len(agents), func(i, j int) { agents[i], agents[j] = agents[j], agents[i] })
		agents = slices.DeleteFunc(agents[:1+d.IntN(len(agents))], func(a *Agent) bool {
			return p.Gateway != "" && !a.TakesGateway(&p)
		})
		before := snapshot(d.t, d.p)
		plan := Init(&p, agents)
		d.must(plan.Apply())
		for _, c := range plan.Changes {
			changed[c.target.path] = true
		}
		for path, n := range snapshot(d.t, d.p) {
			if was, ok := before[path]; strings.HasPrefix(n.Mode, "-") && !changed[path] && (!ok || was != n) {
				d.t.Errorf("init changes %s, which it doesn't name", path)
			}
		}
		for _, a := range agents {
			if again := Init(&p, []*Agent{a}); len(again.Changes) > 0 {
				d.t.Errorf("%s, a second time: %s", a.Name, again.Changes[0].Diff())
			}
		}
	}
	return changed
}

// userEdits changes files that init has changed, and returns the edits that can be compared exactly.
func (d *drawn) userEdits(before map[string]node, changed map[string]bool) map[string]func(string) string {
	edits := map[string]func(string) string{}
	for _, path := range slices.Sorted(maps.Keys(changed)) {
		f := userEdit(path)
		was, existed := before[path]
		if f == nil || !existed || d.one(3) || strings.TrimSpace(strings.Trim(was.Text, byteOrderMark)) == "" ||
			ambiguous(map[string]string{"": strings.ReplaceAll(was.Text, "\r\n", "\n")}) {
			continue
		}
		b, err := os.ReadFile(path)
		d.must(err)
		info, err := os.Stat(path)
		d.must(err)
		d.must(os.WriteFile(path, []byte(f(string(b))), info.Mode().Perm()))
		edits[path] = f
	}
	return edits
}

// userEdit returns what a user adds to a file.
func userEdit(path string) func(string) string {
	add := map[string]string{".md": "A line of the user's.\n", ".toml": "user = 1\n"}[filepath.Ext(path)]
	return func(text string) string {
		rest, bom := strings.CutPrefix(text, byteOrderMark)
		switch {
		case add == "":
			rest = strings.Replace(rest, "{", "{ \"user\": 1,", 1)
		default:
			rest = add + rest
		}
		if bom {
			rest = byteOrderMark + rest
		}
		return rest
	}
}

// compare compares a home with what it was, but for the user's edits.
func (d *drawn) compare(before map[string]node, edits map[string]func(string) string, changed map[string]bool) {
	after := snapshot(d.t, d.p)
	for path, n := range before {
		if f := edits[path]; f != nil {
			n.Text = f(n.Text)
		}
		if changed[path] {
			now := after[path]
			n.Time, now.Time = time.Time{}, time.Time{}
			after[path] = now
		}
		before[path] = n
	}
	if diff := gocmp.Diff(before, after); diff != "" {
		d.t.Errorf("there and back (-before +after)\n%s", diff)
	}
}

// TestRefused: an agent with a file that can't be changed stays as it is, and nothing of it is written.
func TestRefused(t *testing.T) {
	for name, spoil := range map[string]func(path string) error{
		"it is read-only":         func(path string) error { return os.Chmod(path, 0o444) },
		"is read-only":            func(path string) error { return os.Chmod(filepath.Dir(path), 0o555) },
		"it isn't a regular file": func(path string) error { return cmp.Or(os.Remove(path), os.Mkdir(path, 0o755)) },
		"it is a hard link": func(path string) error {
			return os.Link(path, path+".other")
		},
		"it is a link to a file that isn't there": func(path string) error {
			return cmp.Or(os.Remove(path), os.Symlink("no", path))
		},
		"not a directory": func(path string) error {
			dir := filepath.Dir(path)
			return cmp.Or(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o644))
		},
		"it has 16777217 bytes":  func(path string) error { return os.Truncate(path, maxSettings+1) },
		"it isn't text in UTF-8": func(path string) error { return os.WriteFile(path, []byte("\xff\xfeh\x00"), 0o644) },
	} {
		p := testPlace(t, map[string]string{".codex/sub/AGENTS.md": "# Mine\n", ".gemini/settings.json": "{}\n"})
		home := filepath.Join(p.Home, ".codex/sub")
		p.Getenv = func(name string) (string, bool) { return home, name == "CODEX_HOME" }
		if err := spoil(filepath.Join(home, "AGENTS.md")); err != nil {
			t.Fatal(err)
		}
		plan := Init(p, []*Agent{Find("codex"), Find("gemini")})
		if len(plan.Failed) == 0 || !strings.Contains(plan.Failed[0].Error(), name) {
			t.Errorf("%s: left alone: %v", name, plan.Failed)
		}
		for _, c := range plan.Changes {
			if c.Agent.Name != "gemini" {
				t.Errorf("%s: %s changes", name, c.Path)
			}
		}
		_ = os.Chmod(home, 0o755) // so that the home can be removed
	}
}

// TestStopped stops init and uninstall before each file: by an error, all is as it was; by an end of the process, what
// init has written is taken back.
func TestStopped(t *testing.T) {
	files := map[string]string{
		".claude/CLAUDE.md": "# Mine", claudeSettings: "{}", ".codex/hooks.json": "{ }\n", ".gemini/settings.json": "",
	}
	agents := []*Agent{Find("claude"), Find("codex"), Find("gemini"), Find("opencode")}
	for n := range 9 {
		for _, killed := range []bool{false, true} {
			p := testPlace(t, files)
			d := &drawn{t: t, p: p}
			before := snapshot(t, p)
			at := 0
			step := func() error {
				if at++; at <= n {
					return nil
				}
				if killed {
					panic("killed")
				}
				return fs.ErrPermission
			}
			plan := Init(p, agents)
			plan.step = step
			stopped(plan)
			if !killed {
				d.compare(before, nil, written(plan))
				if left, _ := filepath.Glob(filepath.Join(p.Data, "*", "*")); len(left) > 0 {
					t.Errorf("%d: kept: %v", n, left)
				}
			}
			d.must(Uninstall(agents, p).Apply())
			d.compare(before, nil, written(plan))

			d.must(Init(p, agents).Apply())
			middle := snapshot(t, p)
			at = 0
			plan = Uninstall(agents, p)
			plan.step = step
			stopped(plan)
			if !killed {
				d.compare(middle, nil, written(plan))
			}
			d.must(Uninstall(agents, p).Apply())
			d.compare(before, nil, written(plan))
		}
	}
}

func stopped(plan *Plan) {
	defer func() { _ = recover() }() // as if the process had ended: nothing is cleaned up
	_ = plan.Apply()
}

func written(plan *Plan) map[string]bool {
	all := map[string]bool{}
	for _, c := range plan.Changes {
		all[c.target.path] = true
	}
	return all
}

// TestOneFile: agents whose instructions are one file, by a link, get one paragraph, and it goes with the last of them.
func TestOneFile(t *testing.T) {
	p := testPlace(t, map[string]string{".claude/CLAUDE.md": "# Mine", claudeSettings: "{}", ".codex/hooks.json": "{}"})
	for _, link := range []string{".codex/AGENTS.md", ".qwen/QWEN.md"} {
		path := filepath.Join(p.Home, link)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("../.claude/CLAUDE.md", path); err != nil {
			t.Fatal(err)
		}
	}
	before := tree(t, p.Home)
	claude, codex := []*Agent{Find("claude")}, []*Agent{Find("codex")}
	apply(t, Init(p, claude))
	apply(t, Init(p, codex))
	count := func() int { return strings.Count(read(t, p, ".claude/CLAUDE.md"), paragraphBegin) }
	if count() != 1 || Find("qwen").Installed(p) {
		t.Errorf("%d paragraphs; qwen is set up: %t", count(), Find("qwen").Installed(p))
	}
	apply(t, Uninstall(claude, p))
	if count() != 1 {
		t.Errorf("without claude, codex has %d paragraphs", count())
	}
	apply(t, Uninstall(codex, p))
	if diff := gocmp.Diff(before, tree(t, p.Home)); diff != "" {
		t.Errorf("there and back (-before +after)\n%s", diff)
	}
	apply(t, Init(p, Agents()))
	if text := read(t, p, ".claude/CLAUDE.md"); count() != 1 || !strings.Contains(text, byHand) {
		t.Errorf("for all agents:\n%s", text)
	}
	apply(t, Uninstall(Agents(), p))
	if diff := gocmp.Diff(before, tree(t, p.Home)); diff != "" {
		t.Errorf("all, there and back (-before +after)\n%s", diff)
	}
}

// TestOwner: a file keeps its owner when root changes it.
func TestOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	p := testPlace(t, map[string]string{claudeSettings: "{}\n"})
	path := filepath.Join(p.Home, claudeSettings)
	d := &drawn{t: t, p: p}
	d.must(os.Chown(path, 1234, 4321))
	owner := func() string {
		info, err := os.Stat(path)
		d.must(err)
		st := info.Sys().(*syscall.Stat_t)
		return fmt.Sprint(st.Uid, " ", st.Gid)
	}
	d.must(Init(p, []*Agent{Find("claude")}).Apply())
	if !strings.Contains(read(t, p, claudeSettings), "toktee") || owner() != "1234 4321" {
		t.Errorf("after init it belongs to %s", owner())
	}
	d.must(Uninstall(Agents(), p).Apply())
	if got := read(t, p, claudeSettings); got != "{}\n" || owner() != "1234 4321" {
		t.Errorf("after uninstall it is %q and belongs to %s", got, owner())
	}
}
