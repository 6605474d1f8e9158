// Package genericdiag reads the diagnostics of unknown compilers and linters, by the form of their lines. Such a line
// names a place in a file and describes a problem there.
//
// A finding is recognised by the parts that such lines share, whichever tool printed them: a place, a level, a code.
// The rest is the message, which may also be on the line above, or below the code.
//
//	"lint.c", line 7: warning (dcc:1521): missing return expression
//	ctc W549: ["C:\a\StbM.c" 8796/7] condition is always true
//	[error] a.yml:57:1: trailing spaces
//
// Such a reading only ranks lines and claims no outcome. It is dropped unless most of an output has the form, or some
// of its lines have a level ([report.Report.Among]).
//
// # Cost
//
// It takes one pass and looks at the first 500 bytes of each line. It stops after 200 lines if the output hasn't shown
// the form by then, and after 1000 if only a few lines have a level.
package genericdiag
