package report

import "github.com/toktee/toktee/strategies"

// Finding is one failed test, or one diagnostic of a compiler or linter.
type Finding struct {
	Name     string // the failed test; "" for a diagnostic
	Package  string // the test's, where tests of others may have its name; "" where the output doesn't say
	File     string
	Row, Col int // from 1; 0 where the output doesn't say
	Message  string

	// Bare is the diagnostic's line without its place, as printed; "" where the line opens with the place in a usual
	// form.
	Bare string

	// Level is how grave a diagnostic calls itself, where it is known by the form of its line alone.
	Level Level

	// Says is the message itself, without its level, its codes and the tool's name, where these stand around it; "" for
	// one that has none.
	Says string

	// Warning says that it comes after all failures.
	Warning bool

	// Parent says that other findings are parts of it and say all of it: its line comes after theirs.
	Parent bool

	// At is the line that names it; 0 where none does.
	At int

	// Head is a line without which At says little, such as the heading with the file's name; 0 for none.
	Head int

	// Evidence are the lines that say what went wrong and where, the most telling first.
	Evidence []int

	// Span is the range of all lines that belong to it.
	Span strategies.Span

	key strategies.Key // what it counts as

	// Text is what is shown of it below line At, where one long line names many findings. Its words and numbers appear
	// in that line.
	Text string
}

// A Level is how grave a diagnostic calls itself; the gravest is the lowest.
type Level uint8

// The levels.
const (
	Unrated Level = iota // it doesn't say, or it isn't known
	LevelFatal
	LevelError
	LevelWarning
	LevelNote
)

// MaxFindings is how many findings a run keeps. The others are counted.
const MaxFindings = 2000
