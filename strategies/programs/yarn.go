package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// yarn reads what Yarn itself says, the first one and those since: its errors, and how an install ended.
var yarn = report.Program{
	Name: "yarn",
	Runs: func(c shell.Call) bool {
		return c.Name == "yarn" && (installs(c.Sub()) || len(c.Args) == 0 || c.Sub() == "" && has(c.Args, "--frozen-lockfile", "--immutable"))
	},
	Begins: []string{"yarn install v1.", "yarn add v1.", "yarn run v1.", "➤ YN0"},
	Old:    func() report.Reader { return &yarnParser{} },
	OldFor: func(shell.Call) report.Reader { return &yarnParser{named: true} },
}

type yarnParser struct {
	named    bool
	script   bool // it runs a script, whose lines are others'
	begun    bool
	findings []report.Finding
	pass     bool
	below    int
	summary  []int
}

// maxYarnSays is how many lines below an error belong to it.
const maxYarnSays = 10

func (p *yarnParser) Line(n int, s string) {
	if s == "" {
		return
	}
	if rest, ok := strings.CutPrefix(s, "➤ YN"); ok {
		p.berry(n, rest)
		return
	}
	switch s[0] {
	case 'y':
		if strings.HasPrefix(s, "yarn ") && strings.Contains(s, " v1.") {
			p.begun = true
			p.script = strings.HasPrefix(s, "yarn run ")
			p.below = maxYarnSays
			return
		}
	case 'e':
		if text, ok := strings.CutPrefix(s, "error "); ok && p.begun {
			p.failed(n, text)
			return
		}
	case 'i':
		if strings.HasPrefix(s, "info Visit https://yarnpkg.com/") {
			p.below = maxYarnSays
			return
		}
	case 's':
		if p.begun && !p.script && (strings.HasPrefix(s, "success Saved ") || s == "success Already up-to-date.") {
			p.pass = true
			p.summary = appendLast(p.summary, n)
			return
		}
	case 'D':
		if p.pass && strings.HasPrefix(s, "Done in ") {
			p.summary = appendLast(p.summary, n)
			return
		}
	}
	if len(p.findings) > 0 && p.below < maxYarnSays {
		p.below++
		if _, own, frame := jsFrame(strings.TrimLeft(s, " ")); frame && !own {
			return
		}
		f := &p.findings[len(p.findings)-1]
		f.Evidence = append(f.Evidence, n)
	}
}

// failed takes in an error of Yarn 1. That a script failed says nothing: what the script printed does.
func (p *yarnParser) failed(n int, s string) {
	p.below = maxYarnSays
	if strings.HasPrefix(s, "Command failed with ") || p.script && !(strings.HasPrefix(s, "Command \"") && strings.HasSuffix(s, "\" not found.")) {
		return
	}
	if len(p.findings) < MaxFindings {
		p.findings = append(p.findings, report.Finding{Message: s, At: n})
		p.below = 0
	}
}

// berry reads "0035: │ left@npm:*: Package not found".
func (p *yarnParser) berry(n int, s string) {
	k, text, _ := strings.Cut(s, ": ")
	text = strings.TrimLeft(text, "·│┌└ ")
	switch {
	case strings.HasPrefix(text, "Done in "), strings.HasPrefix(text, "Done with warnings in "):
		p.pass = true
		p.summary = appendLast(p.summary, n)
	case yarnError(k) && text != "" && len(p.findings) < MaxFindings:
		p.findings = append(p.findings, report.Finding{Message: text, At: n})
		p.below = maxYarnSays
	case strings.HasPrefix(text, "Failed with errors in "):
		p.summary = appendLast(p.summary, n)
	}
}

// yarnError reports whether Yarn prints a code for errors alone.
func yarnError(code string) bool {
	switch code {
	case "0001", "0009", "0014", "0016", "0018", "0020", "0022", "0023", "0028", "0030", "0035", "0041", "0056", "0078", "0081", "0082", "0083":
		return true
	}
	return false
}

// Report implements [report.Reader].
func (p *yarnParser) Report() report.Report {
	r := report.Report{Findings: p.findings, Counts: map[strategies.Key]int64{}}
	switch {
	case len(p.findings) > 0:
		r.Outcome = strategies.Fail
		r.Counts[strategies.Errors] = int64(len(p.findings))
	case p.pass && p.named:
		r.Outcome = strategies.Pass
		r.Summary = p.summary
	}
	return r
}
