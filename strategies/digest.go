package strategies

import "github.com/toktee/toktee/result"

// Digest is what a strategy found, as a [Collector] gathered it.
type Digest struct {
	Traits
	Verdict   [3]string // the same verdict in at most 8, 16 and 40 tokens; empty where there is nothing to say
	Outcome   Outcome
	Data      map[Key]int64 // exact numbers
	Facts     []Fact        // in reading order
	Details   result.Details
	Files     []string // paths referred to, most relevant first
	Warnings  []string
	LetGo     int // facts that were let go to stay within the collector's bounds
	Misplaced int // facts that were dropped because spans overlapped or fell back: a bug in a strategy
}

// Traits are properties of a whole output that decide how it is shown. A strategy sets them on its [Collector].
type Traits struct {
	// Headed says that groups are printed as headings, each once above its first fact.
	Headed bool
	// Upstream says that the text was already cut when it came in, or lacks what a program should have printed: totals
	// cover a part.
	Upstream bool
	// Bounded says that the output is the part of a file that was explicitly asked for: it keeps every line up to a
	// ceiling of its level.
	Bounded bool
	// Plain says that the text needs no digest where it fits the budget: it then passes whole.
	Plain bool
	// Place says where the output's lines stand in the file that was read. Gaps name the lines of that file.
	Place Place
	// Parsed says that the ranks rest on what the tool itself reports, so that a short text may lose what matters
	// least.
	Parsed bool
	// Failing says that by its own words the output is that of a failure, where no exit status of its own says so: it
	// gets a failure's budget.
	Failing bool
	// Red says that a line outside of all reports speaks of a failure, so that they don't prove that all went well.
	Red bool
	// LeadFirst says that what leads the facts comes before the verdict: a line that speaks of a failure, and that
	// what the verdict says doesn't account for.
	LeadFirst bool
	// Unexplained says that the command failed and that no line says why, so that a short text is shown whole.
	Unexplained bool
	// Row is what the rows of a table on top are, facts without lines: those that aren't shown are counted behind the
	// last one that is, whatever lines are left out below them. "" where there is no such table.
	Row Kind
	// Holds says what lines of the output hold; nil where gaps are counted by their facts alone.
	Holds func(first, last int) Holding
}

// A Holding is what some lines hold, whichever facts stand for them: so many matches, in so many files. The zero value
// is for lines of which that isn't known.
type Holding struct {
	Items, Groups int
	Item, Group   Kind
	Name          string // of the only group, where there is one
	// Above and Below say that all items belong to the group of the line before, or of the line behind.
	Above, Below bool
}

// Place says where lines of an output stand in a file: those from First to Last have their number there plus Shift.
// The zero value is for lines that have the same numbers in both, or whose numbers in a file aren't known.
type Place struct{ First, Last, Shift int }

// Of returns the numbers that a text names for some lines of the output. ok is false for lines that aren't all of the
// file, such as what an agent wrote above it.
func (p Place) Of(first, last int) (from, to int, ok bool) {
	ok = p == Place{} || first >= p.First && last <= p.Last
	return first + p.Shift, last + p.Shift, ok
}

// Clip returns those of some lines that are the file's; last is below first where none is.
func (p Place) Clip(first, last int) (int, int) {
	if p == (Place{}) {
		return first, last
	}
	return max(first, p.First), min(last, p.Last)
}

// Outcome is what a parser read from the text, whatever the exit status says. The pipeline joins the two. A strategy
// that is not certain says nothing, which is Unknown.
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
	Passed      Key = "passed" // tests, as the four that follow
	Failed      Key = "failed"
	Skipped     Key = "skipped"
	Errors      Key = "errors"
	Warnings    Key = "warnings"
	Remarks     Key = "remarks"           // of a linter, on style
	Diagnostics Key = "diagnostics"       // that the text lists by their messages and places
	ErrorLines  Key = "error_lines"       // lines that speak of a failure beside reports that pass
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
