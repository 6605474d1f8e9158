package report

import "github.com/toktee/toktee/strategies"

// A Report holds the facts of a program's output. A [Run] makes it.
type Report struct {
	// Outcome is Unknown unless the program itself reports how it ended.
	Outcome strategies.Outcome

	// Idle marks a run in which no test ran: the outcome is Unknown, whatever the exit status.
	Idle bool

	// Unfinished marks a run of which a process didn't end as it should: no exit status makes it a pass.
	Unfinished bool

	// Counts are the program's own numbers, or those of the findings if it prints none; never an estimate.
	Counts map[strategies.Key]int64

	// Part marks a report of an incomplete output, such as a document that breaks off: Counts are those of the part
	// that was read, and no pass is concluded.
	Part bool

	// Tallied marks Counts of which some were counted line by line, since the program states no such number. If lines
	// are missing, they are too low.
	Tallied bool

	// Skips is the program's own word for the tests that Counts has as skipped: "pending", "" for "skipped".
	Skips string

	// FlakyApart is true if the tests that passed don't include those that passed on a rerun: playwright prints
	// "1 flaky" and "3 passed" for four tests, nextest "4 passed (1 flaky)".
	FlakyApart bool

	// Findings are the failed tests or the diagnostics, in reading order.
	Findings []Finding

	// Summary lists the lines about the end of the run, the most useful last. They are shown for a pass too.
	Summary []int

	// Notes are lines that are worth room in a pass: a warning, a coverage total.
	Notes []int

	// Texts replaces some lines, by their numbers, with a part of them, such as the text inside a JSON event. The line
	// then counts as folded. Every word and number of the text must appear in the line.
	Texts map[int]string

	// Region is the run's own range of lines, if that is known: in it, only lines that the report names matter.
	Region strategies.Span

	// Regions are ranges that the program itself began and ended, so that they hold no other program's lines.
	Regions []strategies.Span

	// Read are the ranges of lines that the program printed: from the first that belongs to a run to the one that ends
	// it. Lines outside of them are another program's, and prove nothing about this report. They rise.
	Read []strategies.Span

	// Noise lists ranges of lines without use once the run has ended, such as progress. They rise.
	Noise []strategies.Span

	// Answer marks an output that was requested itself, such as a list: lines that the report doesn't name keep their
	// rank, and there is no Region.
	Answer bool

	// Hosts marks a program between whose lines others print, as in a build: only Regions are its own.
	Hosts bool

	// Verdict sums up the report in a few words if counts can't: "HTTP 404", "3 to add, 0 to change, 0 to destroy".
	// Every number in it must appear in the output or in Counts.
	Verdict string

	// Proven is true if the program stated numbers, or how it ended, or a line began as no other program's does.
	// Findings alone prove no program: many print lines of the same form.
	Proven bool

	// Among is true if the findings that are known by their form are few among the lines.
	Among bool

	// FormOnly marks lines that were read by their form alone: they are ranked, but nothing is claimed, counted or left
	// out.
	FormOnly bool

	// Distrust is the reason not to use the report, "" for none: "3 failures are stated, 2 were found". The general
	// engine then answers alone, and the result carries the reason as a warning.
	Distrust string
}
