package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// ruff reads the linter and formatter ruff, with full and concise diagnostics.
var ruff = report.Program{
	Name:   "ruff",
	Runs:   func(c shell.Call) bool { return c.Name == "ruff" || pythonRuns(c, "ruff") },
	Begins: []string{"All checks passed!", "Would reformat: "},
	Old:    func() report.Reader { return &ruffParser{} },
}

type ruffParser struct {
	diagnosed
	counted int64
	ended   bool
	passed  bool
	pending string // a message whose place comes in the next line
	at      int
}

func (p *ruffParser) Line(n int, s string) {
	if s == "" {
		p.pending = ""
		return
	}
	if p.pending != "" {
		msg := p.pending
		p.pending = ""
		if rest, ok := strings.CutPrefix(strings.TrimLeft(s, " "), "--> "); ok {
			if at, left, ok := cutPlace(rest); ok && left == "" {
				p.add(p.at, at, msg, false)
				p.findings[len(p.findings)-1].Evidence = []int{n}
				p.findings[len(p.findings)-1].Span.Last = n
				p.seen(n)
				return
			}
		}
	}
	switch {
	case s[0] == ' ', digit(s[0]) && strings.Contains(s, " | "), strings.HasPrefix(s, "help: "):
		p.more(n, 6)
		return
	case strings.HasPrefix(s, "Found "):
		if c, ok := numberAfter(s, "Found "); ok && strings.Contains(s, " error") {
			p.counted, p.ended = c, true
			if i := strings.Index(s, " fixed, "); i > 0 { // "Found 5 errors (3 fixed, 2 remaining)."
				left, _ := cutNumber(s[i+len(" fixed, "):])
				p.counted = int64(left)
			} else if strings.Contains(s, " fixed)") {
				p.counted = 0
			}
			p.end(n)
		}
		return
	case s == "All checks passed!":
		p.ended, p.passed = true, true
		p.end(n)
		return
	case strings.HasPrefix(s, "[*] "), strings.HasPrefix(s, "No fixes available"):
		p.end(n)
		return
	case strings.HasPrefix(s, "Would reformat: "):
		p.add(n, place{file: strings.TrimPrefix(s, "Would reformat: ")}, "would be reformatted", false)
		return
	case strings.HasPrefix(s, "error: "), strings.HasPrefix(s, "ruff failed"):
		p.add(n, place{}, strings.TrimPrefix(s, "error: "), false)
		p.wrong++
		return
	}
	if c, rest := cutNumber(s); len(rest) < len(s) && strings.HasPrefix(rest, " file") {
		p.end(n)
		if strings.Contains(rest, " would be reformatted") {
			p.counted, p.ended = int64(c), true
		} else {
			p.passed = true // left unchanged, reformatted, already formatted
		}
		return
	}
	if at, msg, ok := cutPlace(s); ok && msg != "" {
		p.add(n, at, msg, false)
		return
	}
	if code, msg, ok := strings.Cut(s, " "); ok && ruffCode(strings.TrimSuffix(code, ":")) {
		p.pending, p.at = msg, n
		return
	}
	p.open = false
}

// ruffCode reports whether a word names a rule: "F401", "PLR0913", "invalid-syntax".
func ruffCode(w string) bool {
	if w == "invalid-syntax" || w == "unformatted" {
		return true
	}
	i := 0
	for i < len(w) && w[i] >= 'A' && w[i] <= 'Z' {
		i++
	}
	return i > 0 && i < 5 && len(w)-i >= 3 && len(w)-i <= 4 && strings.Trim(w[i:], "0123456789") == ""
}

// Report implements [report.Reader].
func (p *ruffParser) Report() report.Report {
	if p.ended && p.counted != p.errors-p.wrong {
		return report.Report{Distrust: itoa(int(p.counted)) + " errors are counted, " + itoa(int(p.errors)) + " are told"}
	}
	r := p.report()
	if p.passed && r.Outcome == strategies.Unknown {
		r.Outcome = strategies.Pass
	}
	return r
}
