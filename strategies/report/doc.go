// Package report turns the output of a program into a report: how a run ended, exact numbers, and each failure with its
// place and message.
//
// A [Program] names its commands and the lines by which its output is recognised. Its [Parser] reads one line after the
// other and passes recognised facts to a [Run]. The run gathers them, and compares at the end:
//
//	1/2 login ....... ok
//	2/2 logout ...... FAILED (session still open)
//	2 jobs, 1 failed
//
//	func (p *parser) Line(l report.Line, run *report.Run) {
//		switch {
//		case isResult(l):                              // "2/2 logout ...... FAILED (session still open)"
//			run.Found(strategies.Failed, p.finding(l)) // bounded, counted and placed by the run
//		case isTotal(l):                               // "2 jobs, 1 failed"
//			run.States(strategies.Failed, failedOf(l)) // compared with the findings at the end
//			run.End(l.N, report.Ending{Shown: true})   // the next lines may be another program's
//		default:
//			run.Continues(l.N, 4)                      // output of the job that failed last, if there is one
//		}
//	}
//
// The run does the rest, once for all programs. It keeps a bounded number of findings and counts the others. It follows
// which lines the program printed, and adds up several runs. It compares the program's own numbers with
// the findings and decides the outcome. If a number and the findings disagree, nothing of the report is used, and the
// general engine, which reads any output, answers alone.
//
// A parser never guesses. Lines of other programs may come between those of its own, the beginning or the end may be
// missing, and names may contain anything.
//
// # Cost and limits
//
// A parser sees only outputs in which its program is found: the command line names it, or a line begins as no other
// program's does. It sees each line once. A run keeps [MaxFindings] findings; counts go on beyond them. A panic in a
// parser costs its report and nothing else.
package report
