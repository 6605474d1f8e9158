package python

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/report"
)

// uv is a package manager for Python, where it installs:
//
//	Resolved 2 packages in 170ms
//	error: Failed to fetch: `https://modules.example/a`
//	  Caused by: Connection refused
//	Installed 2 packages in 4ms
var uv = report.Program{
	Name: "uv",
	Runs: func(c report.Call) bool {
		return c.Name == "uv" &&
			slices.Contains([]string{"pip", "sync", "add", "lock", "remove", "venv", "tool"}, c.Sub())
	},
	Extent: report.FirstToLast,
	New:    func(report.Call) report.Parser { return uvParser{} },
}

type uvParser struct{}

// maxUvEvidence is how many indented lines below an error belong to it.
const maxUvEvidence = 12

// Line implements [report.Parser].
func (uvParser) Line(l report.Line, run *report.Run) {
	if l.Bare == "" {
		return
	}
	switch {
	case strings.HasPrefix(l.Text, "error: "), strings.HasPrefix(l.Bare, "× "):
		msg := strings.TrimPrefix(strings.TrimPrefix(l.Bare, "error: "), "× ")
		run.Found("", report.NewFinding("", 0, 0, l.N, msg))
		run.Claim(report.Failed)
	case strings.HasPrefix(l.Text, "warning: "):
		run.Notes = report.AppendFirst(run.Notes, l.N, maxInstallNotes)
		run.Closes()
	case l.Text[0] == ' ':
		continueInstallError(l.N, maxUvEvidence, run)
	case !strings.Contains(l.Text, " package"):
	case parse.StartsWith(l.Text, "Installed ", "Audited ", "Uninstalled ", "Checked "):
		run.Claim(report.Passed)
		run.End(l.N, report.Ending{Shown: true})
	case parse.StartsWith(l.Text, "Resolved ", "Prepared "):
		run.Belongs(l.N)
		run.Summary = report.AppendLast(run.Summary, l.N, report.MaxSummary)
	}
}
