// Package report turns what a program prints into a report: how a run ended, exact numbers, and each failure with its
// place and message.
//
// A [Program] says how its output is recognised, and makes a [Parser]. The parser looks at one line after the other and
// hands what it recognises to a [Run]:
//
//	1/2 login ....... ok
//	2/2 logout ...... FAILED (session still open)
//	2 jobs, 1 failed
//
//	func (p *parser) Line(l report.Line, run *report.Run) {
//		switch {
//		case isResult(l):                        // "2/2 logout ...... FAILED (session still open)"
//			run.Found(strategies.Failed, p.finding(l))
//		case isTotal(l):                         // "2 jobs, 1 failed"
//			run.States(strategies.Failed, failedOf(l))
//			run.Ends(l.N)
//		default:
//			run.Continues(l.N, 4)                // output of the job that failed last, if there is one
//		}
//	}
//
// The run does the rest, once for all programs: it bounds what is kept, counts beyond the bound, follows which lines
// are the program's, merges runs that repeat themselves, compares the program's own numbers with what was found, and
// decides the outcome. If a number and the findings disagree, nothing of the report is used, and the general engine,
// which reads any output, answers alone.
//
// A parser never guesses. Lines of other programs may come between those of its own, the beginning or the end may be
// missing, and names may contain anything.
//
// # Cost and limits
//
// A parser sees only outputs in which its program is found: one that the command line names, or one with a line that
// begins as no other program's does. It sees each line once. A run keeps [MaxFindings] findings; counts go on beyond
// them. A panic in a parser costs its report and nothing else.
package report
