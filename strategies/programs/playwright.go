package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// playwright reads Playwright Test's list, line and dot reporters.
var playwright = report.Program{
	Name: "playwright",
	Runs: func(c shell.Call) bool { return c.Name == "playwright" && c.Sub() == "test" },
	Begins: []string{"> playwright test", "$ playwright test", "Running 1", "Running 2", "Running 3", "Running 4", "Running 5", "Running 6",
		"Running 7", "Running 8", "Running 9"},
	Old: func() report.Reader { return &playwrightParser{} },
}

// playwrightParser follows a run: results, a numbered list of failures, and the numbers with the names below each.
type playwrightParser struct {
	began    bool
	counts   tally
	counted  bool
	flakes   int64
	flaky    map[parse.Place]bool // tests that passed when they ran again
	names    string               // what the names below a number are: "failed", "flaky"
	cur      *jsFailure
	open     report.Finding
	findings []report.Finding
	inline   []report.Finding // failed tests by their marks, for a run that was killed
	load     bool             // before the run began: a file that can't be loaded
	retry    bool             // below "Retry #1": told again
	ended    bool
	outside  int64 // errors that belong to no test
	summary  []int
	texts    map[int]string // names without the rule behind them
	region   extent
}

func (p *playwrightParser) Line(n int, s string) {
	bare := strings.TrimLeft(s, " ")
	if bare == "" {
		return
	}
	in := len(s) - len(bare)
	switch in {
	case 0:
		p.top(n, s)
		return
	case 2:
		if p.numbered(n, bare) || p.count(n, bare) {
			return
		}
		if name, ok := strings.CutPrefix(bare, "✘ "); ok && len(p.inline) < MaxFindings {
			if i := strings.LastIndex(name, " ("); i > 0 {
				name = name[:i]
			}
			if at, name, ok := playwrightName(strings.TrimLeft(name, " 0123456789")); ok {
				p.inline = append(p.inline, report.Finding{Name: name, File: at.File, Row: at.Row, Col: at.Col, At: n})
			}
			return
		}
	case 4:
		if p.names != "" {
			p.name(n, bare)
			return
		}
		if strings.HasPrefix(bare, "Retry #") {
			p.retry = true
			return
		}
	}
	if p.cur != nil && !p.retry {
		p.cur.line(n, bare)
	}
}

// top reads a line without indentation.
func (p *playwrightParser) top(n int, s string) {
	switch {
	case strings.HasPrefix(s, "Running ") && strings.Contains(s, " using ") && strings.Contains(s, " worker"):
		p.close()
		p.began, p.ended, p.names = true, false, ""
		p.region.seen(n)
		return
	case strings.HasPrefix(s, "Error: No tests found"):
		p.close()
		if p.load { // a file that can't be loaded says why
			return
		}
		p.findings = append(p.findings, report.Finding{Message: s, At: n})
		return
	case jsError(s) && (p.cur == nil || p.load) && !p.ended:
		p.close()
		p.open = report.Finding{Message: s, At: n}
		p.cur, p.load, p.retry = &jsFailure{}, true, false
		return
	case strings.HasSuffix(s, " not a part of any test, see above for details"):
		k, _ := parse.CutNumber(s)
		p.outside += int64(k)
		p.summary = appendLast(p.summary, n)
		return
	}
	if p.cur != nil && p.load {
		p.cur.line(n, s)
	}
}

// jsError reports whether a line opens with the name of an exception: "TypeError: x", "Error: y".
func jsError(s string) bool {
	i := strings.Index(s, "Error: ")
	return i >= 0 && !strings.ContainsAny(s[:i], " :/.") && (i == 0 || s[0] >= 'A' && s[0] <= 'Z')
}

// numbered opens a failure: "1) [chromium] › a.spec.ts:5:3 › Cart › takes the food rate ────".
func (p *playwrightParser) numbered(n int, bare string) bool {
	if !parse.Digit(bare[0]) {
		return false
	}
	_, rest := parse.CutNumber(bare)
	title, ok := strings.CutPrefix(rest, ") ")
	if !ok || !p.began {
		return false
	}
	at, name, ok := playwrightName(title)
	if !ok {
		return false
	}
	if short := strings.TrimRight(bare, "─ "); len(short) < len(bare) && len(p.texts) < MaxFindings {
		if p.texts == nil {
			p.texts = map[int]string{}
		}
		p.texts[n] = "  " + short
	}
	p.close()
	p.region.seen(n)
	p.open = report.Finding{Name: name, File: at.File, Row: at.Row, Col: at.Col, At: n}
	p.cur, p.load, p.retry, p.names = &jsFailure{}, false, false, ""
	return true
}

// playwrightName reads "[chromium] › a.spec.ts:5:3 › Cart › adds up ────".
func playwrightName(s string) (at parse.Place, name string, ok bool) {
	s = strings.TrimRight(s, "─ ")
	for rest := s; rest != ""; {
		part, more, found := strings.Cut(rest, " › ")
		if at, ok = wholePlace(part); ok {
			return at, more, found
		}
		rest = more
	}
	return parse.Place{}, "", false
}

// count reads "6 failed", "1 flaky", "3 passed (6.9s)".
func (p *playwrightParser) count(n int, bare string) bool {
	if !parse.Digit(bare[0]) || !p.began {
		return false
	}
	k, rest := parse.CutNumber(bare)
	if len(rest) < 2 || rest[0] != ' ' {
		return false
	}
	word, more, _ := strings.Cut(rest[1:], " ")
	names := ""
	numbers := tally{}
	switch {
	case more == "" && (word == "failed" || word == "interrupted"):
		names = word
		numbers.add(strategies.Failed, int64(k))
	case more == "" && word == "flaky":
		names = word
		p.flakes += int64(k)
	case more == "" && word == "skipped" || rest == " did not run":
		names = word
		numbers.add(strategies.Skipped, int64(k))
	case word == "passed" && strings.HasPrefix(more, "(") && strings.HasSuffix(more, ")"):
		numbers.add(strategies.Passed, int64(k))
		p.ended = true
	default:
		return false
	}
	p.close()
	p.names = names
	if p.counts == nil {
		p.counts = tally{}
	}
	for key, v := range numbers {
		p.counts.add(key, v)
	}
	p.counted = true
	p.summary = appendEnd(p.summary, n, 5)
	p.region.seen(n)
	p.region.end()
	return true
}

// name reads a name below a number.
func (p *playwrightParser) name(n int, bare string) {
	at, _, ok := playwrightName(bare)
	if !ok {
		return
	}
	p.region.seen(n)
	p.region.end()
	if p.names == "flaky" && len(p.flaky) < MaxFindings {
		if p.flaky == nil {
			p.flaky = map[parse.Place]bool{}
		}
		p.flaky[at] = true
	}
}

func (p *playwrightParser) close() {
	if p.cur == nil {
		return
	}
	f := p.open
	p.cur.fill(&f)
	p.cur = nil
	if len(p.findings) < MaxFindings {
		p.findings = append(p.findings, f)
	}
}

// Report implements [report.Reader].
func (p *playwrightParser) Report() report.Report {
	p.close()
	r := report.Report{Findings: p.findings, Counts: p.counts.counts(), Region: p.region.span(), Texts: p.texts}
	failed := p.counts[strategies.Failed]
	if !p.counted && len(r.Findings) == 0 {
		r.Findings = p.inline
	}
	told := int64(0)
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Warning = f.Name != "" && p.flaky[parse.Place{File: f.File, Row: f.Row, Col: f.Col}]
		if f.Name != "" && !f.Warning {
			told++
		}
	}
	if n := int64(len(r.Findings)) - told - p.flakes; n > 0 || p.outside > 0 {
		r.Counts[strategies.Errors] = max(p.outside, n)
	}
	if p.counted && told != failed {
		r.Distrust = disagree(failed, int(told))
	}
	switch {
	case failed > 0 || p.outside > 0 || len(p.findings) > int(p.flakes):
		r.Outcome = strategies.Fail
		if !p.began && len(r.Findings) > 0 && r.Findings[0].Name == "" {
			r.Region = strategies.Span{}
		}
		r.Notes = p.summary
	case p.ended:
		r.Outcome = strategies.Pass
		r.Summary = p.summary
	}
	return r
}
