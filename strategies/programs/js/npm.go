package js

import (
	"cmp"
	"strings"

	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// npm reads Node's package manager: causes of a failed install, the end of one, and the numbers of an audit.
//
//	npm error code E404
//	npm error 404 Not Found - GET https://registry.example/left-of-nowhere
//	npm error A complete log of this run can be found in: /home/dev/.npm/_logs/2024-03-04-debug-0.log
//	added 2 packages, and audited 3 packages in 321ms
//
// A block of errors that only reports the failure of a script is left out: the script's output has the cause.
var npm = report.Program{
	Name:   "npm",
	Runs:   func(c report.Call) bool { return c.Name == "npm" && installs(c.Sub()) },
	Begins: []string{"npm error ", "npm ERR! "},
	Extent: report.Unmixed, Interleaved: true,
	New: func(c report.Call) report.Parser { return &npmParser{installs: c.Name != ""} },
}

var npmLines = shape.PhraseTable{
	{shape.Belongs, "npm … code ELIFECYCLE", "npm error path …", "npm ERR! path …", "npm … errno …", "npm … syscall …",
		"npm … Lifecycle script …", "npm … Test failed.…", "npm … Exit status …", "npm … Failed at the …",
		"npm … A complete log of this run …", "npm …/_logs/…", "npm … This is probably not a problem with npm…"},
	// Frames of npm's own code, and its manual.
	{shape.Noise, "npm error", "npm ERR!", "npm error     …", "npm ERR!     …", "npm error   …: '…',",
		"npm ERR!   …: '…',", "npm error   -…", "npm error [-…", "npm error Usage:", "npm error Options:"},
	{"code", "npm error code E…", "npm ERR! code E…"},
	{shape.Fails, "npm error Missing script: …", "npm ERR! Missing script: …", "npm ERR! missing script: …"},
	{"script", "npm error command failed", "npm ERR! command failed"},
	{"message", "npm error …", "npm ERR! …"},
	{shape.Noise, "npm warn deprecated …", "npm WARN deprecated …", "npm notice…", "run `npm fund`…",
		"Run `npm audit` for details…", "To address …", "npm audit fix…"},
	{shape.Noted, "npm warn …", "npm WARN …"},
	{shape.Passes, "added … package… in …", "removed … package… in …", "changed … package… in …", "up to date… in …",
		"up to date, audited …", "found 0 vulnerabilities"},
	{shape.Ends, "… vulnerabilities (…", "… vulnerability (…", "… severity vulnerabilit…"},
}

type npmParser struct {
	installs bool
	code     int         // the line with the code of the first error
	opened   bool        // the message of an error follows
	above    report.Line // the last line of another program
}

// Line implements [report.Parser]. The output of a package's script that failed during an install is above.
func (p *npmParser) Line(l report.Line, run *report.Run) {
	if l.Bare == "" {
		return
	}
	switch means := npmLines.Take(run, l.N, l.Bare); {
	case means == shape.Foreign && p.installs:
		p.above = report.Line{N: l.N, Text: strings.Clone(l.Text)}
	case means == "code":
		run.Belongs(l.N)
		p.code, p.opened = cmp.Or(p.code, l.N), true
	case means == "message" && p.opened:
		shape.Fail(run, l.N, l.Text)
		p.opened = false
	case means == "message":
		shape.Explain(run, l.N)
	case means == "script" && p.above.N > 0:
		shape.Fail(run, p.above.N, p.above.Text)
	}
}

// Close implements [report.Closer]. The code comes after the lines of the message.
func (p *npmParser) Close(run *report.Run) {
	if found := run.Pending(); len(found) > 0 && p.code > 0 {
		found[0].Evidence = append(found[0].Evidence, p.code)
	}
}
