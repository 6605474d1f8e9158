package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// rubocop reads Ruby's linter, and what has its form (standard). Its errors come before its warnings, and those before its
// remarks on style.
var rubocop = report.Program{
	Name: "rubocop",
	Runs: func(c shell.Call) bool { return c.Name == "rubocop" || c.Name == "standardrb" },
	Looks: func(line string) bool {
		return strings.HasPrefix(line, "Inspecting ") && (strings.HasSuffix(line, " files") || line == "Inspecting 1 file")
	},
	Old: func() report.Reader { return &rubocopParser{strict: true, warns: map[int]bool{}} },
	OldFor: func(c shell.Call) report.Reader {
		p := &rubocopParser{strict: true, warns: map[int]bool{}}
		for _, a := range c.Args {
			switch a, _, _ = strings.Cut(a, "="); a {
			case "--fail-level", "-a", "-A", "-x", "--autocorrect", "--autocorrect-all", "--auto-correct", "--auto-correct-all", "--fix", "--fix-layout", "--display-only-fail-level-offenses":
				p.strict = false
			}
		}
		return p
	},
}

type rubocopParser struct {
	diagnosed
	remarks int64
	counted int64
	ended   bool
	strict  bool         // any offense makes it fail
	warns   map[int]bool // lines that are warnings, rather than errors or remarks
}

// Line reads "lib/a.rb:2:3: W: [Correctable] Lint/UselessAssignment: text", with the source and carets below it.
func (p *rubocopParser) Line(n int, s string) {
	if s == "" || p.ended {
		return
	}
	if at, msg, ok := cutPlace(s); ok && at.col > 0 {
		level, text, ok := strings.Cut(msg, ": ")
		if !ok || len(level) != 1 {
			return
		}
		text = strings.TrimPrefix(strings.TrimPrefix(text, "[Corrected] "), "[Correctable] ")
		switch level[0] {
		case 'E', 'F':
			p.add(n, at, text, false)
		case 'W':
			p.add(n, at, text, true)
			if p.open { // it is kept
				p.warns[n] = true
			}
		case 'C', 'R', 'I':
			p.add(n, at, text, true)
			p.warnings--
			p.remarks++
		}
		return
	}
	c, rest := cutNumber(s)
	if len(rest) == len(s) || !strings.HasPrefix(rest, " file") || !strings.Contains(rest, " inspected, ") {
		if len(p.findings) == 0 && strings.HasPrefix(s, "Inspecting ") {
			p.seen(n)
		}
		p.more(n, 1) // the source: carets say less
		return
	}
	_, rest, _ = strings.Cut(rest, " inspected, ")
	c, _ = cutNumber(rest)
	p.counted, p.ended = int64(c), true // "no offenses detected" has no number
	p.end(n)
}

// Report implements [report.Reader]. Offenses of any severity make it fail, unless it was told otherwise or corrected them.
func (p *rubocopParser) Report() report.Report {
	r := p.report()
	if told := p.errors + p.warnings + p.remarks; p.ended && p.counted != told && len(p.findings) < maxFindings {
		return report.Report{Distrust: itoa(int(p.counted)) + " offenses are counted, " + itoa(int(told)) + " are told"}
	}
	if p.remarks > 0 {
		r.Counts[strategies.Remarks] = p.remarks
	}
	if p.ended && p.counted == 0 {
		r.Outcome = strategies.Pass
	}
	if r.Outcome == strategies.Unknown && len(r.Findings) > 0 && p.strict {
		r.Outcome = strategies.Fail
	}
	if p.errors == 0 { // then the warnings are what is wrong, and remarks come after them
		for i := range r.Findings {
			r.Findings[i].Warning = !p.warns[r.Findings[i].At]
		}
	}
	if len(r.Findings) > fewOffenses {
		for i := range r.Findings { // the messages of all come before the source of some
			f := &r.Findings[i]
			f.Evidence, f.Span = nil, strategies.Span{First: f.At, Last: f.At}
		}
	}
	return r
}

// fewOffenses are as many as are told with their source.
const fewOffenses = 4
