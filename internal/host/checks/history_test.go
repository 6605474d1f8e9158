package checks_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/result"
)

// drawEntry draws an entry of a small world, so that runs often agree in parts.
func drawEntry(t *rapid.T, second int) checks.Entry {
	e := checks.Entry{
		Event: checks.Ran, Time: time.Unix(int64(second), 0).UTC(),
		Root: rapid.SampledFrom([]string{"/a", "/b"}).Draw(t, "root"),
		Took: time.Duration(rapid.IntRange(1, 12).Draw(t, "took")) * time.Second / 4,
	}
	if rapid.IntRange(0, 4).Draw(t, "event") == 0 {
		e.Event, e.File = checks.Edited, rapid.SampledFrom([]string{"x.go", "y.go"}).Draw(t, "file")
		e.State.Head = rapid.SampledFrom([]string{"h1", "h2", ""}).Draw(t, "head")
		return e
	}
	e.ID = fmt.Sprintf("%012d", second)
	e.Dir = rapid.SampledFrom([]string{".", ".", "sub", "sub/deep", "subway"}).Draw(t, "dir")
	e.Command = rapid.SampledFrom([]string{
		"go test ./...", "go test -run A", "go test $P", "go test ../x",
	}).Draw(t, "command")
	e.State = checks.State{
		Head: rapid.SampledFrom([]string{"h1", "h2", ""}).Draw(t, "head"), Branch: rapid.SampledFrom([]string{
			"main", "f", ""}).Draw(t, "branch"), Changed: rapid.IntRange(0, 3).Draw(t, "changed") == 0,
	}
	if rapid.IntRange(0, 3).Draw(t, "known") > 0 {
		e.State.Newest = time.Unix(int64(rapid.IntRange(-9, second).Draw(t, "newest")), 0).UTC()
	}
	for range rapid.IntRange(0, 2).Draw(t, "checks") {
		e.Checks = append(e.Checks, drawCheck(t))
	}
	return e
}

func drawCheck(t *rapid.T) checks.Check {
	c := checks.Check{
		Program: rapid.SampledFrom([]string{"go", "jest"}).Draw(t, "program"), Kind: checks.Tests,
		Outcome: rapid.SampledFrom([]string{"pass", "fail", "unknown"}).Draw(t, "outcome"),
		Whole:   rapid.IntRange(0, 3).Draw(t, "whole") > 0, Cut: rapid.IntRange(0, 5).Draw(t, "cut") == 0,
		Counts: map[string]int64{}, ByFile: rapid.Bool().Draw(t, "by file"),
	}
	if rapid.Bool().Draw(t, "counted") {
		c.Counts["passed"] = rapid.Int64Range(0, 2).Draw(t, "passed")
		c.Counts["skipped"] = rapid.Int64Range(0, 1).Draw(t, "skipped")
	}
	if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
		c.Kind = checks.Lint
	}
	if c.Outcome == "pass" {
		return c
	}
	for range rapid.IntRange(0, 2).Draw(t, "failures") {
		c.Failures = append(c.Failures, result.Finding{
			Name:    rapid.SampledFrom([]string{"A", "B", ""}).Draw(t, "name"),
			File:    rapid.SampledFrom([]string{"a.go", "b.go"}).Draw(t, "file"),
			Line:    rapid.IntRange(1, 3).Draw(t, "line"),
			Package: rapid.SampledFrom([]string{"p", ""}).Draw(t, "package"),
			Message: fmt.Sprintf("got %d", rapid.IntRange(1, 3).Draw(t, "got")),
		})
	}
	return c
}

// TestHistory compares the facts with a reading of the same entries by the definitions, one after the other.
func TestHistory(t *testing.T) {
	dir, n := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		log := checks.Open(dir, fmt.Sprint(n))
		var entries []checks.Entry
		last := rapid.IntRange(0, 14).Draw(t, "entries")
		for i := range last {
			entries = append(entries, drawEntry(t, i))
		}
		now := drawEntry(t, last)
		if now.Event == checks.Edited {
			return
		}
		for _, e := range entries {
			if err := log.Append(e); err != nil {
				t.Fatal(err)
			}
		}
		about, isComplete, err := log.About(&now)
		if err != nil || !isComplete {
			t.Fatal(isComplete, err)
		}
		for i := range now.Checks {
			c := &now.Checks[i]
			for j := range c.Failures {
				f := &c.Failures[j]
				got := checks.History(entries, true, &now, c, f)
				if diff := cmp.Diff(byDefinition(entries, now, *c, *f), got); diff != "" {
					t.Fatalf("the facts about %+v (-definition +got):\n%s", *f, diff)
				}
				if diff := cmp.Diff(got, checks.History(about, true, &now, c, f)); diff != "" {
					t.Fatalf("by the entries that name it (-all +those):\n%s", diff)
				}
				from := rapid.IntRange(0, len(entries)).Draw(t, "from")
				if part := checks.History(entries[from:], false, &now, c, f); !isLess(part, got) {
					t.Fatalf("the newest %d entries: %s", len(entries)-from, cmp.Diff(got, part))
				}
			}
		}
	})
}

// TestNeedsState: where no state is needed, none makes a failure flaky, and a run of another branch has the same facts
// about the run's branch without it.
func TestNeedsState(t *testing.T) {
	unneeded := 0
	rapid.Check(t, func(t *rapid.T) {
		var entries []checks.Entry
		last := rapid.IntRange(0, 14).Draw(t, "entries")
		for i := range last {
			entries = append(entries, drawEntry(t, i))
		}
		now := drawEntry(t, last)
		now.State.Newest, now.State.Changed = time.Time{}, false
		indexed, with := time.Time{}, now
		if rapid.Bool().Draw(t, "changed") {
			indexed, with.State.Changed = time.Unix(int64(rapid.IntRange(-9, last).Draw(t, "indexed")), 0), true
		}
		if checks.NeedsState(entries, &now, indexed) || now.Failures() == 0 {
			return
		}
		unneeded++
		with.State.Newest = time.Unix(int64(rapid.IntRange(-9, last).Draw(t, "newest")), 0)
		other := now
		other.Time, other.State.Head, other.State.Branch = time.Unix(int64(last+1), 0), "h3", "other"
		branches := func(now checks.Entry, c *checks.Check, f *result.Finding) (names []string) {
			for _, run := range checks.History(append(slices.Clone(entries), now), true, &other, c, f).Also {
				names = append(names, run.Branch)
			}
			slices.Sort(names)
			return names
		}
		for i := range now.Checks {
			c := &now.Checks[i]
			for j := range c.Failures {
				if facts := checks.History(entries, true, &with, c, &c.Failures[j]); facts.Flaky() {
					t.Fatalf("%+v is flaky: %+v", c.Failures[j], facts)
				}
				if diff := cmp.Diff(branches(with, c, &c.Failures[j]), branches(now, c, &c.Failures[j])); diff != "" {
					t.Fatalf("branches with %+v (-with the state +without):\n%s", c.Failures[j], diff)
				}
			}
		}
	})
	if unneeded == 0 {
		t.Error("a state is always needed")
	}
}

// isLess reports whether the facts of a log's newest part leave out some of those of the whole log, and state no other
// ones.
func isLess(part, all checks.Facts) bool {
	if part.Runs == 1 {
		all.Since, all.Runs, all.Later = part.Since, 1, part.Later
	}
	if part.Without == nil {
		all.Without, all.Edits = nil, nil
	}
	if part.Green == nil {
		all.Green = nil
	}
	if part.Same == 0 {
		all.Same, all.Red = 0, 0
	}
	if part.Also == nil {
		all.Also = nil
	}
	return cmp.Equal(part, all)
}

// An oracle reads entries by the definitions of [checks.Facts].
type oracle struct {
	now   checks.Entry
	check checks.Check
	f     result.Finding
	known []string // commands that had the failure
}

func byDefinition(entries []checks.Entry, now checks.Entry, c checks.Check, f result.Finding) checks.Facts {
	o := oracle{now: now, check: c, f: f, known: []string{now.Command}}
	for _, e := range entries {
		if o.fails(e) {
			o.known = append(o.known, e.Command)
		}
	}
	var streak []int
	last, first := -1, len(entries)
	for i, e := range entries {
		if e.Root != now.Root || e.State.Branch != now.State.Branch {
			continue
		}
		if o.fails(e) {
			streak = append(streak, i)
		} else if o.isWithout(e) {
			last, streak = i, nil
		} else if o.mayBeWithout(e) {
			last, streak = -1, nil
		}
	}
	facts := checks.Facts{Since: run(now), Runs: 1 + len(streak)}
	if len(streak) > 0 {
		first = streak[0]
		facts.Since = run(entries[first])
	}
	if last >= 0 {
		facts.Without, facts.Edits = run(entries[last]), o.edited(entries[last:first])
		if o.passed(entries, last) {
			facts.Green = run(entries[last])
		}
	}
	facts.Later = o.edited(entries[first:])
	o.countSame(entries, &facts)
	o.findBranches(entries, &facts)
	return facts
}

func run(e checks.Entry) *checks.Run {
	return &checks.Run{
		Time: e.Time, ID: e.ID, Command: e.Command, Branch: e.State.Branch, Head: e.State.Head, Session: e.Session,
	}
}

func number(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '0'
		}
		return r
	}, s)
}

func (o *oracle) is(c checks.Check, f result.Finding) bool {
	if c.Program != o.check.Program || f.Name != o.f.Name || f.Package != o.f.Package {
		return false
	}
	isTest := func(c checks.Check, f result.Finding) bool { return c.Kind == checks.Tests && f.Name != "" }
	if isTest(c, f) != isTest(o.check, o.f) {
		return false
	}
	if !isTest(c, f) {
		return f.File == o.f.File && number(f.Message) == number(o.f.Message)
	}
	file := func(c checks.Check, f result.Finding) string {
		if c.ByFile && f.Package == "" {
			return f.File
		}
		return ""
	}
	return file(c, f) == file(o.check, o.f)
}

func (o *oracle) fails(e checks.Entry) bool {
	if e.Dir != o.now.Dir {
		return false
	}
	for _, c := range e.Checks {
		for _, f := range c.Failures {
			if o.is(c, f) {
				return true
			}
		}
	}
	return false
}

// counted returns the number of tests of a check, 0 for an unknown one.
func counted(c checks.Check) int64 {
	if _, has := c.Counts["passed"]; !has {
		return 0
	}
	return c.Counts["passed"] + c.Counts["skipped"]
}

func (o *oracle) isWithout(e checks.Entry) bool {
	if e.Event != checks.Ran || o.fails(e) || e.Dir != o.now.Dir || !slices.Contains(o.known, e.Command) ||
		strings.Contains(e.Command, "$") {
		return false
	}
	n := 0
	for _, c := range e.Checks {
		if c.Program != o.check.Program || c.Kind != o.check.Kind {
			continue
		}
		n++
		sameName := slices.ContainsFunc(c.Failures, func(f result.Finding) bool { return f.Name == o.f.Name })
		isRest := c.Outcome == "fail" && !sameName && counted(c) >= counted(o.check)
		if !c.Whole || c.Cut || c.Outcome != "pass" && !isRest {
			return false
		}
	}
	return n > 0
}

// mayBeWithout reports whether a run may have run the test without the failure.
func (o *oracle) mayBeWithout(e checks.Entry) bool {
	inside := func(a, b string) bool { return b == "." || strings.HasPrefix(a+"/", b+"/") }
	if e.Event != checks.Ran || !inside(e.Dir, o.now.Dir) && !inside(o.now.Dir, e.Dir) &&
		!strings.Contains(e.Command, "../") {
		return false
	}
	return slices.ContainsFunc(e.Checks, func(c checks.Check) bool {
		if c.Kind != o.check.Kind {
			return false
		}
		if c.Program != o.check.Program {
			return c.Outcome == "pass"
		}
		sameName := slices.ContainsFunc(c.Failures, func(f result.Finding) bool { return f.Name == o.f.Name })
		return c.Outcome == "pass" || c.Outcome == "fail" && c.Whole && !c.Cut && !sameName
	})
}

// passed reports whether the test has certainly run and passed in the entry at an index that was without its failure.
func (o *oracle) passed(entries []checks.Entry, at int) bool {
	if o.check.Kind != checks.Tests || o.f.Name == "" {
		return false
	}
	var one checks.Check
	for _, c := range slices.Backward(entries[at].Checks) {
		if c.Program == o.check.Program && c.Kind == o.check.Kind {
			one = c
		}
	}
	if one.Counts["skipped"] > 0 {
		return false
	}
	isSame := entries[at].Dir == o.now.Dir && entries[at].Command == o.now.Command
	if isSame && counted(one) > 0 && counted(one) == counted(o.check) {
		return true
	}
	for _, e := range entries[:at] {
		if o.fails(e) {
			return true
		}
	}
	return false
}

func (o *oracle) edited(entries []checks.Entry) (files []string) {
	for _, e := range entries {
		if e.Event == checks.Edited && e.Root == o.now.Root && !slices.Contains(files, e.File) {
			files = append(files, e.File)
		}
	}
	return files
}

func (o *oracle) countSame(entries []checks.Entry, facts *checks.Facts) {
	if o.now.State.Newest.IsZero() || strings.Contains(o.now.Command, "$") {
		return
	}
	since := o.now.State.Newest.Add(2 * time.Second) // a clock may step by that
	for _, e := range entries {
		if e.Event == checks.Edited && e.Root == o.now.Root && e.Time.After(since) {
			since = e.Time
		}
	}
	if !o.now.Time.Add(-o.now.Took).After(since) {
		return
	}
	facts.Same, facts.Red = 1, 1
	for _, e := range entries {
		isLater := e.Event == checks.Ran && e.Time.Add(-e.Took).After(since)
		if isLater && e.Root == o.now.Root && e.Command == o.now.Command {
			if o.fails(e) {
				facts.Same, facts.Red = facts.Same+1, facts.Red+1
			} else if o.isWithout(e) {
				facts.Same++
			}
		}
	}
}

func (o *oracle) findBranches(entries []checks.Entry, facts *checks.Facts) {
	for i, e := range slices.Backward(entries) {
		if o.isInIndex(entries, i) && o.fails(e) && !slices.ContainsFunc(entries[i+1:], func(l checks.Entry) bool {
			j := slices.IndexFunc(entries, func(x checks.Entry) bool { return x.Time.Equal(l.Time) })
			return l.State.Branch == e.State.Branch && l.State.Head != o.now.State.Head &&
				(o.isWithout(l) || o.isInIndex(entries, j) && o.fails(l))
		}) {
			also := run(e)
			also.Head = ""
			facts.Also = append(facts.Also, *also)
		}
	}
}

// isInIndex reports whether a run at a position had the files of git's index, with another branch checked out.
func (o *oracle) isInIndex(entries []checks.Entry, at int) bool {
	e := entries[at]
	s := e.State
	if e.Event != checks.Ran || s.Branch == "" || s.Branch == o.now.State.Branch || s.Head == "" ||
		s.Newest.IsZero() || s.Changed || s.Head == o.now.State.Head {
		return false
	}
	for _, x := range entries[:at] {
		if x.Event == checks.Edited && x.Root == e.Root && x.State.Head == s.Head {
			return false
		}
	}
	return true
}

// failedRun is a run in which a test failed.
func failedRun(second int, dir string) checks.Entry {
	return checks.Entry{
		Event: checks.Ran, Time: time.Unix(int64(second), 0).UTC(), Root: "/a", Dir: dir, Command: "pytest",
		State: checks.State{Head: "h", Branch: "f", Newest: time.Unix(-9, 0).UTC()}, Took: time.Second,
		Checks: []checks.Check{{
			Program: "pytest", Kind: checks.Tests, Outcome: "fail", Whole: true,
			Failures: []result.Finding{{Name: "test_get", File: "tests/test_app.py"}},
		}},
	}
}

// TestHistoryOfAnotherFolder: a failure of a folder has no history by one of the same name in another folder.
func TestHistoryOfAnotherFolder(t *testing.T) {
	now := failedRun(2, "services/b")
	earlier, c := []checks.Entry{failedRun(1, "services/a")}, &now.Checks[0]
	got := checks.History(earlier, true, &now, c, &c.Failures[0])
	if diff := cmp.Diff(checks.Facts{Since: run(now), Runs: 1, Same: 1, Red: 1}, got); diff != "" {
		t.Error(diff)
	}
}

// TestClock: a day of another year has its year.
func TestClock(t *testing.T) {
	now := time.Date(2026, 11, 28, 18, 0, 0, 0, time.UTC)
	for hours, want := range map[int]string{1: "17:00", 24: "27 Nov", 365 * 24: "28 Nov 2025"} {
		if got := checks.Clock(now.Add(-time.Duration(hours)*time.Hour), now, time.UTC); got != want {
			t.Errorf("%d hours ago: %q, want %q", hours, got, want)
		}
	}
}

// TestHistoryOfALongLog: of a log that isn't read from its start, the newest entries state what older ones can't
// change.
func TestHistoryOfALongLog(t *testing.T) {
	log := checks.Open(t.TempDir(), "/a/.git")
	add := func(e checks.Entry) {
		t.Helper()
		if err := log.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 2500 {
		add(failedRun(i, "services/a"))
	}
	second := 2500
	next := func(command, outcome string) checks.Entry {
		second++
		e := failedRun(second, ".")
		e.Command = command
		if e.Checks[0].Outcome = outcome; outcome == "pass" {
			e.Checks[0].Failures = nil
		}
		return e
	}
	clause := func() string {
		t.Helper()
		now := next("pytest", "fail")
		entries, isAll, err := log.About(&now)
		if err != nil || isAll {
			t.Fatal(isAll, err)
		}
		facts := checks.History(entries, isAll, &now, &now.Checks[0], &now.Checks[0].Failures[0])
		return checks.Clause([]checks.Facts{facts}, now.Time, time.UTC, func(string) bool { return true })
	}
	add(next("pytest", "fail"))
	if got := clause(); got != "" {
		t.Errorf("the first run in the part that is read: %q", got)
	}
	for _, tt := range []struct{ command, outcome, want string }{
		{"pytest -k other", "pass", ""},
		{"pytest", "fail", "history: red since 00:41, in 2 runs"},
		{"pytest", "pass", ""},
		{"pytest", "fail", "history: red since 00:41, in 2 runs"},
		{"pytest -k get", "fail", "history: red since 00:41, in 3 runs"},
		{"pytest -k other", "pass", ""},
	} {
		add(next(tt.command, tt.outcome))
		if got := clause(); got != tt.want {
			t.Errorf("after %q: %q, want %q", tt.command+" "+tt.outcome, got, tt.want)
		}
	}
}

// TestHistoryOfAWrapper: a pass of a program that may run the failed one ends a streak.
func TestHistoryOfAWrapper(t *testing.T) {
	log := checks.Open(t.TempDir(), "/a/.git")
	wrapper, other := failedRun(2, "."), failedRun(4, ".")
	wrapper.Checks = []checks.Check{{Program: "make", Kind: checks.Tests, Outcome: "pass"}}
	other.Checks = []checks.Check{{Program: "make", Kind: checks.Build, Outcome: "pass"}}
	second, now := failedRun(3, "."), failedRun(5, ".")
	for _, e := range []checks.Entry{failedRun(1, "."), wrapper, second, other} {
		if err := log.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	entries, isAll, err := log.About(&now)
	if err != nil || !isAll {
		t.Fatal(isAll, err)
	}
	got := checks.History(entries, true, &now, &now.Checks[0], &now.Checks[0].Failures[0])
	if got.Runs != 2 || got.Without != nil || !got.Since.Time.Equal(second.Time) {
		t.Errorf("%+v, want 2 runs since %v", got, second.Time)
	}
}
