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
	// Lossless says that the output is an explicitly bounded read, of which balanced and conservative keep every
	// line.
	Lossless bool
	// Parsed says that the ranks rest on what the tool itself reports, so that a short text may lose what matters
	// least.
	Parsed bool
	// Failing says that by its own words the output is that of a failure, where no exit status of its own says so: it
	// gets a failure's budget.
	Failing bool
	// Unexplained says that the command failed and that no line says why, so that a short text is shown whole.
	Unexplained bool
}

// Outcome is what a parser read from the text, whatever the exit status says. The pipeline joins the two.
type Outcome uint8

// The outcomes. Unknown is the zero value: a strategy that is not certain says nothing.
const (
	Unknown Outcome = iota
	Pass
	Fail
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
	Remarks     Key = "remarks"         // of a linter, on style
	Diagnostics Key = "diagnostics"     // that the text lists by their messages and places
	Packages    Key = "packages"        // that passed
	BadPackages Key = "packages_failed" // that failed, or didn't build
	Conflicts   Key = "conflicts"       // files in which both sides of a merge changed the same
	Matches     Key = "matches"
	Files       Key = "files"
	Entries     Key = "entries"
	Additions   Key = "additions"
	Deletions   Key = "deletions"
	Hunks       Key = "hunks"
	NumLines    Key = "lines"
)
