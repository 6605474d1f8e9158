package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// goSum reads what gotestsum prints below the output of the tests: the failures once more, and the totals.
type goSum struct {
	part     string // "FAIL", "SKIP", "Errors"
	findings []report.Finding
	unnamed  bool // a package failed without a test
	skips    []int
	done     int // the line of the totals
	doneText string
	last     int
}

// line takes in a line, and reports whether it is one of the summary.
func (g *goSum) line(p *goParser, n int, s, bare string) bool {
	if rest, ok := strings.CutPrefix(s, "=== "); ok {
		verb, name, _ := strings.Cut(rest, " ")
		switch verb {
		case "Failed", "Skipped", "Errors":
			g.part = verb
		case "FAIL:", "SKIP:":
			g.part = verb
			name, _, _ = strings.Cut(strings.TrimSpace(name), " (")
			if verb == "FAIL:" && len(g.findings) < MaxFindings {
				if pkg, test, ok := strings.Cut(name, " "); ok && strings.TrimSpace(test) != "" {
					name = test
				} else {
					name, g.unnamed = strings.TrimSpace(pkg), true
				}
				g.findings = append(g.findings, report.Finding{Name: strings.TrimSpace(name), At: n})
			}
		default:
			return false
		}
		p.seen(n)
		return true
	}
	if strings.HasPrefix(s, "DONE ") && strings.Contains(s, " test") {
		g.done, g.doneText, g.part = n, s, ""
		p.seen(n)
		return true
	}
	switch g.part {
	case "FAIL:":
		if len(g.findings) == 0 {
			return false
		}
		f := &g.findings[len(g.findings)-1]
		if at, msg, ok := parse.CutPlace(bare); ok && f.File == "" {
			f.File, f.Row, f.Message = at.File, at.Row, msg
		}
		if len(f.Evidence) < maxGoSays && !strings.HasPrefix(bare, "Error Trace:") && !strings.HasPrefix(bare, "=== ") {
			f.Evidence = append(f.Evidence, n)
			f.Span = strategies.Span{First: f.At, Last: n}
		}
	case "SKIP:":
		if len(g.skips) < maxGoLogs {
			g.skips = append(g.skips, n)
		}
	case "Errors":
		if at, msg, ok := parse.CutPlace(bare); ok && len(g.findings) < MaxFindings {
			g.findings = append(g.findings, report.Finding{File: at.File, Row: at.Row, Col: at.Col, Message: msg, At: n})
		}
	default:
		return false
	}
	p.seen(n)
	return true
}

// report is what the summary says. ok is false where the totals are missing.
func (g *goSum) report() (r report.Report, ok bool) {
	if g.done == 0 {
		return r, false
	}
	r.Counts = map[strategies.Key]int64{}
	r.Findings = g.findings
	r.Notes = g.skips
	r.Summary = []int{g.done}
	var total, skipped, failed, errors int64
	rest := strings.TrimPrefix(g.doneText, "DONE ")
	for _, part := range strings.Split(rest, ", ") {
		part = strings.TrimSpace(part)
		if i := strings.Index(part, " runs"); i > 0 && i < 5 {
			continue
		}
		n, what := parse.CutNumber(part)
		switch {
		case len(what) == len(part):
		case strings.HasPrefix(what, " test"):
			total = int64(n)
		case strings.HasPrefix(what, " skipped"):
			skipped = int64(n)
		case strings.HasPrefix(what, " failure"):
			failed = int64(n)
		case strings.HasPrefix(what, " error"):
			errors = int64(n)
		}
	}
	r.Counts[strategies.Failed] = failed
	r.Counts[strategies.Skipped] = skipped
	if errors > 0 {
		r.Counts[strategies.Errors] = errors
	}
	if !g.unnamed && total >= failed+skipped {
		r.Counts[strategies.Passed] = total - failed - skipped
	}
	r.Outcome = strategies.Pass
	if failed > 0 || errors > 0 || len(g.findings) > 0 {
		r.Outcome = strategies.Fail
	}
	return r, true
}
