package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// rspec reads RSpec.
var rspec = report.Program{
	Name:   "rspec",
	Runs:   func(c shell.Call) bool { return c.Name == "rspec" },
	Begins: []string{"An error occurred while loading ./", "Failed examples:", "Failures:"},
	Old:    func() report.Reader { return &rspecParser{} },
}

type rspecParser struct {
	runs
	list    numberedFailures
	errors  []report.Finding // outside of the examples
	part    rspecPart
	message bool             // the next line is the exception's message
	reruns  []report.Finding // "Failed examples"
	counted bool
	failed  int64 // in all runs
	outside int64
	told    int64 // failures of the runs before
}

type rspecPart uint8

const (
	rspecProgress rspecPart = iota
	rspecPending
	rspecFailures
	rspecLoading // an error outside of the examples
	rspecReruns
)

func (p *rspecParser) Line(n int, s string) {
	bare := strings.TrimSpace(s)
	switch {
	case bare == "":
		return
	case s == "Failures:":
		p.part = rspecFailures
		p.seen(n)
		return
	case strings.HasPrefix(s, "Pending:"):
		p.part = rspecPending
		p.seen(n)
		return
	case strings.HasPrefix(s, "Finished in ") && strings.Contains(s, " second"):
		p.part, p.list.open = rspecProgress, nil
		p.seen(n)
		return
	case s == "Failed examples:":
		p.part = rspecReruns
		p.seen(n)
		return
	case strings.HasPrefix(s, "An error occurred "):
		p.part = rspecLoading
		p.seen(n)
		p.errors = appendFinding(p.errors, report.Finding{Message: report.Clip(bare), At: n})
		return
	}
	if parse.Digit(s[0]) && p.totals(n, s) {
		return
	}
	switch p.part {
	case rspecFailures:
		if title, ok := numberedTitle(s); ok {
			p.list.begin(n, title)
			p.message = false
			return
		}
		p.line(n, bare)
	case rspecLoading:
		p.loading(n, s, bare)
	case rspecReruns:
		if rest, ok := strings.CutPrefix(s, "rspec "); ok {
			where, name, _ := strings.Cut(rest, " # ")
			at, _, _ := parse.CutPlace(where)
			p.seen(n)
			p.reruns = appendFinding(p.reruns, report.Finding{Name: name, File: at.File, Row: at.Row, At: n})
		}
	}
}

// line reads a line of a failure.
func (p *rspecParser) line(n int, bare string) {
	f := p.list.open
	if f == nil {
		return
	}
	switch {
	case strings.HasPrefix(bare, "# "):
		if at, _, ok := parse.CutPlace(strings.TrimPrefix(bare, "# ")); ok && f.File == "" {
			f.File, f.Row = at.File, at.Row
			p.list.says(n)
		}
	case strings.Contains(bare, "Failure/Error:"):
		p.list.says(n)
	case strings.HasPrefix(bare, "(compared using"):
	case p.message:
		p.message = false
		f.Message = report.Clip(f.Message + " " + bare)
		p.list.says(n)
	default:
		if f.Message == "" {
			f.Message = report.Clip(bare)
			p.message = strings.HasSuffix(bare, ":") // "ArgumentError:"
		} else if strings.HasPrefix(f.Message, "expected:") && strings.HasPrefix(bare, "got:") {
			f.Message = report.Clip(f.Message + ", " + bare)
		}
		p.list.says(n)
	}
}

// loading reads a line of an error outside of the examples.
func (p *rspecParser) loading(n int, s, bare string) {
	f := &p.errors[len(p.errors)-1]
	switch {
	case strings.HasPrefix(s, "# "):
		if at, _, ok := parse.CutPlace(strings.TrimPrefix(s, "# ")); ok && f.File == "" {
			f.File, f.Row = at.File, at.Row
			f.Evidence = report.AppendFirst(f.Evidence, n, 8)
		}
	case s[0] != ' ' && (excMessage(s) || strings.HasSuffix(s, "Error:")):
		f.Message = report.Clip(bare)
		f.Evidence = append([]int{n}, f.Evidence...)
		p.message = true
	case p.message:
		p.message = false
		f.Message = report.Clip(f.Message + " " + bare)
		f.Evidence = append([]int{f.Evidence[0], n}, f.Evidence[1:]...)
	case strings.HasPrefix(s, "Failure/Error:"):
		f.Evidence = report.AppendFirst(f.Evidence, n, 8)
	}
}

// totals reads "6 examples, 3 failures, 2 pending, 1 error occurred outside of examples".
func (p *rspecParser) totals(n int, s string) bool {
	if !strings.Contains(s, " example") || !strings.Contains(s, " failure") {
		return false
	}
	p.seen(n)
	p.list.open = nil
	p.counted = true
	var examples, failed, outside, pending int64
	for word, c := range parse.WordCounts(s) {
		switch {
		case strings.HasPrefix(word, "example"):
			examples = c
		case strings.HasPrefix(word, "failure"):
			failed = c
		case strings.HasPrefix(word, "pending"):
			pending = c
		case strings.HasPrefix(word, "error"):
			outside = c
		}
	}
	p.summary = appendLast(p.summary, n)
	if p.counts == nil {
		p.counts = map[strategies.Key]int64{}
	}
	for key, c := range map[strategies.Key]int64{strategies.Failed: failed, strategies.Errors: outside, strategies.Skipped: pending} {
		if c > 0 {
			p.counts[key] += c
		}
	}
	p.counts[strategies.Passed] += max(examples-failed-pending, 0)
	if failed+outside == 0 && examples > 0 {
		p.pass = true
	}
	if told := p.list.told() - p.told; told != failed {
		p.disagree(failed, told)
	}
	p.told = p.list.told()
	p.failed, p.outside = p.failed+failed, p.outside+outside
	return true
}

// Report implements [report.Reader].
func (p *rspecParser) Report() report.Report {
	findings := p.list.findings
	if len(p.reruns) == len(findings) { // the lines that run them again name the test and its place
		for i := range findings {
			f, again := &findings[i], &p.reruns[i]
			if f.Name == again.Name {
				f.At = again.At
				if f.File == "" {
					f.File, f.Row = again.File, again.Row
				}
			}
		}
	}
	if !p.counted && len(findings) == 0 { // "Failures:" is what others print, too
		findings = nil
	}
	p.findings = append(p.errors, findings...)
	p.bad = len(p.findings) > 0 && (p.counted || len(p.errors) > 0) || p.failed+p.outside > 0
	if !p.bad {
		p.findings = nil
	}
	return p.report()
}
