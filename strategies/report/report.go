package report

import (
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
)

// A Program is a program whose output somebody knows how to read: a test runner, a compiler, a linter.
//
// The general engine looks for it in every output. A tool that the command line names is read from the first line on; any
// other from the first line that opens with one of its signs, so that the tools of a CI job are found one by one.
type Program struct {
	Name string
	// Runs reports whether a call runs the tool; nil for a tool that is known by its signs alone.
	Runs func(c shell.Call) bool
	// Signs are how lines begin that no other program prints, without indentation. They are not empty, and ASCII first.
	Signs []string
	// Sniff reports whether a line may be the first of a tool that no sign tells, by its form alone. It sees every line of
	// outputs whose command line names no program, so it must refuse nearly all by a byte or two. May be nil.
	Sniff func(line string) bool
	// Opens reports whether a line, less its indentation, opens a report that the tool reads: text that holds nothing else, made
	// for other programs. May be nil.
	Opens func(line string) bool
	// Loose says that it knows but a form of lines: it reads along with programs that the command line names, and tells what
	// they don't.
	Loose bool
	New   func() Parser
	// NewFor makes the parser where the command line names the tool; nil where it doesn't matter how it was called.
	NewFor func(c shell.Call) Parser
}

// A Parser reads the output of one run of a tool. It is used once, by one goroutine. Lines of other programs may stand
// between those of the tool, and any part of the output may be missing: it must never guess.
type Parser interface {
	// Line takes in the next line: its number, and its text without the time stamps and the step that a CI service adds.
	// Indentation and trailing blanks are kept. Empty lines come too.
	Line(n int, s string)
	// Report says what was read, after the last line.
	Report() Report
	// A parser with a method Over() bool gets no more lines once it returns true.
}

// Report is what a tool's output says.
type Report struct {
	// Outcome is Unknown unless the tool itself said how it ended.
	Outcome strategies.Outcome
	// Counts are the tool's own numbers, or what was counted where it prints none; never an estimate.
	Counts map[strategies.Key]int64
	// Findings are the failed tests or the diagnostics, in reading order.
	Findings []Finding
	// Summary are the lines that tell how it ended, the most telling last. They are shown in a pass too.
	Summary []int
	// Texts replace what is shown of some lines, such as the text inside a JSON event; the line then counts as folded. Every
	// word and number of it must stand in the line.
	Texts map[int]string
	// Notes are lines that are worth room in a pass: a warning, a coverage total.
	Notes []int
	// Region are the lines of this run, where that is known: nothing in it matters but what the report says.
	Region strategies.Span
	// Regions are runs that the tool itself began and ended, so that no other program's lines stand in them.
	Regions []strategies.Span
	// Answer says that the output itself was asked for: what the report doesn't speak of keeps its rank, and there is no Region.
	Answer bool
	// Hosts says that what other programs print stands among its lines, as in a build: only Regions are its own.
	Hosts bool
	// Noise are lines that say nothing once it has ended: progress, what each layer of an image is called. They rise.
	Noise []strategies.Span
	// Tells is the report in a few words, where counts don't say it: "HTTP 404", "3 to add, 0 to change, 0 to destroy". Every
	// number in it must stand in the output or in Counts.
	Tells string
	// Loose says that lines were read by their form alone: they are ranked, and nothing is claimed, counted or left out.
	Loose bool
	// Unparsed says why nothing of the report may be used: "3 failures were counted, 2 are told". The general engine then
	// answers alone, and the result says so.
	Unparsed string
}

// Finding is one failed test, or one diagnostic of a compiler or linter.
type Finding struct {
	Name     string // the test; "" for a diagnostic
	File     string
	Row, Col int // 0 where they aren't told
	Message  string
	Bare     string          // what its line says less the place, as printed; "" where the line opens with the place in a usual form
	Warning  bool            // a warning, which comes after all failures
	Parent   bool            // other findings are parts of it and tell all of it: its line comes after theirs
	At       int             // the line that names it; 0 where none does
	Text     string          // what is shown of it below that line, where one long line names many; its words and numbers stand in the line
	Head     int             // a line without which At says little, such as the heading with the file's name; 0 for none
	Says     []int           // the lines that tell what went wrong and where, the most telling first
	Span     strategies.Span // all lines that belong to it
}
