package host_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/run/repo"
	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// A project is a repository of whose runs the truth is known: what ran, what failed, and in which files.
type project struct {
	t       *testing.T
	e       *env
	hosts   map[string]*host.Host // by worktree
	clock   time.Time
	random  *rand.Rand
	runs    []truth
	commits map[string]string // the files of a commit
	said    map[string]int    // lines about histories, by their form
}

// A truth is a run, or an edit, as it happened.
type truth struct {
	time                        time.Time
	root, branch, head, command string
	files                       string // names and contents
	edited                      string // the file of an edit
	ran, failed                 []string
	isWhole                     bool // it didn't stop at the first failure
	isMixed                     bool // a file changed while it ran
}

func (p *project) git(root string, args ...string) string {
	p.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_EDITOR=true",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	out, err := cmd.CombinedOutput()
	if err != nil {
		p.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	if index := filepath.Join(root, ".git", "index"); slices.Contains(writing, args[0]) {
		if filepath.Base(root) == "tree" {
			index = filepath.Join(p.e.home, "repo", ".git", "worktrees", "tree", "index")
		}
		p.touch(index)
	}
	return strings.TrimSpace(string(out))
}

// writing are git commands that write the index.
var writing = []string{"add", "commit", "checkout", "rebase"}

// touch gives a file the time of the project's clock.
func (p *project) touch(path string) {
	p.t.Helper()
	if err := os.Chtimes(path, p.clock, p.clock); err != nil {
		p.t.Fatal(err)
	}
}

// host returns the host of a worktree.
func (p *project) host(root string) *host.Host {
	if p.hosts[root] == nil {
		h, warnings := p.e.open(p.t, func(o *host.Options) {
			o.Dir, o.Record, o.Now = root, true, func() time.Time { return p.clock }
		})
		p.t.Cleanup(func() {
			if len(*warnings) > 0 {
				p.t.Error(*warnings)
			}
		})
		p.hosts[root] = h
	}
	return p.hosts[root]
}

// broken names the tests that fail.
const broken = "set/broken"

// move moves the folder of a tracked file away and back. The tests run after each.
func (p *project) move(root string) {
	p.t.Helper()
	dir, away := filepath.Join(root, "set"), filepath.Join(p.e.home, "away")
	err := os.Rename(dir, away)
	p.touch(root)
	p.run(root, "go test ./...")
	if err = errors.Join(err, os.Rename(away, dir)); err != nil {
		p.t.Fatal(err)
	}
	p.touch(dir)
	p.touch(root)
	p.run(root, "go test ./...")
}

// files returns the names and the contents of a worktree's files.
func (p *project) files(root string) string {
	names, err := filepath.Glob(filepath.Join(root, "*.go"))
	inFolder, err2 := filepath.Glob(filepath.Join(root, broken))
	if err = errors.Join(err, err2); err != nil {
		p.t.Fatal(err)
	}
	var sb strings.Builder
	for _, name := range append(names, inFolder...) {
		b, err := os.ReadFile(name)
		if err != nil {
			p.t.Fatal(err)
		}
		fmt.Fprintf(&sb, "%s\n%s\n", filepath.Base(name), b)
	}
	return sb.String()
}

// write changes a file as an agent does with its own tool, or as a command does, which nothing records.
func (p *project) write(root, name, text string, isRecorded bool) {
	p.t.Helper()
	path := filepath.Join(root, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
	p.touch(path)
	if isRecorded {
		p.clock = p.clock.Add(time.Minute)
		p.host(root).RecordEdit(summarize.Request{Tool: "Edit", Path: path})
		p.runs = append(p.runs, truth{
			time: p.clock, root: root, edited: name, head: p.git(root, "rev-parse", "HEAD"),
		})
	}
}

func (p *project) commit(root string) {
	p.git(root, "add", "-A")
	p.git(root, "commit", "-q", "--allow-empty", "-m", "x")
	p.commits[p.git(root, "rev-parse", "HEAD")] = p.files(root)
}

var testName = regexp.MustCompile(`func (Test\w+)`)

// run runs the tests of a worktree that a command selects, and checks what the text states about their history. A file
// of tests names tests; each that the file [broken] names fails, and TestFlaky at random.
func (p *project) run(root, command string) {
	p.t.Helper()
	started := p.clock.Add(10 * time.Second)
	p.clock = p.clock.Add(time.Minute)
	now := truth{
		time: p.clock, root: root, branch: p.git(root, "branch", "--show-current"), command: command,
		head: p.git(root, "rev-parse", "HEAD"), files: p.files(root), isWhole: !strings.Contains(command, "-failfast"),
	}
	path := filepath.Join(root, broken)
	names, err := os.ReadFile(path)
	if now.isMixed = err == nil && p.random.IntN(4) == 0; now.isMixed { // the file was another one for a while
		names = []byte("TestA")
		p.touch(path)
	}
	out := ""
	for _, m := range testName.FindAllStringSubmatch(now.files, -1) {
		name := m[1]
		if _, only, ok := strings.Cut(command, "-run "); ok && !strings.Contains(only, name) {
			continue
		}
		now.ran = append(now.ran, name)
		if strings.Contains(string(names), name) || name == "TestFlaky" && p.random.IntN(3) == 0 {
			now.failed = append(now.failed, name)
			out += fmt.Sprintf("--- FAIL: %s (0.00s)\n    a_test.go:%d: got 1, want 2\n", name, p.random.IntN(90)+1)
			if !now.isWhole {
				break
			}
		}
	}
	status := result.Status{Known: true}
	if out == "" {
		out = "ok  \tx\t0.01s\n"
	} else {
		out, status.Code = out+"FAIL\nFAIL\tx\t0.01s\nFAIL\n", 1
	}
	r := deliver(p.t, p.host(root), summarize.Request{
		Tool: "Bash", Command: command, Stdout: []byte(out), Status: status, Started: started,
	})
	p.check(now, r.LLMContent())
	p.runs = append(p.runs, now)
}

// check compares what the log and the text have about each failure with the truth.
func (p *project) check(now truth, text string) {
	p.t.Helper()
	h := p.host(now.root)
	entries, err := checks.Open(h.Store().ChecksDir(), filepath.Join(p.e.home, "repo", ".git")).Read()
	if err != nil || len(entries) != len(p.runs)+1 {
		p.t.Fatalf("%d entries for %d runs and edits: %v", len(entries), len(p.runs)+1, err)
	}
	last := entries[len(entries)-1]
	var all []checks.Facts
	for i := range last.Checks {
		c := &last.Checks[i]
		for j := range c.Failures {
			got := checks.History(entries[:len(entries)-1], true, &last, c, &c.Failures[j])
			p.compare(now, c.Failures[j].Name, got)
			all = append(all, got)
		}
	}
	if len(all) != len(now.failed) {
		p.t.Fatalf("%d failures are recorded, want %d", len(all), len(now.failed))
	}
	_, line, _ := strings.Cut("\n"+text, "\n"+checks.Opening)
	line, _, _ = strings.Cut(line, "\n")
	p.checkLine(line, all, now)
}

// compare compares facts with a reading of all runs.
func (p *project) compare(now truth, test string, got checks.Facts) {
	p.t.Helper()
	isRed := func(r truth) bool { return slices.Contains(r.failed, test) }
	known := map[string]bool{now.command: true}
	for _, r := range p.runs {
		if isRed(r) {
			known[r.command] = true
		}
	}
	isWithout := func(r truth) bool {
		return r.command != "" && known[r.command] && !isRed(r) && (r.isWhole || len(r.failed) == 0)
	}
	isPossible := func(r truth) bool { return len(r.failed) == 0 || r.isWhole }
	since, runs, without := now.time, 1, time.Time{}
	var green bool
	for _, r := range p.runs {
		if r.root != now.root || r.branch != now.branch || r.edited != "" {
			continue
		}
		switch {
		case isRed(r):
			if runs++; runs == 2 {
				since = r.time
			}
		case isWithout(r):
			since, runs, without = now.time, 1, r.time
			green = slices.Contains(r.ran, test)
		case isPossible(r):
			since, runs, without = now.time, 1, time.Time{}
		}
	}
	var edits []string
	same, red := 1, 1
	also := map[string]bool{}
	for _, r := range p.runs {
		switch {
		case r.edited != "" && r.root == now.root:
			same, red = 1, 1
			if !without.IsZero() && r.time.After(without) && r.time.Before(since) && !slices.Contains(edits, r.edited) {
				edits = append(edits, r.edited)
			}
		case r.root == now.root && r.command == now.command && r.files == now.files && (isRed(r) || isWithout(r)) &&
			!r.isMixed && !now.isMixed:
			same++
			if isRed(r) {
				red++
			}
		}
		isAtCommit := r.files == p.commits[r.head] && !r.isMixed
		if r.branch != now.branch && r.branch != "" && r.head != now.head && (isWithout(r) || isRed(r) && isAtCommit) {
			also[r.branch] = isRed(r)
		}
	}
	if !got.Since.Time.Equal(since) || got.Runs != runs {
		p.t.Fatalf("%s fails since %v in %d runs, want %v in %d", test, got.Since.Time, got.Runs, since, runs)
	}
	if (got.Without == nil) != without.IsZero() || got.Without != nil && !got.Without.Time.Equal(without) {
		p.t.Fatalf("%s: the last run without it is %+v, want %v", test, got.Without, without)
	}
	if got.Green != nil && !green {
		p.t.Fatalf("%s is green at %+v, but didn't run", test, got.Green)
	}
	if diff := cmp.Diff(edits, got.Edits); diff != "" {
		p.t.Fatalf("%s: edits: %s", test, diff)
	}
	if got.Same > same || got.Red > red || got.Flaky() && red == same {
		p.t.Fatalf("%s fails in %d of %d runs on the same files, want %d of %d", test, got.Red, got.Same, red, same)
	}
	for _, r := range got.Also { // fewer are fine: an edit that was undone doesn't prove that all is committed
		if !also[r.Branch] {
			p.t.Fatalf("%s fails on %s at %v, which isn't so", test, r.Branch, r.Time)
		}
	}
}

var historyLine = regexp.MustCompile(`^(?:(\d+) of (\d+) )?(red in|also red at|red since) (.*)$`)

// checkLine checks that a text states no more than the facts.
func (p *project) checkLine(line string, all []checks.Facts, now truth) {
	p.t.Helper()
	if line == "" {
		return
	}
	m := historyLine.FindStringSubmatch(line)
	if m == nil || (m[1] == "") != (len(all) == 1) || m[2] != "" && m[2] != fmt.Sprint(len(all)) {
		p.t.Fatalf("%q about %d failures", line, len(all))
	}
	p.said[m[3]]++
	n := 0
	for _, f := range all {
		same := fmt.Sprintf("%d of %d runs on the same tracked files", f.Red, f.Same)
		at := func(t time.Time) string {
			if t.Local().YearDay() != now.time.YearDay() {
				return t.Local().Format("2 Jan")
			}
			return t.Local().Format("15:04")
		}
		since := at(f.Since.Time)
		rest, isSince := strings.CutPrefix(m[4], since+", ")
		files, isAfter := strings.CutPrefix(rest, "after edits of ")
		isSince = isSince && f.Runs > 1 && (rest == fmt.Sprintf("in %d runs", f.Runs) || isAfter && len(f.Edits) > 0 &&
			strings.HasPrefix(files, filepath.Base(f.Edits[0])))
		isOn := slices.ContainsFunc(f.Also, func(r checks.Run) bool {
			return m[4] == at(r.Time)+" with "+r.Branch+" checked out"
		})
		isFlaky := m[4] == same && f.Flaky()
		if (map[string]bool{"red in": isFlaky, "also red at": isOn, "red since": isSince})[m[3]] {
			n++
		}
	}
	if n == 0 || m[1] != "" && m[1] != fmt.Sprint(n) {
		p.t.Fatalf("%q is true of %d failures: %+v", line, n, all)
	}
}

// TestHistoryOfARepository runs tests in a repository with 40 commits, two branches and a worktree, a flaky test, a
// test that moves to another file, a folder that is moved away and back, and rebases. Everything that is stated is true
// of the runs.
func TestHistoryOfARepository(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here")
	}
	seeds := uint64(3)
	if sweep.Raced {
		seeds = 1
	}
	for seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			e := newEnv(t)
			p := &project{
				t: t, e: e, hosts: map[string]*host.Host{}, random: rand.New(rand.NewPCG(seed, 1)),
				clock:   time.Date(2100, 11, 28, 9, 0, 0, 0, time.Local), // later than all files
				commits: map[string]string{}, said: map[string]int{},
			}
			p.play()
			if repo.SeesAll && len(p.said) < 2 {
				t.Errorf("the texts state only %v", p.said)
			}
		})
	}
}

// play makes the commits, and runs tests between them.
func (p *project) play() {
	main, tree := filepath.Join(p.e.home, "repo"), filepath.Join(p.e.home, "tree")
	if err := os.MkdirAll(filepath.Join(main, "set"), 0o700); err != nil {
		p.t.Fatal(err)
	}
	p.git(main, "init", "-q", "-b", "main")
	for name, text := range map[string]string{
		"a_test.go": "func TestA\nfunc TestMoved\n", "b_test.go": "func TestB\nfunc TestFlaky\n", broken: "\n",
	} {
		p.write(main, name, text, false)
	}
	p.commit(main)
	p.git(main, "branch", "f")
	p.git(main, "worktree", "add", "-q", "-b", "w", tree)
	commands := []string{
		"go test ./...", "go test ./...", "go test -run 'TestA|TestFlaky' .", "go test -failfast ./...",
	}
	names := []string{"\n", "\n", "TestA\n", "TestMoved\n", "TestA TestB\n"}
	for n := range 40 {
		root := main
		if p.random.IntN(3) == 0 {
			root = tree
		}
		p.write(root, broken, names[p.random.IntN(len(names))], p.random.IntN(3) > 0)
		for range p.random.IntN(4) {
			p.run(root, commands[p.random.IntN(len(commands))])
		}
		if p.random.IntN(3) == 0 {
			p.move(root)
		}
		p.commit(root)
		for range p.random.IntN(3) {
			p.run(root, commands[p.random.IntN(len(commands))])
		}
		switch n % 10 {
		case 3:
			p.git(main, "checkout", "-q", "f")
		case 5:
			p.git(main, "rebase", "-q", "-X", "theirs", "main")
			p.commits[p.git(main, "rev-parse", "HEAD")] = p.files(main)
			p.run(main, commands[0])
		case 7:
			p.git(main, "checkout", "-q", "main")
		}
		if n == 20 {
			p.write(main, "a_test.go", "func TestA\n", true)
			p.write(main, "c_test.go", "func TestMoved\n", true)
		}
	}
}

// TestHistoryWithoutTrackedFiles: before the first commit of a project, nothing is known about its files.
func TestHistoryWithoutTrackedFiles(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here")
	}
	for _, emptied := range []bool{false, true} {
		e := newEnv(t)
		p := &project{t: t, e: e, hosts: map[string]*host.Host{}, clock: time.Now().Add(time.Hour)}
		root := filepath.Join(e.home, "repo")
		write(t, filepath.Join(root, "a.go"), "")
		p.git(root, "init", "-q")
		if emptied {
			p.git(root, "add", "a.go")
			p.git(root, "rm", "-q", "--cached", "a.go")
		}
		deliver(t, p.host(root), summarize.Request{
			Tool: "Bash", Command: "go test ./...", Stdout: []byte("--- FAIL: TestA (0.00s)\nFAIL\nFAIL\tx\t0.01s\n"),
			Status: result.Status{Known: true, Code: 1}, Took: time.Second,
		})
		entries, err := checks.Open(p.host(root).Store().ChecksDir(), filepath.Join(root, ".git")).Read()
		if err != nil || len(entries) != 1 || !entries[0].State.Newest.IsZero() {
			t.Errorf("emptied %v: %v, %+v", emptied, err, entries)
		}
	}
}

// needGit skips a test without git, or on Windows, where toktee reads no times of changes. CI has git.
func needGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil || !repo.SeesAll {
		t.Skip("no git here, or no times of changes")
	}
}

// TestHistoryOfAnotherClone: runs of another clone that was moved to the same path weren't on the same files, although
// all of its files are old.
func TestHistoryOfAnotherClone(t *testing.T) {
	needGit(t)
	e := newEnv(t)
	p := &project{t: t, e: e, hosts: map[string]*host.Host{}, clock: time.Now().Add(time.Hour)}
	root := filepath.Join(e.home, "repo")
	write(t, filepath.Join(root, "a.go"), "")
	p.git(root, "init", "-q")
	p.git(root, "add", "a.go")
	p.git(root, "commit", "-qm", "1")
	if out, err := exec.Command("cp", "-a", root, root+"2").CombinedOutput(); err != nil {
		t.Skipf("cp can't copy times here: %v: %s", err, out)
	}
	write(t, filepath.Join(root+"2", "a.go"), "package other")
	p.clock = p.clock.Add(time.Hour) // after the commit
	red, green, text := "--- FAIL: TestA (0.00s)\nFAIL\nFAIL\tx\t0.01s\n", "ok  \tx\t0.01s\n", ""
	for i, output := range []string{red, green, red, red} {
		if i == 2 {
			if err := errors.Join(os.Rename(root, root+"1"), os.Rename(root+"2", root)); err != nil {
				t.Fatal(err)
			}
		}
		p.clock = p.clock.Add(time.Minute)
		text = deliver(t, p.host(root), summarize.Request{
			Tool: "Bash", Command: "go test ./...", Stdout: []byte(output), Took: time.Second,
			Status: result.Status{Known: true, Code: map[bool]int{true: 1}[output == red]},
		}).LLMContent()
	}
	if strings.Contains(text, "same tracked files") {
		t.Errorf("the last text:\n%s", text)
	}
}

// TestHistoryReadsFiles: the state of the files is read at a first failure, and then if the test may be flaky.
func TestHistoryReadsFiles(t *testing.T) {
	needGit(t)
	e := newEnv(t)
	p := &project{t: t, e: e, hosts: map[string]*host.Host{}, clock: time.Now().Add(time.Hour)}
	root := filepath.Join(e.home, "repo")
	write(t, filepath.Join(root, "a.go"), "")
	p.git(root, "init", "-q")
	p.git(root, "add", "a.go")
	p.git(root, "commit", "-qm", "1")
	p.clock = p.clock.Add(time.Hour) // after the commit
	red, green := "--- FAIL: TestA (0.00s)\nFAIL\nFAIL\tx\t0.01s\n", "ok  \tx\t0.01s\n"
	outputs, text := []string{red, red, green, red, red}, ""
	for _, output := range outputs {
		p.clock = p.clock.Add(time.Minute)
		text = deliver(t, p.host(root), summarize.Request{
			Tool: "Bash", Command: "go test ./...", Stdout: []byte(output), Took: time.Second,
			Status: result.Status{Known: true, Code: map[bool]int{true: 1}[output == red]},
		}).LLMContent()
	}
	if !strings.Contains(text, "red in 4 of 5 runs on the same tracked files") {
		t.Errorf("the last text:\n%s", text)
	}
	entries, err := checks.Open(p.host(root).Store().ChecksDir(), filepath.Join(root, ".git")).Read()
	var got []bool
	for _, e := range entries {
		got = append(got, !e.State.Newest.IsZero())
	}
	if want := []bool{true, false, false, true, true}; err != nil || !slices.Equal(got, want) {
		t.Errorf("files were read: %v, want %v (%v)", got, want, err)
	}
	p.write(root, "a.go", "1", false)
	p.git(root, "commit", "-qm", "2", "--allow-empty") // the other runs had another commit
	got = nil
	for range 2 {
		p.clock = p.clock.Add(time.Minute)
		deliver(t, p.host(root), summarize.Request{
			Tool: "Bash", Command: "go test ./x", Stdout: []byte(red), Took: time.Second,
			Status: result.Status{Known: true, Code: 1},
		})
	}
	entries, err = checks.Open(p.host(root).Store().ChecksDir(), filepath.Join(root, ".git")).Read()
	for _, e := range entries[len(outputs):] {
		got = append(got, e.State.Changed)
	}
	if want := []bool{true, false}; err != nil || !slices.Equal(got, want) {
		t.Errorf("changed files were read: %v, want %v (%v)", got, want, err)
	}
}
