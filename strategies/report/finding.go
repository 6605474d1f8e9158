package report

import "github.com/toktee/toktee/strategies"

// A Finding describes one failed test, or one diagnostic of a compiler or linter.
type Finding struct {
	Name     string // the failed test; "" for a diagnostic
	Package  string // the test's package, if tests of other packages may share its name; "" if unknown
	File     string
	Row, Col int // from 1; 0 if unknown
	Message  string

	// Bare is the diagnostic's line without its place, as printed; "" if the line opens with the place in a usual form.
	Bare string

	// Level is the severity that the diagnostic's line names, if only the form of the line is known.
	Level Level

	// Says is the message without its level, its codes and the tool's name; "" if the line has none of these.
	Says string

	// Warning puts it after all failures.
	Warning bool

	// Uncounted marks a finding that the program's own numbers leave out, such as a crash.
	Uncounted bool

	// Parent marks a finding that its parts explain completely, such as a test with failed subtests. Its line comes
	// after theirs.
	Parent bool

	// At is the line that names it; 0 if none does.
	At int

	// Head is a line that At needs to be understood, such as the heading with the file's name; 0 for none.
	Head int

	// Evidence lists the lines that show the cause and the place, the most useful first.
	Evidence []int

	// Span is the range of all lines that belong to it.
	Span strategies.Span

	key strategies.Key // the kind under which it is counted

	// Text is shown for it below line At, if one long line names many findings. Its words and numbers appear in that
	// line.
	Text string
}

// A Level is the severity that a diagnostic names; the gravest is the lowest.
type Level uint8

// The levels.
const (
	Unrated Level = iota // it names none
	LevelFatal
	LevelError
	LevelWarning
	LevelNote
)

// MaxFindings bounds the findings that a run keeps. The others are counted.
const MaxFindings = 2000
