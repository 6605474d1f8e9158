package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// mocha reads mocha's reporters for people: all of them end alike, with the numbers and a numbered list of failures.
var mocha = report.Program{
	Name:   "mocha",
	Runs:   func(c shell.Call) bool { return c.Name == "mocha" || c.Name == "_mocha" },
	Begins: []string{"> mocha", "$ mocha", "> nyc mocha", "✔ ", "✓ "},
	Looks: func(line string) bool { // "  4 passing (6ms)"
		return len(line) > 12 && line[0] == ' ' && line[1] == ' ' && parse.Digit(line[2]) && strings.Contains(line, " passing (")
	},
	Old: func() report.Reader { return &mochaParser{} },
}

// mochaParser follows a run: results, "N passing", "N failing", the failures.
type mochaParser struct {
	counts         tally
	failing        int64 // failures that are still to be told
	next           int   // the number of the failure that comes next
	titles         []string
	cur            *jsFailure
	open           report.Finding
	findings       []report.Finding
	inline         []report.Finding // failed tests by their marks, for a run that was killed
	told           int64
	ended          bool
	crash          nodeCrash
	crashed        *jsFailure // what ended the run before its first test
	exception      report.Finding
	exceptions     int
	summary, notes []int
	region         extent
}

func (p *mochaParser) Line(n int, s string) {
	bare := strings.TrimLeft(s, " ")
	if bare == "" {
		p.crash.line(n, s)
		return
	}
	in := len(s) - len(bare)
	switch {
	case in == 2 && parse.Digit(bare[0]) && p.count(n, bare):
		return
	case in == 2 && p.failing > 0 && p.numbered(n, bare):
		return
	case p.titles != nil:
		p.title(n, in, bare)
		return
	case in == 1 && strings.HasPrefix(bare, "Exception during run: "):
		p.exceptional(n, strings.TrimPrefix(bare, "Exception during run: "))
		return
	case in == 0 && strings.HasPrefix(s, "Error: No test files found"):
		p.findings = append(p.findings, report.Finding{Message: s, At: n})
		p.region.seen(n)
		return
	case p.crashed != nil:
		p.crashed.line(n, bare)
		return
	}
	if p.crash.line(n, s) {
		return
	}
	if p.cur != nil {
		p.cur.line(n, bare)
		return
	}
	if in >= 2 && parse.Digit(bare[0]) && len(p.inline) < MaxFindings && !p.ended {
		if k, rest := parse.CutNumber(bare); strings.HasPrefix(rest, ") ") && k == len(p.inline)+1 {
			p.inline = append(p.inline, report.Finding{Name: rest[2:], At: n})
			p.region.seen(n)
		}
	}
}

// exceptional opens what ended the run before its first test.
func (p *mochaParser) exceptional(n int, message string) {
	p.close()
	p.exceptions++
	p.region.seen(n)
	if crashPlace(message) {
		p.crash.line(n, message) // the code and the message follow
		return
	}
	p.exception = report.Finding{Message: message, At: n}
	p.crashed = &jsFailure{}
}

// count reads "4 passing (6ms)", "1 pending", "3 failing".
func (p *mochaParser) count(n int, bare string) bool {
	num, rest := parse.CutNumber(bare)
	var key strategies.Key
	switch {
	case strings.HasPrefix(rest, " passing (") && strings.HasSuffix(rest, ")"):
		p.close()
		key = strategies.Passed
		p.ended, p.failing = true, 0
		p.summary = appendLast(p.summary, n)
		p.inline = p.inline[:0]
		if p.counts == nil {
			p.counts = tally{}
		}
	case !p.ended || p.cur != nil:
		return false
	case rest == " pending":
		key = strategies.Skipped
	case rest == " failing":
		key = strategies.Failed
		p.failing, p.next = int64(num), 1
	default:
		return false
	}
	p.counts.add(key, int64(num))
	p.region.seen(n)
	p.region.end()
	return true
}

// numbered opens a failure of the list: "1) Cart", with the rest of its name on the lines below.
func (p *mochaParser) numbered(n int, bare string) bool {
	k, rest := parse.CutNumber(bare)
	title, ok := strings.CutPrefix(rest, ") ")
	if !ok || k != p.next || int64(k) > p.failing {
		return false
	}
	p.close()
	p.next++
	p.told++
	p.region.seen(n)
	p.open = report.Finding{At: n}
	p.cur = &jsFailure{}
	p.titles = []string{title}
	p.endTitle(title)
	return true
}

// title reads a further line of a name, which ends with a colon.
func (p *mochaParser) title(n, in int, bare string) {
	if in < 5 || len(p.titles) > 16 {
		p.titles = nil
		p.cur.line(n, bare)
		return
	}
	p.titles = append(p.titles, bare)
	if p.open.Head == 0 {
		p.open.Head = p.open.At
	}
	p.open.At = n
	p.endTitle(bare)
}

func (p *mochaParser) endTitle(line string) {
	p.open.Name = strings.TrimSuffix(strings.Join(p.titles, " > "), ":")
	if strings.HasSuffix(line, ":") {
		p.titles = nil
	}
}

func (p *mochaParser) close() {
	if p.cur != nil {
		f := p.open
		p.cur.fill(&f)
		p.region.seen(f.At)
		p.region.end()
		if len(p.findings) < MaxFindings {
			p.findings = append(p.findings, f)
		}
	}
	if p.crashed != nil {
		f := p.exception
		p.crashed.fill(&f)
		p.findings = append(p.findings, f)
	}
	p.cur, p.titles, p.crashed = nil, nil, nil
}

// Report implements [report.Reader].
func (p *mochaParser) Report() report.Report {
	p.close()
	if f, ok := p.crash.take(); ok && (p.ended || p.exceptions > 0) {
		p.findings = append(p.findings, f)
		p.region.seen(f.At)
	}
	r := report.Report{Findings: p.findings, Counts: p.counts.counts(), Region: p.region.span()}
	failed := p.counts[strategies.Failed]
	if n := int64(len(p.findings)) - p.told; n > 0 && p.told < MaxFindings {
		r.Counts[strategies.Errors] = n
	}
	if p.told != failed {
		r.Distrust = disagree(failed, int(p.told))
	}
	if !p.ended && len(p.findings) == 0 {
		r.Findings = p.inline
	}
	switch {
	case failed > 0 || len(p.findings) > 0:
		r.Outcome = strategies.Fail
		r.Notes = p.summary
	case p.ended:
		r.Outcome = strategies.Pass
		r.Summary = p.summary
	}
	return r
}
