package js

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// prettier is prettier --check, the formatter of JavaScript and its kin. It names the files that it would format, and
// shows where a file can't be parsed:
//
//	Checking formatting...
//	[warn] src/b.js
//	[error] src/a.js: SyntaxError: Unexpected token (1:18)
//	[error] > 1 | const a = { ];
//	[warn] Code style issues found in 2 files. Run Prettier with --write to fix.
var prettier = report.Program{
	Name:   "prettier",
	Runs:   func(c report.Call) bool { return c.Name == "prettier" && c.Has("--check", "-c") },
	Begins: []string{"Checking formatting..."},
	New:    func(report.Call) report.Parser { return new(prettierParser) },
}

type prettierParser struct {
	began  bool // "Checking formatting..." was read
	failed bool // it said that something is wrong
}

const prettierLines = 24 // further lines of an error that are kept

// Line implements [report.Parser].
func (p *prettierParser) Line(l report.Line, run *report.Run) {
	warned, isWarning := strings.CutPrefix(l.Text, "[warn] ")
	failed, isError := strings.CutPrefix(l.Text, "[error] ")
	switch {
	case l.Text == "Checking formatting...":
		p.began = true
		run.Belongs(l.N)
	case isWarning && p.began:
		p.warning(l.N, warned, run)
	case isError && (p.began || strings.HasPrefix(failed, "No files matching the pattern")):
		p.failed = true
		p.error(l.N, failed, run)
	case l.Text == "All matched files use Prettier code style!":
		run.Claim(report.Passed)
		run.End(l.N, report.Ending{Totals: report.MaxSummary})
	case strings.HasPrefix(l.Text, "Error occurred when checking code style in "):
		p.failed = true
		run.End(l.N, report.Ending{})
	}
}

// warning reads "src/b.js", a file that isn't formatted, and the line that ends them.
func (p *prettierParser) warning(n int, s string, run *report.Run) {
	if strings.HasPrefix(s, "Code style issues ") {
		p.failed = true
		run.End(n, report.Ending{})
		return
	}
	run.Found(strategies.Failed, report.Finding{File: s, Message: "not formatted", At: n})
}

// error reads "src/a.js: SyntaxError: Unexpected token (1:18)", and the code below it.
func (p *prettierParser) error(n int, s string, run *report.Run) {
	if pointed, code := codeLine(strings.TrimLeft(s, " "), 0); code {
		run.Belongs(n)
		if pointed {
			run.Continues(n, prettierLines)
		}
		return
	}
	file, msg, ok := strings.Cut(s, ": ")
	switch {
	case ok && parse.FileLike(file):
		row, col := prettierPlace(msg)
		run.Found(strategies.Errors, report.Finding{File: file, Row: row, Col: col, Message: msg, At: n})
	case !run.Continues(n, prettierLines):
		run.Found(strategies.Errors, report.Finding{Message: s, At: n})
	}
}

// prettierPlace reads the place at the end of a message: "SyntaxError: Unexpected token (1:18)".
func prettierPlace(msg string) (row, col int) {
	i := strings.LastIndex(msg, " (")
	if i < 0 {
		return 0, 0
	}
	row, rest, ok := parse.CutNumber(msg[i+2:])
	col, end, both := parse.CutNumber(strings.TrimPrefix(rest, ":"))
	if !ok || !both || end != ")" {
		return 0, 0
	}
	return row, col
}

// Close implements [report.Closer]. A check that failed names files and says that something is wrong: where the output
// lacks one of both, it doesn't prove how the check ended.
func (p *prettierParser) Close(run *report.Run) {
	if p.failed != (len(run.Pending()) > 0) {
		run.Claim(report.Unproven)
	}
}
