package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// npm reads what npm itself says: why an install failed, and how one ended. That a script failed says nothing: what the
// script printed does.
var npm = report.Program{
	Name:   "npm",
	Runs:   func(c shell.Call) bool { return c.Name == "npm" && installs(c.Sub()) },
	Begins: []string{"npm error ", "npm ERR! "},
	Old:    func() report.Reader { return &npmParser{} },
	OldFor: func(c shell.Call) report.Reader { return &npmParser{named: true, audit: c.Sub() == "audit"} },
}

// installs reports whether a package manager's subcommand changes what is installed, or looks at it.
func installs(sub string) bool {
	switch sub {
	case "install", "i", "ci", "add", "update", "up", "upgrade", "uninstall", "remove", "rm", "audit", "dedupe", "link", "install-test", "clean-install":
		return true
	}
	return false
}

type npmParser struct {
	named, audit   bool
	in             bool // in a block of errors
	cur            report.Finding
	code           int // the line that tells the code of the failure
	codeText       string
	script         bool  // the block only says that a script failed
	command        int   // the line that says that an install script failed
	commandAt      int   // and which; what that printed stands below, or above all errors
	above          []int // the last lines of others
	aboveText      string
	brace          bool // in the fields of an exception
	usage          bool // the rest of the block is the manual
	findings       []report.Finding
	failed         bool
	vulnerable     bool
	head           int // in an audit: the line that may name a package
	headText       string
	pass           bool
	summary, notes []int
}

// maxNpmSays is how many lines of a failure are kept.
const maxNpmSays = 12

func (p *npmParser) Line(n int, s string) {
	if text, ok := npmError(s); ok {
		p.error(n, text)
		return
	}
	if s != "" {
		p.close()
		p.above = appendEnd(p.above, n, 4)
		p.aboveText = s
	}
	if !p.named {
		return
	}
	switch {
	case s == "":
	case strings.HasPrefix(s, "npm warn deprecated "), strings.HasPrefix(s, "npm WARN deprecated "):
	case strings.HasPrefix(s, "npm warn "), strings.HasPrefix(s, "npm WARN "):
		if len(p.notes) < maxNotes {
			p.notes = append(p.notes, n)
		}
	case npmDone(s):
		p.pass = true
		p.summary = appendEnd(p.summary, n, 3)
	case strings.HasSuffix(s, " vulnerabilities") || strings.HasSuffix(s, " vulnerability") || strings.Contains(s, " vulnerabilities ("):
		p.vulnerabilities(n, s)
	case p.audit:
		p.audited(n, s)
	}
}

// npmError takes npm's mark off a line of an error.
func npmError(s string) (string, bool) {
	if !strings.HasPrefix(s, "npm ") {
		return "", false
	}
	rest := s[4:]
	if text, ok := strings.CutPrefix(rest, "error"); ok && (text == "" || text[0] == ' ') {
		return strings.TrimPrefix(text, " "), true
	}
	if text, ok := strings.CutPrefix(rest, "ERR!"); ok && (text == "" || text[0] == ' ') {
		return strings.TrimPrefix(text, " "), true
	}
	return "", false
}

// npmDone reports whether a line is "added 2 packages, and audited 3 packages in 321ms" or one of its like.
func npmDone(s string) bool {
	if !strings.HasSuffix(s, "s") && !strings.HasSuffix(s, "m") || !strings.Contains(s, " in ") && !strings.HasPrefix(s, "up to date, audited ") {
		return false
	}
	verb, rest, _ := strings.Cut(s, " ")
	switch verb {
	case "added", "removed", "changed":
		return rest != "" && parse.Digit(rest[0]) && strings.Contains(rest, " package")
	}
	return strings.HasPrefix(s, "up to date")
}

func (p *npmParser) vulnerabilities(n int, s string) {
	k, rest := parse.CutNumber(s)
	if rest == s && !strings.HasPrefix(s, "found ") {
		return
	}
	p.summary = appendEnd(p.summary, n, 3)
	if p.audit {
		p.vulnerable = k > 0
		p.pass = k == 0
	}
}

// audited reads the list of packages above the numbers: a name with its versions, then what is wrong with it.
func (p *npmParser) audited(n int, s string) {
	if strings.HasPrefix(s, "Severity: ") && p.head > 0 {
		name, _, _ := strings.Cut(p.headText, " ")
		p.findings = append(p.findings, report.Finding{Name: name, At: p.head, Evidence: []int{n}})
		p.head = 0
		return
	}
	if name, versions, ok := strings.Cut(s, "  "); ok && s[0] != ' ' && !strings.Contains(name, " ") && versions != "" && len(p.findings) < MaxFindings {
		p.head, p.headText = n, s
		return
	}
	if len(p.findings) == 0 {
		return
	}
	if f := &p.findings[len(p.findings)-1]; strings.Contains(s, " - https://") && len(f.Evidence) < maxNpmSays {
		f.Evidence = append(f.Evidence, n)
		if f.Message == "" {
			f.Message, _, _ = strings.Cut(s, " - https://")
		}
	}
}

// error takes in a line of an error.
func (p *npmParser) error(n int, s string) {
	if !p.in {
		p.in = true
		p.cur, p.code, p.codeText, p.script, p.usage = report.Finding{}, 0, "", false, false
		p.command, p.commandAt, p.brace = 0, 0, false
	}
	word, rest, _ := strings.Cut(s, " ")
	switch {
	case s == "" || p.usage:
	case p.brace:
		p.brace = s != "}"
	case word == "code" && p.code == 0:
		p.code, p.codeText = n, rest
	case word == "errno" || word == "syscall" || word == "path" && p.cur.At == 0:
	case s[0] == ' ' && strings.HasPrefix(strings.TrimLeft(s, " "), "at "):
		p.brace = strings.HasSuffix(s, " {") // the fields of an exception follow
	case strings.HasPrefix(s, "A complete log of this run") || strings.Contains(s, "/_logs/") || s == "For a full report see:" || strings.HasPrefix(s, "This is probably not a problem with npm"):
	case strings.HasPrefix(s, "Lifecycle script ") || strings.HasPrefix(s, "Test failed.") || s == "Exit status 1" || strings.HasPrefix(s, "Failed at the "):
		p.script = true
	case s == "Clean install a project" || s == "Usage:" || s == "Options:":
		p.usage = true
	case s == "command failed":
		p.command = n
	case p.command > 0 && p.cur.At == 0 && word == "command":
		p.commandAt = n
	case p.cur.At == 0:
		p.cur.At, p.cur.Message = n, s
	case len(p.cur.Evidence) < maxNpmSays:
		p.cur.Evidence = append(p.cur.Evidence, n)
	}
}

// close ends a block of errors.
func (p *npmParser) close() {
	if !p.in {
		return
	}
	p.in = false
	if p.codeText == "ELIFECYCLE" {
		p.script = true
	}
	if p.named && !p.script && p.cur.At == 0 && p.commandAt > 0 && len(p.above) > 0 { // what it printed stands above
		p.cur = report.Finding{Message: p.aboveText, At: p.above[len(p.above)-1], Evidence: p.above[:len(p.above)-1]}
		p.above = nil
	}
	if p.script || p.cur.At == 0 { // a script has told why it failed above
		return
	}
	if p.commandAt > 0 {
		p.cur.Evidence = append(p.cur.Evidence, p.commandAt)
	}
	if p.code > 0 {
		p.cur.Evidence = append(p.cur.Evidence, p.code)
	}
	p.failed = true
	if len(p.findings) < MaxFindings {
		p.findings = append(p.findings, p.cur)
	}
}

// Report implements [report.Reader].
func (p *npmParser) Report() report.Report {
	p.close()
	r := report.Report{Findings: p.findings, Notes: p.notes, Counts: map[strategies.Key]int64{}}
	switch {
	case p.failed || p.vulnerable:
		r.Outcome = strategies.Fail
		if p.failed && !p.vulnerable {
			r.Counts[strategies.Errors] = int64(len(p.findings))
		}
		r.Summary = p.summary
		if p.vulnerable && len(r.Findings) > 0 && len(p.summary) > 0 { // how many there are, and how bad, comes before all but the first
			f := &r.Findings[0]
			f.Evidence = append([]int{p.summary[len(p.summary)-1]}, f.Evidence...)
		}
	case p.pass:
		r.Outcome = strategies.Pass
		r.Summary = p.summary
	default:
		return report.Report{}
	}
	return r
}
