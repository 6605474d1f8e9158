// Package genericdiag reads what tools print by the form of its lines, where nobody knows the tool: the diagnostics of a
// compiler or linter name a place in a file and say what is wrong there.
//
// A finding is known by what such lines share, whichever tool printed them: a place, a level, a code. What is left is
// the message, which may also stand on the line above, or below the code.
//
//	"lint.c", line 7: warning (dcc:1521): missing return expression
//	ctc W549: ["C:\a\StbM.c" 8796/7] condition is always true
//	[error] a.yml:57:1: trailing spaces
//
// Such a reading only ranks: it states no outcome, and it is refused unless most of an output has the form, or some of
// its lines say how grave they are ([report.Report.Among]).
//
// # Cost
//
// It takes one pass. An output that hasn't shown the form after 200 lines is read no further, one that has shown some
// graded lines after 1000, and of a line only the first 500 bytes are looked at.
package genericdiag
