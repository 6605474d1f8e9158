package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// tap reads the Test Anything Protocol, with subtests and the details in YAML that Node, vitest and others add.
var tap = report.Program{
	Name: "tap",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "bats", "tape", "tap":
			return true
		case "node", "tsx":
			return has(c.Args, "--test")
		}
		return false
	},
	Begins: []string{"TAP version 1", "1..", "ok 1 ", "not ok ", "# Subtest: "},
	Old:    func() report.Reader { return &tapParser{} },
}

// tapParser counts the test points that aren't made of others. A point with subtests comes below them, but for vitest's,
// which opens a bracket.
type tapParser struct {
	began          bool
	planned, top   int64 // points at the top
	plans          int
	ok, bad, todo  int64
	skipped        int64
	levels         []tapLevel // by depth: what was seen below the point that is to come
	counts         tally      // "# pass 7"
	pass, fail     bool       // they were printed
	cur            *tapPoint
	findings       []report.Finding
	crash          nodeCrash
	bail           bool
	harness        bool // prove reads it, and counts
	missing        bool // fewer or more points came than were planned
	summary, notes []int
	region         extent
	comments       []int // those since the last point
	step           int   // how far a level is indented
	brackets       bool  // a point with subtests opens a bracket, and its parts follow
}

type tapLevel struct{ points, failed int64 }

func (p *tapParser) Line(n int, s string) {
	bare := strings.TrimLeft(s, " \t")
	if bare == "" {
		return
	}
	in := parse.Indent(s)
	if p.cur != nil && p.cur.yaml && p.detail(n, in, bare) {
		return
	}
	switch bare[0] {
	case 'o':
		if rest, ok := strings.CutPrefix(bare, "ok "); ok && p.point(n, in, rest, true) {
			return
		}
	case 'n':
		if rest, ok := strings.CutPrefix(bare, "not ok "); ok && p.point(n, in, rest, false) {
			return
		}
	case '1':
		if k, rest := parse.CutNumber(strings.TrimPrefix(bare, "1..")); strings.HasPrefix(bare, "1..") && (rest == "" || strings.HasPrefix(rest, " #")) {
			p.plan(n, in, int64(k))
			return
		}
	case '#':
		p.comment(n, in, bare)
		return
	case 'F':
		if strings.HasPrefix(s, "Files=") && strings.Contains(s, ", Tests=") {
			p.harness = true
			return
		}
	case 'B':
		if strings.HasPrefix(bare, "Bail out!") && in == 0 {
			p.close()
			p.bail = true
			p.region.seen(n)
			p.add(report.Finding{Message: bare, At: n})
			return
		}
	case 'T':
		if strings.HasPrefix(s, "TAP version 1") {
			p.began = true
			p.region.seen(n)
			return
		}
	case '-':
		if bare == "---" && p.cur != nil {
			p.cur.yaml, p.cur.base = true, -1
			return
		}
	}
	if p.cur != nil && in > p.cur.indent {
		p.cur.body.line(n, bare)
	}
}

// point reads "2 - takes the food rate # SKIP why".
func (p *tapParser) point(n, in int, rest string, ok bool) bool {
	k, name := parse.CutNumber(rest)
	if k == 0 && !strings.HasPrefix(rest, "- ") || name != "" && name[0] != ' ' && name[0] != '-' {
		return false
	}
	name = strings.TrimPrefix(strings.TrimLeft(name, " "), "- ")
	p.close()
	p.region.seen(n)
	p.began = true
	opens := strings.HasSuffix(name, " {")
	name, directive := tapDirective(name)
	name = strings.TrimSuffix(name, " {")
	parts, failedParts := p.level(in, ok || directive == "todo")
	if p.brackets = p.brackets || opens; p.brackets {
		parts, failedParts = 0, 0 // parts stand below theirs
	}
	if in == 0 {
		p.top++
	}
	if opens || parts > 0 {
		if !ok && directive == "" && !opens {
			p.open(n, in, name)
			p.cur.parts = failedParts > 0
		}
		return true
	}
	switch {
	case directive == "skip":
		p.skipped++
	case directive == "todo":
		p.todo++
	case ok:
		p.ok++
	default:
		p.bad++
		p.open(n, in, name)
	}
	p.comments = p.comments[:0]
	if ok {
		p.crash.take()
	}
	return true
}

func (p *tapParser) open(n, in int, name string) {
	p.cur = &tapPoint{Finding: report.Finding{Name: name, At: n}, indent: in}
}

// tapDirective takes "# SKIP why", "# TODO", "# time=2ms" off a name.
func tapDirective(s string) (name, directive string) {
	i := strings.LastIndex(s, " # ")
	if i < 0 {
		if strings.HasPrefix(s, "# ") {
			i = 0
		} else {
			return s, ""
		}
	}
	word := strings.ToLower(strings.TrimLeft(s[i:], " #"))
	switch {
	case strings.HasPrefix(word, "skip"):
		directive = "skip"
	case strings.HasPrefix(word, "todo"):
		directive = "todo"
	case !strings.HasPrefix(word, "time=") && !strings.HasPrefix(word, "in "):
		return s, ""
	}
	if strings.HasSuffix(s, " {") {
		return strings.TrimRight(s[:i], " ") + " {", directive
	}
	return strings.TrimRight(s[:i], " "), directive
}

// maxTapDepth bounds how deep subtests are told apart.
const maxTapDepth = 32

// level notes a point at an indentation, and returns how many points stood below it since the last one there.
func (p *tapParser) level(in int, ok bool) (parts, failed int64) {
	if p.step == 0 && in > 0 {
		p.step = in
	}
	d := 0
	if p.step > 0 {
		d = min(in/p.step, maxTapDepth)
	}
	for len(p.levels) <= d+1 {
		p.levels = append(p.levels, tapLevel{})
	}
	for _, l := range p.levels[d+1:] {
		parts += l.points
		failed += l.failed
	}
	clear(p.levels[d+1:])
	p.levels[d].points++
	if !ok {
		p.levels[d].failed++
	}
	return parts, failed
}

func (p *tapParser) plan(n, in int, k int64) {
	if in > 0 {
		return
	}
	p.close()
	p.began = true
	p.region.seen(n)
	p.plans++
	p.planned += k
}

// comment reads "# pass 7", and what a test says of itself.
func (p *tapParser) comment(n, in int, s string) {
	text := strings.TrimPrefix(strings.TrimPrefix(s, "#"), " ")
	word, num, _ := strings.Cut(text, " ")
	num = strings.TrimLeft(num, " ")
	if in == 0 && num != "" && parse.Digit(num[0]) && p.began {
		k, rest := parse.CutNumber(num)
		if rest == "" || word == "duration_ms" {
			if p.counts == nil {
				p.counts = tally{}
			}
			key := strategies.Key("")
			switch word {
			case "pass":
				key, p.pass = strategies.Passed, true
			case "fail":
				key, p.fail = strategies.Failed, true
			case "cancelled":
				key = strategies.Errors
			case "skipped", "skip":
				key = strategies.Skipped
			case "tests", "suites", "todo", "duration_ms":
			default:
				p.told(n, in, text)
				return
			}
			p.close()
			p.region.seen(n)
			if key != "" {
				p.counts.add(key, int64(k))
				if key == strategies.Passed || k > 0 || key == strategies.Failed {
					p.summary = appendEnd(p.summary, n, 3)
				}
			}
			return
		}
	}
	if strings.HasPrefix(text, "Looks like ") || strings.HasPrefix(text, "bats warning: ") {
		p.region.seen(n)
		p.summary = appendEnd(p.summary, n, 3)
		return
	}
	if strings.HasPrefix(text, "Subtest: ") {
		p.close()
		return
	}
	p.told(n, in, text)
}

// told takes in a comment.
func (p *tapParser) told(n, in int, text string) {
	if p.crash.line(n, text) {
		return
	}
	if p.cur != nil && in >= p.cur.indent {
		if at, ok := testFilePlace(text); ok && p.cur.Row == 0 {
			p.cur.File, p.cur.Row = at.File, at.Row
			p.cur.Evidence = append(p.cur.Evidence, n)
			return
		}
		if name, ok := strings.CutPrefix(strings.TrimLeft(text, " "), "Failed test "); ok && strings.Trim(name, "'") == p.cur.Name {
			return
		}
		p.cur.body.line(n, strings.TrimLeft(text, " "))
	}
}

// testFilePlace reads "(in test file cart.bats, line 11)" and "  at t/cart.t line 5.".
func testFilePlace(s string) (parse.Place, bool) {
	s = strings.TrimLeft(s, " ")
	if rest, ok := strings.CutPrefix(s, "(in test file "); ok {
		if file, line, ok := strings.Cut(rest, ", line "); ok {
			n, end := parse.CutNumber(line)
			return parse.Place{File: file, Row: n}, end == ")"
		}
	}
	if rest, ok := strings.CutPrefix(s, "at "); ok {
		if file, line, ok := strings.Cut(rest, " line "); ok {
			n, end := parse.CutNumber(line)
			return parse.Place{File: file, Row: n}, end == "."
		}
	}
	return parse.Place{}, false
}

// Report implements [report.Reader].
func (p *tapParser) Report() report.Report {
	p.close()
	if p.harness || !p.began || p.top == 0 && p.plans == 0 && !p.bail {
		return report.Report{}
	}
	r := report.Report{Findings: p.findings, Notes: p.notes, Region: p.region.span()}
	bad := p.bad
	if p.pass || p.fail {
		r.Counts = p.counts.counts()
		bad = p.counts[strategies.Failed] + p.counts[strategies.Errors]
	} else {
		t := tally{}
		t.add(strategies.Failed, p.bad)
		t.add(strategies.Passed, p.ok)
		t.add(strategies.Skipped, p.skipped)
		r.Counts = t.counts()
	}
	afterOthers(r.Findings)
	told := int64(len(p.findings))
	if told == 0 && bad > 0 || told > 0 && told < p.bad && told < MaxFindings {
		r.Distrust = disagree(bad, len(p.findings))
	}
	switch {
	case bad > 0 || told > 0:
		r.Outcome = strategies.Fail
		r.Notes = append(r.Notes, p.summary...)
	case p.plans > 0 && p.planned == p.top:
		r.Outcome = strategies.Pass
		r.Summary = p.summary
	}
	return r
}
