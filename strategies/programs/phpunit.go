package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// phpunit reads PHPUnit.
var phpunit = report.Program{
	Name: "phpunit",
	Runs: func(c shell.Call) bool {
		return c.Name == "phpunit" || c.Name == "phpunit.phar" || c.Name == "paratest"
	},
	Begins: []string{"PHPUnit "},
	Old:    func() report.Reader { return &phpunitParser{} },
}

type phpunitParser struct {
	runs
	list    numberedFailures
	part    phpunitPart
	verdict string // FAILURES!, ERRORS!, ... above the counts
	class   string // with --testdox, the class whose tests come
	classAt int
}

type phpunitPart uint8

const (
	phpunitProgress phpunitPart = iota
	phpunitFailures
	phpunitOther // risky tests, warnings, skipped tests
)

func (p *phpunitParser) Line(n int, s string) {
	if s == "" {
		return
	}
	switch {
	case strings.HasPrefix(s, "PHPUnit ") && strings.Contains(s, " by Sebastian Bergmann"):
		p.seen(n)
		return
	case strings.HasPrefix(s, "There was 1 "), strings.HasPrefix(s, "There were "):
		p.list.open = nil
		p.part = phpunitOther
		if rest := strings.TrimSuffix(s, ":"); strings.HasSuffix(rest, " failure") || strings.HasSuffix(rest, " failures") || strings.HasSuffix(rest, " error") || strings.HasSuffix(rest, " errors") {
			p.part = phpunitFailures
		}
		p.seen(n)
		return
	case s == "Summary of non-successful tests:": // told above, each below its class
		p.list.open = nil
		p.part = phpunitOther
		p.seen(n)
		return
	case s == "--":
		p.list.open = nil
		return
	case s == "FAILURES!", s == "ERRORS!", s == "WARNINGS!", strings.HasPrefix(s, "OK, but "), s == "No tests executed!":
		p.seen(n)
		p.list.open = nil
		p.verdict = s
		p.summary = []int{n}
		return
	case strings.HasPrefix(s, "OK ("):
		p.ok(n, s)
		return
	case strings.HasPrefix(s, "Tests: ") && strings.Contains(s, "Assertions: "):
		p.totals(n, s)
		return
	case strings.HasPrefix(s, "PHP Fatal error: "), strings.HasPrefix(s, "PHP Parse error: "), strings.HasPrefix(s, "Fatal error: ") && p.first > 0:
		_, msg, _ := strings.Cut(s, ": ")
		p.seen(n)
		p.bad = true
		p.findings = appendFinding(p.findings, report.Finding{Message: report.Clip(msg), At: n})
		return
	}
	if p.part == phpunitProgress && p.testdox(n, s) {
		return
	}
	if p.part != phpunitFailures {
		return
	}
	if title, ok := numberedTitle(s); ok && strings.Contains(title, "::") && s[0] != ' ' {
		p.seen(n)
		p.list.begin(n, title)
		return
	}
	if f := p.list.open; f != nil {
		p.line(n, s, f)
	}
}

// testdox reads what --testdox prints: the name of a class, its tests each with a mark, and below those that failed why, behind
// a rule.
func (p *phpunitParser) testdox(n int, s string) bool {
	bare := strings.TrimLeft(s, " ")
	switch {
	case strings.HasPrefix(bare, "✘ "):
		p.seen(n)
		p.list.begin(n, strings.TrimPrefix(p.class+" "+strings.TrimPrefix(bare, "✘ "), " "))
		if f := p.list.open; f != nil {
			f.Head = p.classAt
		}
	case strings.HasPrefix(bare, "│") && p.list.open != nil:
		if text := strings.TrimSpace(strings.TrimPrefix(bare, "│")); text != "" {
			p.line(n, text, p.list.open)
		}
	case strings.HasPrefix(bare, "✔ "), strings.HasPrefix(bare, "↩ "), strings.HasPrefix(bare, "∅ "), strings.HasPrefix(bare, "☢ "), strings.HasPrefix(bare, "⚠ "):
		p.list.open = nil
	default:
		if len(bare) == len(s) {
			p.class, p.classAt = s, n
		}
		return false
	}
	return true
}

// line reads a line of a failure: the message, the difference, the places.
func (p *phpunitParser) line(n int, s string, f *report.Finding) {
	if at, rest, ok := parse.CutPlace(s); ok && rest == "" && strings.HasSuffix(at.File, ".php") {
		if f.File == "" || strings.Contains(f.File, "/vendor/") {
			f.File, f.Row = at.File, at.Row
			p.list.says(n)
			if k := len(f.Evidence) - 1; k > 1 && f.Evidence[k] == n { // the place tells more than the rest of a difference
				copy(f.Evidence[2:], f.Evidence[1:k])
				f.Evidence[1] = n
			}
		}
		return
	}
	if f.File != "" || len(f.Evidence) >= 8 {
		return
	}
	if f.Message == "" {
		f.Message = report.Clip(s)
	}
	p.list.says(n)
}

// ok reads "OK (5 tests, 5 assertions)".
func (p *phpunitParser) ok(n int, s string) {
	p.seen(n)
	p.summary = []int{n}
	p.pass = true
	tests, _ := parse.NumberAfter(s, "OK (")
	p.add(nil, map[strategies.Key]int64{strategies.Passed: tests})
	p.end()
}

// totals reads "Tests: 7, Assertions: 4, Errors: 1, Failures: 2, Skipped: 1, Risky: 1."
func (p *phpunitParser) totals(n int, s string) {
	p.seen(n)
	p.list.open = nil
	p.summary = append(p.summary[:min(len(p.summary), 1)], n)
	counts := map[strategies.Key]int64{}
	var failed, rest int64
	tests := int64(0)
	for part := range strings.SplitSeq(strings.TrimSuffix(s, "."), ", ") {
		word, _, _ := strings.Cut(part, ":")
		c, _ := parse.NumberAfter(part, ": ")
		switch word {
		case "Tests":
			tests = c
		case "Failures":
			counts[strategies.Failed] = c
			failed += c
		case "Errors":
			counts[strategies.Errors] = c
			failed += c
		case "Skipped":
			counts[strategies.Skipped] = c
		case "Assertions":
		default:
			rest += c // incomplete, risky, with warnings: what they are otherwise isn't told
		}
	}
	if rest == 0 {
		counts[strategies.Passed] = max(tests-failed-counts[strategies.Skipped], 0)
	}
	for key, c := range counts {
		if c == 0 && key != strategies.Passed {
			delete(counts, key)
		}
	}
	if told := p.list.told(); told != failed {
		p.disagree(failed, told)
	}
	switch {
	case failed > 0 || p.verdict == "FAILURES!" || p.verdict == "ERRORS!":
		p.bad = true
	case strings.HasPrefix(p.verdict, "OK"):
		p.pass = true
	}
	p.add(p.list.findings, counts)
	p.list, p.verdict, p.part = numberedFailures{}, "", phpunitProgress
	p.end()
}

// Report implements [report.Reader].
func (p *phpunitParser) Report() report.Report {
	if len(p.list.findings) > 0 { // a run that didn't end
		p.bad = true
		p.add(p.list.findings, nil)
	}
	return p.report()
}
