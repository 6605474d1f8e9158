package js

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// npm reads Node's package manager: causes of a failed install, the end of one, and results of an audit.
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
	Extent: report.Nowhere,
	New: func(c report.Call) report.Parser {
		return &npmParser{named: c.Name != "", audit: c.Sub() == "audit"}
	},
}

type npmParser struct {
	named, audit bool
	block        *npmBlock // the errors that were read last, while no other line came
	above        []int     // the last lines of others
	aboveText    string
	passed       bool
	done         string // how it ended: "added 2 packages, and audited 3 packages in 321ms"
	found        string // "3 vulnerabilities (1 low, 2 high)"
	vulnerable   bool
	gravity      map[int]int // of an audit's packages, by their lines
	head         int         // in an audit: the line that may name a package
	name         string
}

// An npmBlock is a block of lines with npm's mark.
type npmBlock struct {
	report.Finding
	code    int  // the line "code E404"
	script  bool // it only reports the failure of a script
	fields  bool // the fields of an exception follow, up to "}"
	manual  bool // the rest is the manual
	command int  // the line that names a failed install script, whose output comes below, or above the block
}

const (
	maxNpmEvidence = 12 // lines of a failure
	maxNpmSummary  = 3  // lines about the end
	maxNpmAbove    = 4  // lines above the errors, the last of which may be those of an install script
)

// Line implements [report.Parser].
func (p *npmParser) Line(l report.Line, run *report.Run) {
	if text, ok := npmError(l.Text); ok {
		if p.block == nil {
			p.block = new(npmBlock)
		}
		if p.block.line(l.N, text); p.block.manual {
			run.Noise(l.N)
		}
		return
	}
	if l.Text == "" {
		return
	}
	p.closeBlock(run)
	p.above, p.aboveText = report.AppendLast(p.above, l.N, maxNpmAbove), l.Text
	switch {
	case !p.named:
	case parse.StartsWith(l.Text, npmDull...):
		run.Noise(l.N)
	case parse.StartsWith(l.Text, "npm warn ", "npm WARN "):
		run.Notes = report.AppendFirst(run.Notes, l.N, maxNotes)
	case npmDone(l.Text):
		p.passed, p.done = true, l.Text
		run.End(l.N, report.Ending{Part: true})
		run.Summary = report.AppendLast(run.Summary, l.N, maxNpmSummary)
	case p.vulnerabilities(l, run):
	case p.audit:
		p.audited(l, run)
	}
}

// npmError takes npm's mark off a line of an error: "npm error code E404".
func npmError(s string) (string, bool) {
	for _, mark := range [...]string{"npm error", "npm ERR!"} {
		if text, ok := strings.CutPrefix(s, mark); ok && (text == "" || text[0] == ' ') {
			return strings.TrimPrefix(text, " "), true
		}
	}
	return "", false
}

// npmDull lists the beginnings of advice and news.
var npmDull = []string{
	"npm warn deprecated ", "npm WARN deprecated ", "npm notice", "  run `npm fund`", "Run `npm audit` for details",
	"To address ", "  npm audit fix",
}

// verdict sums up the end of an install: "added 312 packages, 8 vulnerabilities (1 low, 7 high)".
func (p *npmParser) verdict() string {
	done, _, _ := strings.Cut(p.done, ", and audited ")
	done, _, _ = strings.Cut(done, ", audited ")
	if i := strings.Index(done, " in "); i > 0 {
		done = done[:i]
	}
	if done == "" || p.found == "" || strings.HasPrefix(p.found, "0 ") {
		return cmp.Or(done, p.found)
	}
	return done + ", " + p.found
}

// npmDone reports whether a line is "added 2 packages, and audited 3 packages in 321ms" or one of its like.
func npmDone(s string) bool {
	if strings.Contains(s, " in ") && strings.Contains(s, " package") {
		return parse.StartsWith(s, "added ", "removed ", "changed ", "up to date")
	}
	return parse.StartsWith(s, "up to date in ", "up to date, audited ")
}

// vulnerabilities reads "found 0 vulnerabilities", "3 vulnerabilities (1 low, 2 high)".
func (p *npmParser) vulnerabilities(l report.Line, run *report.Run) bool {
	n, rest, ok := parse.CutNumber(strings.TrimPrefix(l.Text, "found "))
	if !ok || !parse.StartsWith(rest[strings.Index(rest, " ")+1:], "vulnerabilit") {
		return false
	}
	run.End(l.N, report.Ending{Part: true})
	run.Summary = report.AppendLast(run.Summary, l.N, maxNpmSummary)
	p.found = strings.TrimPrefix(l.Text, "found ")
	if p.audit {
		p.vulnerable, p.passed = n > 0, n == 0
	}
	return true
}

// audited reads the list of packages above the numbers: a name with its versions, then the vulnerability.
//
//	minimist  <=0.2.3
//	Severity: critical
//	Prototype Pollution in minimist - https://github.com/advisories/GHSA-vh95-rmgr-6w4m
func (p *npmParser) audited(l report.Line, run *report.Run) {
	if p.head > 0 && strings.HasPrefix(l.Text, "Severity: ") {
		run.Found("", report.Finding{Name: p.name, At: p.head, Evidence: []int{l.N}})
		if p.gravity == nil {
			p.gravity = map[int]int{}
		}
		p.gravity[l.N] = slices.Index(npmSeverities, strings.TrimPrefix(l.Text, "Severity: "))
		p.head = 0
		return
	}
	name, versions, ok := strings.Cut(l.Text, "  ")
	if ok && versions != "" && len(strings.Fields(name)) == 1 {
		p.head, p.name = l.N, name
		return
	}
	if message, _, ok := strings.Cut(l.Text, " - https://"); ok && run.Continues(l.N, maxNpmEvidence) {
		f := run.Open()
		f.Message = cmp.Or(f.Message, message)
	}
}

// npmSeverities lists the severities of an audit, the gravest last.
var npmSeverities = []string{"info", "low", "moderate", "high", "critical"}

// graveness returns the rank of an audit's finding by severity.
func (p *npmParser) graveness(f report.Finding) int {
	if len(f.Evidence) == 0 {
		return -1
	}
	return p.gravity[f.Evidence[0]]
}

// npmBoilerplate reports whether every failure has a line. The errno and the syscall are in the message.
func npmBoilerplate(s string) bool {
	return strings.Contains(s, "/_logs/") || parse.StartsWith(s, "errno ", "syscall ", "A complete log of this run",
		"For a full report see:", "This is probably not a problem with npm")
}

// npmScripts lists the beginnings of lines that report the failure of a script.
var npmScripts = []string{
	"code ELIFECYCLE", "Lifecycle script ", "Test failed.", "Exit status 1", "Failed at the ",
}

// line takes a line of a block, without npm's mark.
func (b *npmBlock) line(n int, s string) {
	switch {
	case s == "", b.manual, b.fields:
		b.fields = b.fields && s != "}"
	case parse.StartsWith(s, npmScripts...):
		b.script = true
	case b.code == 0 && strings.HasPrefix(s, "code "):
		b.code = n
	case npmBoilerplate(s), b.At == 0 && strings.HasPrefix(s, "path "):
	case s[0] == ' ' && strings.HasPrefix(strings.TrimLeft(s, " "), "at "): // a frame
		b.fields = strings.HasSuffix(s, " {")
	case s == "Clean install a project", s == "Usage:", s == "Options:":
		b.manual = true
	case b.At == 0 && strings.HasPrefix(s, "command "): // "command failed", then "command sh -c node make.js"
		b.command = n
	case b.At == 0:
		b.At, b.Message = n, s
	default:
		b.Evidence = report.AppendFirst(b.Evidence, n, maxNpmEvidence)
	}
}

// closeBlock ends a block of errors, and hands over the failure that it reports.
func (p *npmParser) closeBlock(run *report.Run) {
	b := p.block
	p.block = nil
	if b == nil || b.script {
		return
	}
	last := len(p.above) - 1
	if unexplained := b.At == 0 && b.command > 0; unexplained && p.named && last >= 0 { // the script's output is above
		b.Finding = report.Finding{Message: p.aboveText, At: p.above[last], Evidence: p.above[:last]}
		p.above = nil
	}
	if b.At == 0 {
		return
	}
	for _, n := range []int{b.command, b.code} {
		if n > 0 {
			b.Evidence = append(b.Evidence, n)
		}
	}
	run.Found(strategies.Errors, b.Finding)
}

// Close implements [report.Closer].
func (p *npmParser) Close(run *report.Run) {
	p.closeBlock(run)
	found := run.Pending()
	if len(found) == 0 || p.vulnerable {
		run.Verdict = p.verdict()
	}
	switch {
	case p.vulnerable:
		run.Claim(report.Failed)
		slices.SortStableFunc(found, func(a, b report.Finding) int {
			return cmp.Compare(p.graveness(b), p.graveness(a))
		})
		if len(found) > 0 { // how many there are, and how bad, comes before all but the first
			found[0].Evidence = slices.Insert(found[0].Evidence, 0, run.Summary[len(run.Summary)-1])
		}
	case p.passed:
		run.Claim(report.Passed)
	case run.Counted(strategies.Errors) == 0:
		run.Claim(report.NotOurs)
	}
}
