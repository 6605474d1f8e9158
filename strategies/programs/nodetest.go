package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// nodeTest reads the spec and dot reporters of node --test. Its TAP is read as any other.
var nodeTest = report.Program{
	Name:   "node --test",
	Runs:   func(c shell.Call) bool { return (c.Name == "node" || c.Name == "tsx") && has(c.Args, "--test") },
	Begins: []string{"> node --test", "$ node --test", "ℹ tests ", "✖ failing tests:", "▶ "},
	Old:    func() report.Reader { return &nodeTestParser{} },
}

// nodeTestParser reads the results, which tell of failures as they come, the numbers, and the list of failures below them.
type nodeTestParser struct {
	counts         tally
	cancelled      int64
	ended          bool
	list           bool // in the list at the end
	at             parse.Place
	atLine         int
	cur            *jsFailure
	open           report.Finding
	indent         int
	inline, listed []report.Finding
	parents        int64 // failed tests that only say that a part of theirs failed
	crash          nodeCrash
	crashes        map[string]report.Finding // by the file that failed
	summary, notes []int
	region         extent
}

func (p *nodeTestParser) Line(n int, s string) {
	if s == "" {
		p.crash.line(n, s)
		return
	}
	bare := strings.TrimLeft(s, " ")
	in := len(s) - len(bare)
	if bare == "" {
		return
	}
	if bare[0] == 0xe2 || bare[0] == 0xef { // the marks
		if p.mark(n, in, bare) {
			return
		}
	}
	if in == 0 {
		if rest, ok := strings.CutPrefix(s, "test at "); ok && p.list {
			if at, ok := wholePlace(rest); ok {
				p.close()
				p.at, p.atLine = at, n
				p.region.seen(n)
				return
			}
		}
		if s == "Failed tests:" { // the dot reporter's list
			p.close()
			p.list = true
			p.region.seen(n)
			return
		}
		if p.cur != nil && p.indent == 0 {
			p.close()
		}
	}
	if p.crash.line(n, s) {
		return
	}
	if p.cur != nil && in > p.indent {
		p.cur.line(n, bare)
	}
}

// mark reads a line that opens with a sign.
func (p *nodeTestParser) mark(n, in int, bare string) bool {
	sign, rest, ok := strings.Cut(bare, " ")
	if !ok {
		return false
	}
	switch sign {
	case "✔", "▶", "﹣":
		p.close()
		if p.ended && !p.list {
			p.region.end()
		}
		p.region.seen(n)
		p.crash.take()
	case "ℹ":
		p.close()
		p.info(n, rest)
	case "✖":
		p.close()
		if rest == "failing tests:" && in == 0 {
			p.list = true
			p.region.seen(n)
			return true
		}
		p.failed(n, in, rest)
	default:
		return false
	}
	return true
}

// info reads "ℹ pass 7".
func (p *nodeTestParser) info(n int, s string) {
	if strings.HasPrefix(s, "all files ") || strings.HasPrefix(s, "Error: ") { // coverage; what happened after a test's end
		if len(p.notes) < maxNotes {
			p.notes = append(p.notes, n)
		}
		return
	}
	word, num, _ := strings.Cut(s, " ")
	k, rest := parse.CutNumber(num)
	if num == "" || rest != "" && word != "duration_ms" {
		return
	}
	if p.counts == nil {
		p.counts = tally{}
	}
	switch word {
	case "tests":
		p.ended, p.list = true, false
	case "pass":
		p.counts.add(strategies.Passed, int64(k))
	case "fail":
		p.counts.add(strategies.Failed, int64(k))
	case "cancelled":
		p.cancelled += int64(k)
	case "skipped":
		p.counts.add(strategies.Skipped, int64(k))
	case "duration_ms":
		p.region.seen(n)
		p.region.end()
		return
	default:
		return
	}
	p.region.seen(n)
	if word == "pass" || word == "fail" || word == "cancelled" && k > 0 {
		p.summary = appendEnd(p.summary, n, 3)
	}
}

// failed opens a failed test: "takes the food rate (1.16ms)".
func (p *nodeTestParser) failed(n, in int, name string) {
	name, todo := nodeName(name)
	p.region.seen(n)
	if todo {
		p.at, p.atLine = parse.Place{}, 0
		return
	}
	p.open = report.Finding{Name: name, At: n}
	if p.list && p.at.File != "" {
		p.open.File, p.open.Row, p.open.Col = p.at.File, p.at.Row, p.at.Col
	}
	p.cur, p.indent = &jsFailure{}, in
}

// nodeName takes the time off a name. What fails and is still to be done carries its reason behind the time.
func nodeName(s string) (name string, todo bool) {
	i := strings.LastIndex(s, "ms)")
	if i < 0 {
		return s, false
	}
	rest := s[i+3:]
	j := strings.LastIndex(s[:i], " (")
	if j < 0 || rest != "" && !strings.HasPrefix(rest, " # ") {
		return s, false
	}
	return s[:j], rest != ""
}

func (p *nodeTestParser) close() {
	if p.cur == nil {
		return
	}
	f, told := p.open, p.cur
	p.cur = nil
	if partsFailed(told.msg) || !told.some && !p.list {
		p.parents++
		return
	}
	row := told.at
	told.fill(&f)
	if row.File != "" {
		f.File, f.Row, f.Col = row.File, row.Row, row.Col
	}
	if told.msg == "'test failed'" {
		p.dead(&f)
	}
	if p.list && p.atLine > 0 && len(told.frames) == 0 {
		f.Evidence = append(f.Evidence, p.atLine)
	}
	p.at, p.atLine = parse.Place{}, 0
	if p.list {
		if len(p.listed) < MaxFindings {
			p.listed = append(p.listed, f)
		}
	} else if len(p.inline) < MaxFindings {
		p.inline = append(p.inline, f)
	}
}

// dead joins a file that failed as a whole with the crash that was printed before.
func (p *nodeTestParser) dead(f *report.Finding) {
	if c, ok := p.crash.take(); ok {
		if p.crashes == nil {
			p.crashes = map[string]report.Finding{}
		}
		if len(p.crashes) < 256 {
			p.crashes[f.Name] = c
		}
	}
	if c, ok := p.crashes[f.Name]; ok {
		f.Message, f.File, f.Row, f.Col = c.Message, c.File, c.Row, c.Col
		f.Evidence = append([]int{c.At}, append(c.Evidence, f.Evidence...)...)
	}
}

// partsFailed reports whether a message only says that parts of a test failed: '2 subtests failed'.
func partsFailed(msg string) bool {
	n, rest := parse.CutNumber(strings.Trim(msg, "'"))
	return n > 0 && (rest == " subtest failed" || rest == " subtests failed")
}

// Report implements [report.Reader].
func (p *nodeTestParser) Report() report.Report {
	p.close()
	r := report.Report{Counts: p.counts.counts(), Region: p.region.span(), Notes: p.notes, Findings: p.listed}
	if len(p.listed) == 0 {
		r.Findings = p.inline
	}
	afterOthers(r.Findings)
	if !p.ended && len(p.listed) > 0 {
		r.Counts[strategies.Failed] = int64(len(p.listed)) // the dot reporter prints no numbers
	}
	failed := p.counts[strategies.Failed] + p.cancelled
	if p.cancelled > 0 {
		r.Counts[strategies.Errors] = p.cancelled
	}
	// A test whose part failed counts as failed, and isn't in the list.
	if told := int64(len(r.Findings)); p.ended && (told == 0 && failed > 0 || told+p.parents < failed) && told < MaxFindings {
		r.Distrust = disagree(failed, len(r.Findings))
	}
	switch {
	case len(r.Findings) > 0 && (p.ended || len(p.listed) > 0):
		r.Outcome = strategies.Fail
		r.Notes = append(r.Notes, p.summary...)
	case failed > 0:
		r.Outcome = strategies.Fail
	case p.ended:
		r.Outcome = strategies.Pass
		r.Summary = p.summary
	}
	return r
}
