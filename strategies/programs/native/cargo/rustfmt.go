package cargo

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// Rustfmt is rustfmt --check. Files and places of the differences rank before the differences:
//
//	Diff in /src/a.rs:3:
//	-let x=1;
//	+let x = 1;
//
// Before version 1.78 the first line is "Diff in /src/a.rs at line 3:".
var Rustfmt = report.Program{
	Name:   "rustfmt",
	Runs:   func(c report.Call) bool { return c.Name == "rustfmt" || c.Name == "cargo" && c.Sub() == "fmt" },
	Begins: []string{"Diff in /"},
	Extent: report.FirstToLast,
	New:    func(report.Call) report.Parser { return rustfmtParser{} },
}

type rustfmtParser struct{}

const (
	rustfmtShown = 2 // lines of a difference that are shown
	rustfmtFew   = 4 // up to so many differences are shown with their lines before all else
)

// Line implements [report.Parser].
func (rustfmtParser) Line(l report.Line, run *report.Run) {
	rest, ok := strings.CutPrefix(l.Text, "Diff in ")
	if !ok {
		if parse.StartsWith(l.Text, "-", "+", " ") {
			run.Continues(l.N, rustfmtShown)
		}
		return
	}
	rest = strings.TrimSuffix(rest, ":")
	i, sep := strings.LastIndex(rest, " at line "), len(" at line ")
	if i <= 0 {
		i, sep = strings.LastIndexByte(rest, ':'), len(":")
	}
	if i <= 0 || i+sep == len(rest) || !parse.Digit(rest[i+sep]) {
		return
	}
	row, _, _ := parse.CutNumber(rest[i+sep:])
	f := report.NewFinding(rest[:i], row, 0, l.N, "Diff")
	f.Bare = "Diff"
	run.Found(strategies.Entries, f)
	run.Claim(report.Failed)
}

// Close implements [report.Closer].
func (rustfmtParser) Close(run *report.Run) {
	n := run.Counted(strategies.Entries)
	if n == 0 {
		run.Claim(report.NotOurs)
		return
	}
	if n > rustfmtFew {
		shape.DropSource(run.Pending())
	}
	run.Verdict = words.Count(n, "difference", "differences")
}
