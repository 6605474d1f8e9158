package gradle

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// outcome reads how a build ended, and the headings of what went wrong.
func (p *gradleParser) outcome(l report.Line, run *report.Run) bool {
	if !parse.StartsWith(l.Text, "* ", "FAILURE: Build ", "BUILD SUCCESSFUL", "BUILD FAILED") {
		return false
	}
	p.begin(l.N, run)
	switch {
	case strings.HasPrefix(l.Text, "* What went wrong:"):
		p.sure, p.asks = true, true
		if len(p.wrong) < report.MaxFindings {
			p.where.At = l.N
			p.wrong = append(p.wrong, p.where)
		}
		p.where = report.Finding{}
	case strings.HasPrefix(l.Text, "* Where:"):
		p.placed = l.N + 1
	case strings.HasPrefix(l.Text, "BUILD "):
		p.sure = true
		p.ended, _, _ = strings.Cut(strings.TrimPrefix(l.Text, "BUILD "), " ")
		p.end.Ends(l.N, p.ended != "FAILED", p.totals)
	}
	return true
}

// whereLine reads "Build file '/src/build.gradle' line: 7".
func (p *gradleParser) whereLine(l report.Line) {
	_, rest, ok := strings.Cut(l.Text, "'")
	file, rest, closed := strings.Cut(rest, "'")
	if !ok || !closed {
		return
	}
	row, _, _ := parse.CutNumber(strings.TrimPrefix(rest, " line: "))
	p.where = report.Finding{File: file, Row: row, Head: l.N}
}

// wrongLine reads a line below "What went wrong": "Execution failed for task ':test'.", "> There were failing tests.".
// The first that does more than name the task is the message.
func (p *gradleParser) wrongLine(l report.Line, run *report.Run) bool {
	if parse.StartsWith(l.Text, "* ", "BUILD ", "=====") {
		p.asks = false
		return false
	}
	run.Belongs(l.N)
	f := &p.wrong[len(p.wrong)-1]
	if f.Message == "" {
		f.At = l.N
	}
	if f.Message == "" || parse.StartsWith(f.Message, "Execution failed for task", "A problem occurred") {
		f.Message = report.Clip(strings.TrimLeft(l.Text, "> "))
	}
	if l.N > f.At {
		f.Evidence = report.AppendFirst(f.Evidence, l.N, gradleWrong)
	}
	f.Span = strategies.Span{First: f.At, Last: l.N}
	return true
}

// gradleExplained lists causes that findings of a kind explain.
var gradleExplained = []struct {
	beginning string
	by        strategies.Key
}{
	{"There were failing tests", strategies.Failed},
	{"Compilation failed", strategies.Errors},
	{"Compilation error", strategies.Errors},
	{"A failure occurred while executing org.jetbrains.kotlin", strategies.Errors},
	{"Checkstyle rule violations were found", strategies.Errors},
}

// explained reports whether the findings explain the failure of a task.
func explained(message string, run *report.Run) bool {
	for _, e := range gradleExplained {
		if strings.HasPrefix(message, e.beginning) {
			return run.Counted(e.by) > 0
		}
	}
	return false
}
