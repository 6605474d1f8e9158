package php

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// phpunit reads PHP's test runner. It prints its failures at the end, and totals:
//
//	There was 1 failure:
//
//	1) CalcTest::testAdds
//	Failed asserting that 2 is identical to 3.
//
//	/home/dev/project/CalcTest.php:4
//
//	FAILURES!
//	Tests: 7, Assertions: 4, Failures: 1, Skipped: 1.
var phpunit = report.Program{
	Name:   "phpunit",
	Names:  []string{"phpunit", "phpunit.phar", "paratest"},
	Begins: []string{"PHPUnit "},
	Extent: report.EachRun,
	New:    func(report.Call) report.Parser { return new(phpunitParser) },
}

type phpunitParser struct {
	part    phpunitPart
	verdict string // the line above the totals: "FAILURES!"
	class   string // with --testdox, the class whose tests follow
	classAt int
	begun   bool  // a line of this run was read
	found   int64 // failures and errors of this run
}

type phpunitPart uint8

const (
	phpunitProgress phpunitPart = iota
	phpunitFailures
	phpunitOther // risky tests, warnings, skipped tests
)

// Beginnings of lines that phpunit's crash prints, and of the line above its totals.
var (
	phpunitCrashes  = []string{"PHP Fatal error: ", "PHP Parse error: "}
	phpunitVerdicts = []string{"FAILURES!", "ERRORS!", "WARNINGS!", "No tests executed!"}
)

// Line implements [report.Parser].
func (p *phpunitParser) Line(l report.Line, run *report.Run) {
	s := l.Text
	switch {
	case s == "":
	case strings.HasPrefix(s, "PHPUnit ") && strings.Contains(s, " by Sebastian Bergmann"):
		run.Belongs(l.N)
		run.ExpectTotals(1)
		p.begun = true
	case parse.StartsWith(s, "There was 1 ", "There were "):
		p.section(l.N, phpunitHeading(s), run)
	case s == "Summary of non-successful tests:": // printed above, each below its class
		p.section(l.N, phpunitOther, run)
	case s == "--":
		run.Closes()
	case slices.Contains(phpunitVerdicts, s), strings.HasPrefix(s, "OK, but "):
		run.End(l.N, report.Ending{Totals: report.MaxSummary})
		if p.verdict = s; s == "No tests executed!" {
			run.ExpectTotals(-1)
			run.Claim(report.NoTest)
		}
	case strings.HasPrefix(s, "OK ("), strings.HasPrefix(s, "Tests: ") && strings.Contains(s, "Assertions: "):
		p.totals(l, run)
	case parse.StartsWith(s, phpunitCrashes...), strings.HasPrefix(s, "Fatal error: ") && p.begun:
		_, msg, _ := strings.Cut(s, ": ")
		run.Found("", report.Finding{Message: report.Clip(msg), At: l.N})
		run.Closes()
		run.Claim(report.Failed)
	case p.part == phpunitProgress:
		p.testdox(l, run)
	case p.part == phpunitFailures:
		p.failure(l, run)
	}
}

// failure reads a line of the failures.
func (p *phpunitParser) failure(l report.Line, run *report.Run) {
	title, numbered := shape.NumberedTitle(l.Text)
	if numbered && strings.Contains(title, "::") && l.Text[0] != ' ' {
		p.failed(l.N, title, run)
	} else if f := run.Open(); f != nil {
		phpunitDetail(f, l)
	}
}

// phpunitHeading reads "There were 2 failures:".
func phpunitHeading(s string) phpunitPart {
	s = strings.TrimSuffix(strings.TrimSuffix(s, ":"), "s")
	if strings.HasSuffix(s, " failure") || strings.HasSuffix(s, " error") {
		return phpunitFailures
	}
	return phpunitOther
}

func (p *phpunitParser) section(n int, part phpunitPart, run *report.Run) {
	run.Belongs(n)
	run.Closes()
	p.part, p.begun = part, true
}

func (p *phpunitParser) failed(n int, name string, run *report.Run) {
	p.found++
	run.Found("", shape.FailedTest(n, name))
}

// phpunitMarks lists the marks of tests that didn't fail, with --testdox.
var phpunitMarks = []string{"✔ ", "↩ ", "∅ ", "☢ ", "⚠ "}

// testdox reads what --testdox prints: the name of a class, its tests each with a mark, and below those that failed
// why:
//
//	Calc
//	 ✘ Adds
//	   │
//	   │ Failed asserting that 2 is identical to 3.
func (p *phpunitParser) testdox(l report.Line, run *report.Run) {
	test, failed := strings.CutPrefix(l.Bare, "✘ ")
	text, detail := strings.CutPrefix(l.Bare, "│")
	open := run.Open()
	switch {
	case failed:
		p.failed(l.N, strings.TrimPrefix(p.class+" "+test, " "), run)
		if f := run.Open(); f != nil {
			f.Head = p.classAt
		}
	case detail && open != nil:
		if text = strings.TrimSpace(text); text != "" {
			phpunitDetail(open, report.NewLine(l.N, text))
		}
	case parse.StartsWith(l.Bare, phpunitMarks...):
		run.Closes()
	case l.Text[0] != ' ':
		p.class, p.classAt = l.Text, l.N
	}
}

// phpunitDetail reads a line of a failure: its message, a difference, a place.
func phpunitDetail(f *report.Finding, l report.Line) {
	at, rest, ok := parse.CutPlace(l.Bare)
	placed := ok && rest == "" && strings.HasSuffix(at.File, ".php")
	switch {
	case placed && (f.File == "" || strings.Contains(f.File, "/vendor/")):
		f.File, f.Row = at.File, at.Row
		f.Span.Last = l.N
		f.Evidence = slices.Insert(f.Evidence, min(len(f.Evidence), 1), l.N) // before the rest of a difference
	case f.File == "":
		shape.AddDetail(f, l, at, placed, 8)
	}
}

// phpunitTotals lists the totals by how tests ended. Others, such as those of risky tests, overlap with them.
var phpunitTotals = []string{"Tests", "Assertions", "Failures", "Errors", "Skipped"}

// totals reads "OK (5 tests, 5 assertions)" and "Tests: 7, Assertions: 4, Errors: 1, Failures: 2, Risky: 1.".
func (p *phpunitParser) totals(l report.Line, run *report.Run) {
	run.End(l.N, report.Ending{Totals: report.MaxSummary})
	run.ExpectTotals(-1)
	c := map[string]int64{}
	c["Tests"], _ = parse.NumberAfter(l.Text, "OK (")
	unclear := false
	for part := range strings.SplitSeq(l.Text, ", ") {
		if word, number, ok := strings.Cut(part, ": "); ok {
			if n, _, ok := parse.CutNumber(number); ok {
				c[word] = int64(n)
				unclear = unclear || n > 0 && !slices.Contains(phpunitTotals, word)
			}
		}
	}
	failed := c["Failures"] + c["Errors"]
	if failed != p.found {
		run.Differs(strategies.Failed, failed, p.found)
	}
	run.Adds(strategies.Failed, c["Failures"], report.Printed)
	run.Adds(strategies.Errors, c["Errors"], report.Printed)
	run.Adds(strategies.Skipped, c["Skipped"], report.Printed)
	if unclear {
		run.Treat(strategies.Passed, report.Unstated)
	}
	run.Adds(strategies.Passed, max(c["Tests"]-failed-c["Skipped"], 0), report.Printed)
	if p.verdict == "FAILURES!" || p.verdict == "ERRORS!" {
		run.Claim(report.Failed)
	} else if strings.HasPrefix(p.verdict+l.Text, "OK") {
		run.Claim(report.Passed)
	}
	run.EndRun()
	*p = phpunitParser{}
}

// Close implements [report.Closer].
func (p *phpunitParser) Close(run *report.Run) { shape.CloseTests(run) }
