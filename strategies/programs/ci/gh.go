package ci

import (
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// gh is GitHub's command line: the checks of a pull request, the jobs of a run and lists of both, on a terminal or in
// columns. Those that failed come first.
//
//	Some checks were not successful
//	0 cancelled, 1 failing, 3 successful, 0 skipped, and 0 pending checks
//
//	X  test  2m1s  https://github.com/a/b/actions/runs/2
//	✓  build  1m  https://github.com/a/b/actions/runs/1
var gh = report.Program{
	Name: "gh",
	Runs: func(c report.Call) bool {
		if c.Name != "gh" || len(c.Args) < 2 || c.Has("--log", "--log-failed", "--json") {
			return false
		}
		switch c.Args[0] {
		case "pr":
			return shape.Phrases{"checks", "create", "merge", "list", "status"}.Match(c.Args[1])
		case "run":
			return shape.Phrases{"view", "watch", "list"}.Match(c.Args[1])
		}
		return false
	},
	Extent: report.Nowhere, Interleaved: true,
	New: func(report.Call) report.Parser { return ghParser{} },
}

var ghLines = shape.PhraseTable{
	{"failed", "X …", "…\tfail\t…", "completed\tfailure\t…", "completed\ttimed_out\t…",
		"completed\tstartup_failure\t…"},
	{shape.Ends, "Some checks were not successful", "All checks were successful", "Some checks are still pending",
		"Some checks were cancelled", "… pending checks", "… pending check", "https://…", "GraphQL: …", "HTTP …",
		"no checks reported…", "no pull requests…", "To get started with GitHub CLI…", "gh: …", "failed to …"},
}

type ghParser struct{}

// Line implements [report.Parser].
func (ghParser) Line(l report.Line, run *report.Run) {
	if ghLines.Take(run, l.N, l.Bare) == "failed" {
		run.Found("", report.Finding{Message: l.Bare, At: l.N})
	}
}

// Close implements [report.Closer]. Of an answer, no outcome is claimed.
func (ghParser) Close(run *report.Run) {
	run.Answer = true
	run.Claim(report.Unproven)
}
