package strategies

import (
	"context"
	"iter"

	"github.com/toktee/toktee/result"
)

// A Strategy turns one kind of output into a digest.
//
// A strategy never thinks about budgets: it says what there is and how much each part matters, and the fitter decides
// what is shown. It must be deterministic, must not keep state between calls, and must be safe for concurrent use.
type Strategy interface {
	// Name is the strategy's path in the registry, such as "exec/gotest".
	Name() string
	// Match says how sure the strategy is that the input is its kind. It is cheap: names, the command line and
	// [Input.Head], never the whole text.
	Match(in *Input) Confidence
	// Digest reads the lines, as often as it likes, and fills the collector. On an error the general engine answers.
	Digest(ctx context.Context, in *Input, lines Lines, c *Collector) error
}

// Decline is the error of a strategy that finds that an output isn't its kind after all. The next one answers, and
// nobody is warned; any other error is a warning.
type Decline string

// Error says why.
func (d Decline) Error() string { return string(d) }

// Confidence says how sure a strategy is that an input is its own. The highest wins; on a tie, the strategy that was
// registered first.
type Confidence int

// The confidences, in the order in which they take precedence: a later one beats all that come before it.
const (
	No       Confidence = iota // the input is of another kind
	Maybe                      // anything could be: the general engine
	Looks                      // the text looks like it
	Command                    // the command line says so
	Sequence                   // the command line says that several outputs follow one another
	Tool                       // the tool's name says so
	Record                     // the text shows its kind whatever tool read it: a log that was read as a file
	Sure                       // names and text agree
	Document                   // the whole text is one machine-readable document, whatever printed it
)

// Lines is the clean text of an output, line by line: valid UTF-8 without control characters other than tab. It can be
// read more than once.
type Lines interface {
	// All yields every line in order. It stops early when the context that it was made with ends.
	All() iter.Seq[Line]
	// Count is the number of lines; a last line without a line feed counts.
	Count() int
}

// Line is one line of clean text, without its line feed.
type Line struct {
	N    int    // its number in the clean text, from 1
	Text string // at most [MaxLine] bytes of it; it may share memory with a larger block
	Cut  int    // bytes of the line that Text leaves out, for a line longer than MaxLine
}

// MaxLine is how much of a single line a strategy gets to see, in bytes.
const MaxLine = 64 << 10

// Outcome is what a parser read from the text, whatever the exit status says. The pipeline joins the two.
type Outcome uint8

// The outcomes. Unknown is the zero value: a strategy that is not certain says nothing.
const (
	Unknown Outcome = iota
	Pass
	Fail
)

// Rank says how much a fact matters. Lower ranks are shown first.
type Rank uint8

// The ranks, most important first.
const (
	Critical Rank = iota // what failed, where and why; the answer itself
	Evidence             // what proves or explains it: the assertion, the frame, the hunk
	Context              // what surrounds it: summaries, warnings, neighbours
	Detail               // the rest of the payload
	Noise                // progress, banners, envelopes: shown only when everything is
	numRanks

	// Dropped is what a rule of the user's leaves out: it stands in a gap even where all else is shown. Rules work on a
	// finished digest; a [Collector] takes it for Noise.
	Dropped = numRanks
)

// String is the rank's name.
func (r Rank) String() string {
	if r > Dropped {
		return "unknown"
	}
	return [...]string{"critical", "evidence", "context", "detail", "noise", "dropped"}[r]
}

// Kind is what a fact is, as the singular noun of its omission: "match" gives "… 12 matches".
type Kind string

// The kinds in use.
const (
	KindLine       Kind = "line"
	KindMatch      Kind = "match"
	KindEntry      Kind = "entry"
	KindHunk       Kind = "hunk"
	KindTest       Kind = "test"
	KindDiagnostic Kind = "diagnostic"
	KindFrame      Kind = "frame"
	KindSymbol     Kind = "symbol"
	KindTemplate   Kind = "template"
	KindPart       Kind = "part" // of a line, where the parts are of several kinds
)

// Span is a range of lines of the clean text, both ends included, counted from 1. The zero Span stands for no line.
type Span struct{ First, Last int }

// Len is the number of lines in the span.
func (s Span) Len() int {
	if s.First == 0 {
		return 0
	}
	return s.Last - s.First + 1
}

// Key names a number in [Digest.Data].
type Key string

// The fixed keys.
const (
	Passed      Key = "passed"
	Failed      Key = "failed"
	Skipped     Key = "skipped"
	Errors      Key = "errors"
	Warnings    Key = "warnings"
	Remarks     Key = "remarks"     // of a linter, on style
	Diagnostics Key = "diagnostics" // that are told by their messages and places
	Matches     Key = "matches"
	Files       Key = "files"
	Dirs        Key = "dirs"
	Entries     Key = "entries"
	Additions   Key = "additions"
	Deletions   Key = "deletions"
	Hunks       Key = "hunks"
	NumLines    Key = "lines"
	Functions   Key = "functions"
	Types       Key = "types"
	Imports     Key = "imports"

	Packages    Key = "packages"        // that passed
	BadPackages Key = "packages_failed" // that failed, or didn't build
	Conflicts   Key = "conflicts"       // files in which both sides of a merge changed the same
)

// Fact is one thing that the model may need: a line, a block, or a fold of many lines.
type Fact struct {
	Kind  Kind
	Group string // a file, a package, a test: facts of one group take turns with those of others, and share a heading in a headed digest
	Rank  Rank
	Brief string // a part of Text that stands for it and is shown first; "" means that Text starts with what matters
	Text  string // what is shown, without a final line feed
	Span  Span   // the lines of the clean text that it stands for; spans of facts don't overlap and rise in reading order
	Count int    // how many lines or items it folds; 0 counts as 1
	// Short is Text in fewer words, which stand until there is room for all of it; "" for none. Only a fold has it.
	Short string
	// Whole says that Text, under its group's heading where there is one, carries everything that the span's lines say,
	// line for line, so that they count as shown: the lines themselves, or lines less a prefix that the heading carries.
	// Text then has exactly as many lines as the span. Where it is false, the lines count as folded.
	Whole bool
	// Cut is how many bytes Text leaves out at the end of its line, for a line longer than [MaxLine]; it isn't Whole then.
	Cut int
	// Lead says that the fact comes before all others of its rank: the first failure, with its message.
	Lead bool
	// Second says that the fact comes after those that open its rank: the message after the names of all failed tests.
	Second bool
	// Turn, where it isn't 0, is the fact's place among those of its rank that open it, or among those that come second,
	// instead of its group's turns, which count from 0: a passage whose lines share a turn is shown before the next.
	Turn int32
	// Raised says that a rule of the user's gave the fact its rank: it comes after all that have theirs by themselves.
	Raised bool
}

// Digest is what a strategy found, as a [Collector] gathered it.
type Digest struct {
	Verdict  [3]string // the same verdict in at most 8, 16 and 40 tokens; empty where there is nothing to say
	Outcome  Outcome
	Data     map[Key]int64 // exact numbers
	Facts    []Fact        // in reading order
	Headed   bool          // groups are printed as headings, each once above its first fact
	Upstream bool          // the input itself was already cut: totals speak of the part shown
	Details  result.Details
	Files    []string // paths referred to, most relevant first
	Lossless bool     // an explicitly bounded read: balanced and conservative keep every line
	Parsed   bool     // the ranks rest on what the tool itself says: a short text may lose what matters least
	Warnings []string

	// Unexplained says that the command failed, and that no line says why: less than all of a short text may lose it.
	Unexplained bool
	// Failing says that the output is that of a failure by its own words, where no exit status of its own tells.
	Failing bool
}
