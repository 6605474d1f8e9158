package strategies

import "github.com/toktee/toktee/result"

// Digest holds the facts, numbers and verdict of one output. A [Collector] makes it.
type Digest struct {
	Traits
	Verdict   [3]string // the same verdict in at most 8, 16 and 40 tokens; may be empty
	Outcome   Outcome
	Data      map[Key]int64 // exact numbers
	Facts     []Fact        // in reading order
	Details   result.Details
	Files     []string // paths referred to, most relevant first
	Warnings  []string
	Dropped   int // facts dropped to stay within the collector's bounds
	Misplaced int // facts that were dropped because spans overlapped or fell back: a bug in a strategy
}

// Traits are properties of a whole output that decide how it is shown. A strategy sets them on its [Collector].
type Traits struct {
	// Headed prints each group as a heading, once, above its first fact.
	Headed bool
	// Upstream marks a text that was cut before it came in, or that lacks lines a program should have printed. Totals
	// then cover a part.
	Upstream bool
	// Bounded marks an explicitly requested part of a file. It keeps every line up to the ceiling of its level.
	Bounded bool
	// Plain marks a text that needs no digest: if it fits the budget, it passes whole.
	Plain bool
	// Place maps the output's lines to lines of the file that was read. Gaps use the file's numbers.
	Place Place
	// Parsed means that the ranks rest on the tool's own report. A short text may then lose its least important lines.
	Parsed bool
	// Failing means that the output reports a failure although it has no exit status of its own. It gets a failure's
	// budget.
	Failing bool
	// Idle means that the output belongs to a test runner, and that no test ran. No exit status makes that a pass.
	Idle bool
	// Red means that a line outside all reports mentions a failure, or that a process of a program with a report didn't
	// end as it should. The reports then don't prove success.
	Red bool
	// LeadFirst puts the leading facts before the verdict: lines that mention a failure which the verdict doesn't
	// cover.
	LeadFirst bool
	// Unexplained means that the command failed and no line gives a reason. A short text is then shown whole.
	Unexplained bool
	// Explained means that the command failed and that it is known where its cause is. Lines below [Evidence] then add
	// little.
	Explained bool
	// Row is the noun for the rows of a table at the top of the text, which are facts without lines. Missing rows are
	// counted after the last one shown, whatever lines are left out below. "" means that there is no such table.
	Row Kind
	// Holds counts the items in some lines of the output. If nil, gaps are counted by their facts alone.
	Holds func(first, last int) Holding
}

// A Holding counts the items in some lines: so many matches, in so many files, whichever facts cover the lines. The
// zero value means that the items aren't known.
type Holding struct {
	Items, Groups int
	Item, Group   Kind
	Name          string // of the only group, if there is just one
	// Above (Below) means that all items belong to the group of the line before (after).
	Above, Below bool
}

// Place maps lines of an output to lines of a file: the lines from First to Last have their number plus Shift there.
// The zero value means that the numbers are the same in both, or that the file's aren't known.
type Place struct{ First, Last, Shift int }

// Of returns the file's numbers for some lines of the output. ok is false unless all of them come from the file; a
// header that an agent wrote doesn't.
func (p Place) Of(first, last int) (from, to int, ok bool) {
	ok = p == Place{} || first >= p.First && last <= p.Last
	return first + p.Shift, last + p.Shift, ok
}

// Clip returns the part of some lines that comes from the file. If there is none, last is below first.
func (p Place) Clip(first, last int) (int, int) {
	if p == (Place{}) {
		return first, last
	}
	return max(first, p.First), min(last, p.Last)
}

// Outcome is the result that a parser read from the text, independent of the exit status. The pipeline combines the
// two. A strategy that isn't certain leaves it Unknown.
type Outcome = result.Outcome

// The outcomes.
const (
	Unknown = result.Unknown
	Pass    = result.Pass
	Fail    = result.Fail
)

// Key names a number in [Digest.Data]. A strategy may have keys of its own besides those below.
type Key string

// The keys that several strategies count.
const (
	Passed      Key = "passed" // tests, as those that follow
	Failed      Key = "failed"
	TimedOut    Key = "timed_out" // tests that failed because they took too long; Failed doesn't count them
	Skipped     Key = "skipped"
	Todo        Key = "todo"       // tests without a body
	Flaky       Key = "flaky"      // tests that failed first and passed on a rerun
	Deselected  Key = "deselected" // tests that weren't asked for
	Reruns      Key = "reruns"     // of tests that failed first
	XFailed     Key = "xfailed"    // tests that failed as expected
	XPassed     Key = "xpassed"    // tests that passed though a failure was expected
	Measured    Key = "measured"   // benchmarks
	Errors      Key = "errors"     // diagnostics, and tests that couldn't run
	Warnings    Key = "warnings"
	Remarks     Key = "remarks"           // of a linter, on style
	Diagnostics Key = "diagnostics"       // that the text lists by their messages and places
	ErrorLines  Key = "error_lines"       // lines that mention a failure outside reports that pass
	Packages    Key = "packages"          // that passed
	BadPackages Key = "packages_failed"   // that failed, or didn't build
	Untested    Key = "packages_untested" // that have no tests
	Conflicts   Key = "conflicts"         // files in which both sides of a merge changed the same
	Matches     Key = "matches"
	Files       Key = "files"
	Entries     Key = "entries"
	Additions   Key = "additions"
	Deletions   Key = "deletions"
	Hunks       Key = "hunks"
	NumLines    Key = "lines"
)
