package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// pip reads Python's installer.
var pip = report.Program{
	Name: "pip",
	Runs: func(c shell.Call) bool {
		if c.Name != "pip" && c.Name != "pip3" && !strings.HasPrefix(c.Name, "pip3.") && !pythonRuns(c, "pip") {
			return false
		}
		for _, a := range c.Args {
			switch a {
			case "install", "uninstall", "download", "wheel":
				return true
			}
		}
		return false
	},
	Old: func() report.Reader { return &pipParser{} },
}

type pipParser struct {
	findings    []report.Finding
	open        *report.Finding
	inner       bool  // inside of the output of a subprocess
	lines       []int // the last lines of it
	innerText   string
	summary     []int
	notes       []int
	retried     int // the last time that a download was tried again, and why
	done        bool
	first, last int
}

func (p *pipParser) Line(n int, s string) {
	bare := strings.TrimSpace(s)
	if bare == "" {
		return
	}
	if p.first == 0 {
		p.first = n
	}
	p.last = n
	if p.inner {
		if bare == "[end of output]" {
			p.inner = false
			p.endInner()
			return
		}
		p.lines = append(p.lines, n)
		p.lines = p.lines[max(0, len(p.lines)-3):]
		p.innerText = bare
		return
	}
	switch {
	case strings.HasPrefix(s, "ERROR: "):
		p.wrong(n, strings.TrimPrefix(s, "ERROR: "))
	case strings.HasPrefix(bare, "error: "):
		p.wrong(n, strings.TrimPrefix(bare, "error: "))
	case strings.HasPrefix(bare, "╰─> [") && strings.HasSuffix(bare, "lines of output]"):
		p.inner = true
		p.lines = nil
	case strings.HasPrefix(bare, "× "), strings.HasPrefix(bare, "│ "), strings.HasPrefix(bare, "╰─> "):
		p.says(n)
	case strings.HasPrefix(s, "Successfully installed "), strings.HasPrefix(bare, "Successfully uninstalled "), strings.HasPrefix(s, "Successfully downloaded "):
		p.done, p.open = true, nil
		p.summary = appendLast(p.summary, n)
	case strings.HasPrefix(s, "Successfully built "):
		p.summary = appendLast(p.summary, n)
	case strings.HasPrefix(s, "WARNING: Retrying "):
		p.retried = n
		p.open = nil
	case strings.HasPrefix(s, "WARNING: "):
		if len(p.notes) < 8 {
			p.notes = append(p.notes, n)
		}
		p.open = nil
	case strings.HasPrefix(s, "The conflict is caused by:"):
		p.says(n)
	case s[0] == ' ' && p.open != nil && n <= p.open.Span.Last+2:
		p.says(n)
	}
}

// wrong notes an error. pip tells some in more than one line.
func (p *pipParser) wrong(n int, msg string) {
	p.open = nil
	if strings.HasPrefix(msg, "ResolutionImpossible:") || msg == "metadata-generation-failed" && len(p.findings) > 0 {
		return // what came before says why
	}
	if len(p.findings) == MaxFindings {
		return
	}
	p.findings = append(p.findings, report.Finding{Message: report.Clip(msg), At: n, Span: strategies.Span{First: n, Last: n}})
	p.open = &p.findings[len(p.findings)-1]
}

// says notes a line that tells of the open error.
func (p *pipParser) says(n int) {
	if p.open != nil && len(p.open.Evidence) < 8 {
		p.open.Evidence = append(p.open.Evidence, n)
		p.open.Span.Last = n
	}
}

// endInner closes the output of a subprocess: its last lines say what went wrong.
func (p *pipParser) endInner() {
	if p.open == nil || len(p.lines) == 0 {
		return
	}
	var says []int
	for i := len(p.lines) - 1; i >= 0; i-- {
		says = append(says, p.lines[i])
	}
	p.open.Message = report.Clip(p.innerText)
	p.open.Evidence = append(says, p.open.Evidence...)
	p.open.Span.Last = p.lines[len(p.lines)-1]
}

// Report implements [report.Reader].
func (p *pipParser) Report() report.Report {
	r := report.Report{Counts: map[strategies.Key]int64{}, Findings: p.findings, Summary: p.summary, Notes: p.notes, Region: strategies.Span{First: p.first, Last: p.last}}
	switch {
	case p.done: // errors before it are of packages that were there already
		r.Outcome = strategies.Pass
		for i := range r.Findings {
			r.Findings[i].Warning = true
		}
	case len(p.findings) > 0:
		r.Outcome = strategies.Fail
		if p.retried > 0 {
			r.Findings[0].Evidence = append(r.Findings[0].Evidence, p.retried)
		}
	}
	return r
}
