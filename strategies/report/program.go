package report

import "github.com/toktee/toktee/internal/text/shell"

// A Program is a program whose output can be read: a test runner, a compiler, a linter.
//
// The general engine looks for programs in every output. One that the command line names is read from the first line
// on; any other from the first line that begins with one of its signs, so that the programs of a CI job are found one
// by one.
type Program struct {
	// Name is the program's name in verdicts and details: "pytest".
	Name string

	// Names are the names of commands that are the program: "pytest", "py.test". None for one that Runs recognises, or
	// that is recognised by its output alone.
	Names []string

	// Runs reports whether a call runs the program under another name: "python -m pytest". May be nil.
	Runs func(c Call) bool

	// Begins lists beginnings of lines that no other program prints, without indentation: "Test project /". None is
	// empty.
	Begins []string

	// Looks reports whether a line may be the program's first, by its form alone, if Begins can't express that. It sees
	// every line of the outputs of commands that name no program, so it must refuse nearly all by a byte or two. May be
	// nil.
	Looks func(line string) bool

	// Document reports whether a line, without indentation, opens a machine-readable report that the program prints:
	// JUnit, SARIF, JSON. May be nil.
	Document func(line string) bool

	// FormOnly recognises lines by their form, not by a program: it adds findings that the named program's parser
	// missed, and claims no counts.
	FormOnly bool

	// Host marks a program that runs others, as make does: the output of a command line that names it may be any
	// program's.
	Host bool

	// Interleaved marks a program whose lines are mixed with those of others, as make's are: between two of its lines,
	// any number may be another program's.
	Interleaved bool

	// Extent selects the range of lines that belongs to a run of the program.
	Extent Extent

	// IdleExit is the exit status by which a test runner states that it ran no test; 0 for none of its own.
	IdleExit int

	// Compare states how the failures of two runs compare.
	Compare Comparison

	// New makes the parser of one output. The call is the one that runs the program, the zero Call if the command line
	// names none.
	New func(c Call) Parser
}

// A Call is one command of a command line, with its arguments.
type Call = shell.Call

// RunBy reports whether a call runs the program.
func (p *Program) RunBy(c Call) bool {
	return c.Is(p.Names...) || p.Runs != nil && p.Runs(c)
}
