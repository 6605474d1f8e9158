package checks

import (
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/run/repo"
	"github.com/toktee/toktee/result"
)

// A Run refers to a recorded run.
type Run struct {
	Time    time.Time `json:"time"`
	ID      string    `json:"id,omitempty"` // of the result
	Session string    `json:"session,omitempty"`
	Agent   string    `json:"agent,omitempty"`
	Command string    `json:"command,omitempty"`
	Branch  string    `json:"branch,omitempty"`
	Head    string    `json:"head,omitempty"`
}

func runOf(e *Entry) *Run {
	return &Run{e.Time, e.ID, e.Session, e.Agent, e.Command, e.State.Branch, e.State.Head}
}

// Facts are a log's facts about one failure of a run. A run has no failure for certain, if it is a whole run of a
// command that had the failure in another run, and doesn't list it. Runs of other selections, and runs that were cut,
// stopped early or didn't build, prove nothing.
type Facts struct {
	// Since is the first run of the streak of runs with the failure that goes on now, in one worktree and branch. Runs
	// is the number of its runs with the failure, this one included. A run that may have been without it ends the
	// streak.
	Since *Run `json:"since"`
	Runs  int  `json:"runs"`
	// Without is the last run before the streak that was without the failure for certain; nil if none is known. Edits
	// are the files that were edited between it and Since, Later those that were edited since.
	Without *Run     `json:"without,omitempty"`
	Edits   []string `json:"edits,omitempty"`
	Later   []string `json:"later_edits,omitempty"`
	// Green is the last run that ran the test for certain, which passed: it had failed before, or Without has the same
	// number of tests as this run; and nothing was skipped.
	Green *Run `json:"green,omitempty"`
	// Same counts the runs of the same command in the same clone, this one included, whose verdict is certain and since
	// before which no tracked file was changed and no edit was recorded; 0 if that isn't known, see [NeedsState]. Red
	// counts those with the failure.
	Same int `json:"same_state_runs"`
	Red  int `json:"same_state_red"`
	// Also are the last runs with the failure while another branch was checked out, the newest first. Their files were
	// those of git's index, which may differ from the commit: they have no Head. A branch isn't there if a later run of
	// it was without the failure for certain.
	Also []Run `json:"also_red,omitempty"`
}

// Flaky reports whether the same command on the same tracked files had the failure in some runs, and not in others.
func (f *Facts) Flaky() bool { return 0 < f.Red && f.Red < f.Same }

// A verdict is what a run proves about a failure.
type verdict uint8

const (
	unproved verdict = iota
	possible         // without it, if it ran the test: it passed, or failed as another selection
	without
	red
)

// A failure identifies a failure in all runs.
type failure struct{ dir, program, pkg, name, file, message string }

// identity returns the properties that a failure shares with the same failure in other runs from the folder: of a test,
// its name and package, so that it may move to another file; of a diagnostic, its file, its rule and its message
// without numbers. Another folder may have files and tests of the same names.
func (c *Check) identity(dir string, f *result.Finding) failure {
	id := failure{dir: dir, program: c.Program, pkg: f.Package, name: f.Name}
	if !c.isTest(f) {
		id.file, id.message = f.File, withoutNumbers(f.Message)
	} else if c.ByFile && f.Package == "" {
		id.file = f.File
	}
	return id
}

func (c *Check) isTest(f *result.Finding) bool { return c.Kind == Tests && f.Name != "" }

// withoutNumbers replaces each number by a zero.
func withoutNumbers(s string) string {
	var b strings.Builder
	in := false
	for _, r := range s {
		isDigit := '0' <= r && r <= '9'
		switch {
		case !isDigit:
			b.WriteRune(r)
		case !in:
			b.WriteByte('0')
		}
		in = isDigit
	}
	return b.String()
}

// tests returns the number of tests that ran or were skipped; 0 if it isn't known.
func (c *Check) tests() (n int64) {
	if _, has := c.Counts["passed"]; has {
		for _, key := range [...]string{"passed", "failed", "skipped", "errors", "timed_out"} {
			n += c.Counts[key]
		}
	}
	return n
}

// selection names the checks that a run selects: the same words in the same folder.
type selection struct{ dir, command string }

func (e *Entry) selection() selection { return selection{e.Dir, e.Command} }

// isSteady reports whether the same words select the same. Variables may differ from run to run.
func (s selection) isSteady() bool { return s.command != "" && !strings.ContainsAny(s.command, "$`") }

// A reading reads a log for one failure of a run.
type reading struct {
	now   *Entry
	check *Check
	id    failure
	runs  map[selection]bool // those that had the failure in some run
}

// History returns the facts about a failure f of check c of a run. entries are those before the run, the earliest
// first. isAll means that the log has no earlier ones: else the facts leave out what those could change.
func History(entries []Entry, isAll bool, now *Entry, c *Check, f *result.Finding) Facts {
	r := newReading(entries, now, c, f)
	facts := Facts{Since: runOf(now), Runs: 1}
	if !r.streak(entries, &facts) && !isAll {
		facts = Facts{Since: runOf(now), Runs: 1}
	}
	r.sameState(entries, isAll, &facts)
	if isAll {
		r.branches(entries, &facts)
	}
	return facts
}

func newReading(entries []Entry, now *Entry, c *Check, f *result.Finding) *reading {
	r := &reading{now, c, c.identity(now.Dir, f), map[selection]bool{now.selection(): true}}
	for i := range entries {
		if e := &entries[i]; r.lists(e) {
			r.runs[e.selection()] = true
		}
	}
	return r
}

// lists reports whether a run has the failure.
func (r *reading) lists(e *Entry) bool {
	for i := range e.Checks {
		c := &e.Checks[i]
		if c.Program != r.id.program {
			continue
		}
		for j := range c.Failures {
			f := &c.Failures[j]
			if f.Name != r.id.name || f.Package != r.id.pkg || r.id.message != "" && f.File != r.id.file {
				continue // to save time
			}
			if c.identity(e.Dir, f) == r.id {
				return true
			}
		}
	}
	return false
}

// verdict returns what an entry proves about the failure.
func (r *reading) verdict(e *Entry) verdict {
	switch {
	case e.Event != Ran || !r.mayRun(e):
		return unproved
	case r.lists(e):
		return red
	}
	worst, best := red, unproved
	for i := range e.Checks {
		switch c := &e.Checks[i]; {
		case c.Kind != r.check.Kind:
		case c.Program == r.id.program:
			v := r.verdictOf(c)
			worst, best = min(worst, v), max(best, v)
		case c.Outcome == "pass": // it may run the other program, as make does
			best = max(best, possible)
		}
	}
	if s := e.selection(); best == without && (worst != without || !r.runs[s] || !s.isSteady()) {
		return possible
	}
	return best
}

// isHere reports whether a run is of the same worktree and branch.
func (r *reading) isHere(e *Entry) bool {
	return e.Root == r.now.Root && e.State.Branch == r.now.State.Branch
}

// mayRun reports whether a run may run the test: its folder is the failed run's, or in it, or has it.
func (r *reading) mayRun(e *Entry) bool {
	return isIn(e.Dir, r.now.Dir) || isIn(r.now.Dir, e.Dir) || strings.Contains(e.Command, "../")
}

func isIn(dir, parent string) bool {
	return parent == "." || dir == parent || strings.HasPrefix(dir, parent+"/")
}

// verdictOf returns what a check proves that doesn't list the failure.
func (r *reading) verdictOf(c *Check) verdict {
	isComplete := c.Whole && !c.Cut
	switch {
	case c.Outcome == "pass" && isComplete:
		return without
	case c.Outcome == "pass":
		return possible
	case c.Outcome != "fail" || !isComplete:
		return unproved
	}
	for i := range c.Failures { // one of its name may be the same test, seen in another file
		if c.Failures[i].Name == r.id.name {
			return unproved
		}
	}
	if c.tests() < r.check.tests() {
		return possible
	}
	return without
}

// streak finds the streak of runs with the failure, and the edits around its start. isEnded is false if the streak may
// have begun before the entries.
func (r *reading) streak(entries []Entry, facts *Facts) (isEnded bool) {
	first := len(entries)
	for i, e := range slices.Backward(entries) {
		if !r.isHere(&e) {
			continue
		}
		switch r.verdict(&e) {
		case red:
			first = i
			facts.Since, facts.Runs = runOf(&e), facts.Runs+1
		case possible:
			facts.Later = r.edited(entries[first:])
			return true
		case without:
			facts.Without, facts.Edits = runOf(&e), r.edited(entries[i:first])
			if r.isGreen(entries[:i], &e) {
				facts.Green = facts.Without
			}
			facts.Later = r.edited(entries[first:])
			return true
		}
	}
	facts.Later = r.edited(entries[first:])
	return false
}

// edited lists the files that were edited in the run's worktree.
func (r *reading) edited(entries []Entry) (files []string) {
	for i := range entries {
		e := &entries[i]
		if e.Event == Edited && e.Root == r.now.Root && !slices.Contains(files, e.File) {
			files = append(files, e.File)
		}
	}
	return files
}

// isGreen reports whether a run without the failure ran the test for certain.
func (r *reading) isGreen(earlier []Entry, e *Entry) bool {
	i := slices.IndexFunc(e.Checks, func(c Check) bool {
		return c.Program == r.id.program && c.Kind == r.check.Kind
	})
	c := &e.Checks[i]
	if r.id.message != "" || c.Counts["skipped"] > 0 {
		return false
	}
	if n := c.tests(); n > 0 && n == r.check.tests() && e.selection() == r.now.selection() {
		return true
	}
	return slices.ContainsFunc(earlier, func(e Entry) bool { return r.lists(&e) })
}

// sameState counts the runs of the same command that began after the last change of a tracked file, and after the last
// recorded edit: git may not track the edited file.
func (r *reading) sameState(entries []Entry, isAll bool, facts *Facts) {
	newest := r.now.State.Newest
	edited := newest
	for i := range entries {
		if e := &entries[i]; e.Event == Edited && e.Root == r.now.Root && e.Time.After(edited) {
			edited = e.Time
		}
	}
	isSame := func(e *Entry) bool {
		began := e.Time.Add(-e.Took)
		return e.Root == r.now.Root && e.State.Place == r.now.State.Place && e.selection() == r.now.selection() &&
			e.Took > 0 && began.After(edited) && repo.Precedes(newest.UnixNano(), began)
	}
	isAll = isAll || len(entries) > 0 && !entries[0].Time.After(edited)
	if newest.IsZero() || !isAll || !r.now.selection().isSteady() || !isSame(r.now) {
		return
	}
	facts.Same, facts.Red = 1, 1
	for i := range entries {
		e := &entries[i]
		if !isSame(e) {
			continue
		}
		switch r.verdict(e) {
		case red:
			facts.Same, facts.Red = facts.Same+1, facts.Red+1
		case without:
			facts.Same++
		}
	}
}

// NeedsState reports whether the state of the files at the end of a run may add a fact: now, if a run of the same
// command was without one of the failures since the last recorded edit, so that the test may be flaky; and later, about
// the run's branch, unless the log has that already, or a recorded edit rules it out. Files that had changed at an
// earlier run are taken as changed until git's index is written. indexed is when it was written last, the zero time if
// that isn't known. entries are those of [Log.About].
func NeedsState(entries []Entry, now *Entry, indexed time.Time) bool {
	for i := range now.Checks {
		c := &now.Checks[i]
		for j := range c.Failures {
			if newReading(entries, now, c, &c.Failures[j]).needsState(entries, indexed) {
				return true
			}
		}
	}
	return false
}

func (r *reading) needsState(entries []Entry, indexed time.Time) bool {
	mayBeFlaky, isKnown, isEdited := false, false, r.now.State.Head == "" || r.now.State.Branch == ""
	for i := range entries {
		e := &entries[i]
		if e.Event == Edited && e.Root == r.now.Root {
			mayBeFlaky, isEdited = false, isEdited || e.State.Head == r.now.State.Head
		}
		v := r.verdict(e)
		switch {
		case e.State.Branch != r.now.State.Branch:
		case v == red && e.State.Head == r.now.State.Head:
			isChanged := e.Root == r.now.Root && e.State.Changed && !indexed.IsZero() &&
				repo.Precedes(indexed.UnixNano(), e.Time)
			isKnown = isKnown || isChanged || isInIndex(entries[:i], e)
		case v == without, v == possible:
			isKnown = false
		}
		mayBeFlaky = mayBeFlaky || v == without && e.Root == r.now.Root && e.selection() == r.now.selection()
	}
	return mayBeFlaky || !isKnown && !isEdited
}

// branches finds the other branches of which a run had the failure, and no later run was without it for certain.
func (r *reading) branches(entries []Entry, facts *Facts) {
	seen := map[string]bool{r.now.State.Branch: true, "": true}
	for i, e := range slices.Backward(entries) {
		if seen[e.State.Branch] || e.State.Head == r.now.State.Head {
			continue
		}
		switch v := r.verdict(&e); {
		case v == without:
			seen[e.State.Branch] = true
		case v == red && isInIndex(entries[:i], &e):
			also := *runOf(&e)
			also.Head = ""
			facts.Also = append(facts.Also, also)
			seen[e.State.Branch] = true
		}
	}
}

// isInIndex reports whether a run's files were those of git's index, as far as the log knows: no tracked file differed,
// and no edit was recorded in the worktree at its commit. Git may not track an edited file.
func isInIndex(earlier []Entry, e *Entry) bool {
	if e.Event != Ran || e.State.Head == "" || e.State.Newest.IsZero() || e.State.Changed {
		return false
	}
	return !slices.ContainsFunc(earlier, func(o Entry) bool {
		return o.Event == Edited && o.Root == e.Root && o.State.Head == e.State.Head
	})
}
