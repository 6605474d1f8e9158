package report

import "github.com/toktee/toktee/strategies"

// Report is what a program's output says. A [Run] makes it.
type Report struct {
	// Outcome is Unknown unless the program itself said how it ended.
	Outcome strategies.Outcome

	// Counts are the program's own numbers, or what was counted where it prints none; never an estimate.
	Counts map[strategies.Key]int64

	// Part says that something of what the program reports isn't in the output: Counts are those of the part that was
	// read.
	Part bool

	// Tallied says that some of Counts were counted line by line, since the program states no such number. Where lines
	// are missing, they are those of the lines that there are.
	Tallied bool

	// Findings are the failed tests or the diagnostics, in reading order.
	Findings []Finding

	// Summary are the lines that say how the run ended, the most telling last. They are shown for a pass too.
	Summary []int

	// Notes are lines that are worth room in a pass: a warning, a coverage total.
	Notes []int

	// Texts replace what is shown of some lines, such as the text inside a JSON event; the line then counts as folded.
	// Every word and number of it must appear in the line.
	Texts map[int]string

	// Region is the run's own range of lines, where that is known: nothing in it matters but what the report says.
	Region strategies.Span

	// Regions are ranges that the program itself began and ended, so that they hold no other program's lines.
	Regions []strategies.Span

	// Read are the ranges of lines that the program printed: from the first that belongs to a run to the one that ends
	// it. Whatever stands outside of them is somebody else's, and says nothing of this report. They rise.
	Read []strategies.Span

	// Noise are ranges of lines that say nothing once the run has ended, such as progress. They rise.
	Noise []strategies.Span

	// Answer says that the output itself was asked for: lines that the report doesn't mention keep their rank, and
	// there is no Region.
	Answer bool

	// Hosts says that other programs print between its lines, as in a build: only Regions are its own.
	Hosts bool

	// Verdict is the report in a few words where counts don't say it: "HTTP 404", "3 to add, 0 to change, 0 to
	// destroy". Every number in it must appear in the output or in Counts.
	Verdict string

	// Proven says that the program itself spoke: it stated numbers, or how it ended, or a line began as no other
	// program's does. Findings alone prove no program: many print lines of the same form.
	Proven bool

	// Among says that the findings that are known by their form stand among many other lines.
	Among bool

	// FormOnly says that lines were read by their form alone: they are ranked, but nothing is claimed, counted or left
	// out.
	FormOnly bool

	// Distrust says why nothing of the report may be used: "3 failures are stated, 2 were found". The general engine
	// then answers alone, and the result carries it as a warning.
	Distrust string
}
