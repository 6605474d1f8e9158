package js

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// yarn is a package manager for Node. It reports its errors and how an install ended, in another form since Yarn 2:
//
//	yarn install v1.22.22
//	error Couldn't find package "left-of-nowhere" on the "npm" registry.
//	info Visit https://yarnpkg.com/en/docs/cli/install for documentation about this command.
//
//	➤ YN0035: │ left-of-nowhere@npm:*: Package not found
//	➤ YN0000: · Failed with errors in 0s 50ms
var yarn = report.Program{
	Name: "yarn",
	Runs: func(c report.Call) bool {
		bare := len(c.Args) == 0 || c.Sub() == "" && c.Has("--frozen-lockfile", "--immutable")
		return c.Name == "yarn" && (bare || installs(c.Sub()))
	},
	Begins: []string{"yarn install v1.", "yarn add v1.", "yarn run v1.", "➤ YN0"},
	Extent: report.Nowhere,
	New:    func(c report.Call) report.Parser { return &yarnParser{named: c.Name != ""} },
}

type yarnParser struct {
	named  bool
	begun  bool // Yarn 1 has printed its version
	script bool // it runs a script, whose lines are others'
}

// maxYarnEvidence is how many lines below an error belong to it.
const maxYarnEvidence = 10

// Line implements [report.Parser].
func (p *yarnParser) Line(l report.Line, run *report.Run) {
	s := l.Text
	rest, berry := strings.CutPrefix(s, "➤ YN")
	problem, isError := strings.CutPrefix(s, "error ")
	switch {
	case s == "":
	case berry:
		p.berry(l.N, rest, run)
	case strings.HasPrefix(s, "yarn ") && strings.Contains(s, " v1."):
		p.begun, p.script = true, strings.HasPrefix(s, "yarn run ")
		run.Closes()
	case p.begun && isError:
		p.failure(l.N, problem, run)
	case p.begun && !p.script && yarnDull(s):
		run.Noise(l.N)
		run.Closes()
	case strings.HasPrefix(s, "info Visit https://yarnpkg.com/"):
		run.Closes()
	case p.begun && !p.script && yarnDone(s):
		p.passes(l.N, run)
	case run.Open() != nil:
		if _, own, frame := textline.JSFrame(l.Bare); own || !frame {
			run.Continues(l.N, maxYarnEvidence)
		}
	}
}

// yarnDull reports whether a line says how far an install is: "[1/4] Resolving packages...".
func yarnDull(s string) bool {
	switch s[0] {
	case 'i':
		return strings.HasPrefix(s, "info ")
	case 'w':
		return strings.HasPrefix(s, "warning ") && strings.Contains(s, "eprecated")
	case '[':
		return len(s) > 2 && s[1] >= '1' && s[1] <= '5' && s[2] == '/'
	}
	return false
}

// yarnDone reports whether a line says that an install ended well.
func yarnDone(s string) bool {
	return (s[0] == 's' || s[0] == 'D') &&
		parse.StartsWith(s, "success Saved ", "success Already up-to-date.", "Done in ")
}

// passes takes a line that says that an install ended well. Without the command line, it may have been another's.
func (p *yarnParser) passes(n int, run *report.Run) {
	if p.named {
		run.Claim(report.Passed)
		run.End(n, report.Ending{Shown: true})
	}
}

// failure takes an error of Yarn 1. That a script failed says nothing: what the script printed does.
func (p *yarnParser) failure(n int, s string, run *report.Run) {
	run.Closes()
	missing := strings.HasPrefix(s, `Command "`) && strings.HasSuffix(s, `" not found.`)
	if missing || !p.script && !strings.HasPrefix(s, "Command failed with ") {
		run.Found(strategies.Errors, report.Finding{Message: s, At: n})
	}
}

// yarnErrors are the codes that Yarn prints for errors alone.
var yarnErrors = []string{
	"0001", "0009", "0014", "0016", "0018", "0020", "0022", "0023", "0028", "0030", "0035", "0041", "0056", "0078",
	"0081", "0082", "0083",
}

// yarnProgress are the codes of what Yarn does.
var yarnProgress = []string{"0000", "0005", "0007", "0008", "0013", "0019"}

// berry reads a line of Yarn 2 and later: "0035: │ left@npm:*: Package not found".
func (p *yarnParser) berry(n int, s string, run *report.Run) {
	code, text, _ := strings.Cut(s, ": ")
	text = strings.TrimLeft(text, "·│┌└ ")
	switch {
	case parse.StartsWith(text, "Done in ", "Done with warnings in "):
		p.passes(n, run)
	case text != "" && slices.Contains(yarnErrors, code):
		run.Found(strategies.Errors, report.Finding{Message: text, At: n})
		run.Closes()
	case slices.Contains(yarnProgress, code) && !strings.HasPrefix(text, "Failed "):
		run.Noise(n)
	}
}
