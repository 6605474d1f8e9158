package js

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// pnpm is a package manager for Node: its errors, and how an install ended.
//
//	 ERR_PNPM_NO_MATCHING_VERSION  No matching version found for is-odd@99
//
//	This error happened while installing a direct dependency of /w
//	Done in 1.2s
var pnpm = report.Program{
	Name:   "pnpm",
	Runs:   func(c report.Call) bool { return c.Name == "pnpm" && installs(c.Sub()) },
	Begins: []string{"ERR_PNPM_", "[ERR_PNPM_", "\u2009ERR_PNPM_", "Error: ERR_PNPM_"},
	Extent: report.Nowhere,
	New:    func(c report.Call) report.Parser { return pnpmParser{named: c.Name != ""} },
}

type pnpmParser struct{ named bool }

// maxPnpmEvidence is how many lines below an error belong to it.
const maxPnpmEvidence = 8

// Line implements [report.Parser].
func (p pnpmParser) Line(l report.Line, run *report.Run) {
	switch {
	case l.Text == "":
	case parse.StartsWith(l.Bare, "ERR_PNPM_", "[ERR_PNPM_", "Error: ERR_PNPM_"):
		run.Closes()
		if !strings.Contains(l.Bare, "_FIRST_FAIL") { // the reason of a failed script is printed above
			run.Found(strategies.Errors, report.Finding{Message: parse.Squeeze(l.Bare), At: l.N})
		}
	case p.named && parse.StartsWith(l.Text, "Progress: ", "++++", "Already up to date, reusing"):
		run.Noise(l.N)
	case parse.StartsWith(l.Text, "#", ">"):
		run.Closes()
	case run.Continues(l.N, maxPnpmEvidence):
	case p.named && (strings.HasPrefix(l.Text, "Done in ") || l.Text == "Already up to date"):
		run.Claim(report.Passed)
		run.End(l.N, report.Ending{Shown: true})
	}
}
