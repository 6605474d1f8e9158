package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// gh reads the checks of a pull request and the jobs of a run, as the command line of a forge shows them: those that failed
// come first. Its lists are answers: nothing of them is dull.
var gh = report.Program{
	Name: "gh",
	Runs: func(c shell.Call) bool {
		if c.Name != "gh" || len(c.Args) < 2 || has(c.Args, "--log", "--log-failed", "--json") {
			return false
		}
		switch c.Args[0] {
		case "pr":
			return has(c.Args[1:2], "checks", "create", "merge", "list", "status")
		case "run":
			return has(c.Args[1:2], "view", "watch", "list")
		}
		return false
	},
	Old: func() report.Reader { return &ghParser{} },
}

// ghParser counts checks, jobs or runs.
type ghParser struct {
	record
	failed, passed, skipped int64
	told                    bool  // the counts are the tool's own
	rows                    []int // of a list
	listed                  int64
}

func (p *ghParser) Line(n int, s string) {
	bare := strings.TrimLeft(s, " ")
	switch {
	case bare == "":
	case p.tabbed(n, s), s[0] == '#' && len(s) > 1 && parse.Digit(s[1]): // or a row of a list, on a terminal
		p.listed++
		p.rows = report.AppendFirst(p.rows, n, maxGhRows)
	case p.counts(n, s):
	case strings.HasPrefix(bare, "X "):
		p.bad(n, s, bare[2:])
	case strings.HasPrefix(bare, "✓ "), strings.HasPrefix(bare, "- "), strings.HasPrefix(bare, "* "):
		p.seen(n)
	case strings.HasPrefix(s, "https://"), strings.HasPrefix(s, "GraphQL: "), strings.HasPrefix(s, "HTTP "), strings.HasPrefix(s, "no checks reported"), strings.HasPrefix(s, "no pull requests"),
		strings.HasPrefix(s, "To get started with GitHub CLI"), strings.HasPrefix(s, "gh: "), strings.HasPrefix(s, "failed to "):
		p.end(n)
	default:
		p.other(n)
	}
}

// bad reads a job or a step that failed, and an annotation.
func (p *ghParser) bad(n int, s, text string) {
	if s[0] != ' ' {
		if i := strings.LastIndex(text, " in "); i > 0 {
			text = text[:i]
		}
		p.find(report.Finding{Name: strings.TrimSpace(text), At: n})
		return
	}
	if !p.says(n) {
		p.find(report.Finding{Message: text, At: n})
	}
}

// tabbed reads a row as it is printed into a pipe: "test<TAB>fail<TAB>1m2s<TAB>url", "completed<TAB>failure<TAB>title<TAB>CI<TAB>...".
func (p *ghParser) tabbed(n int, s string) bool {
	first, rest, ok := strings.Cut(s, "\t")
	if !ok {
		return false
	}
	state, rest, _ := strings.Cut(rest, "\t")
	name := first
	if first == "completed" {
		name, _, _ = strings.Cut(rest, "\t")
	}
	p.seen(n)
	switch state {
	case "fail", "failure", "timed_out", "startup_failure", "action_required":
		p.failed++
		p.find(report.Finding{Name: name, At: n})
	case "pass", "success":
		p.passed++
	case "skipping", "skipped", "cancel", "cancelled", "neutral":
		p.skipped++
	}
	return true
}

// counts reads "1 failing, 3 successful, 0 skipped, and 0 pending checks".
func (p *ghParser) counts(n int, s string) bool {
	switch {
	case strings.HasSuffix(s, " pending checks") || strings.HasSuffix(s, " pending check"):
		p.end(n)
		p.told = true
		p.failed, p.passed, p.skipped = 0, 0, 0
		for part := range strings.SplitSeq(s, ", ") {
			num, rest := parse.CutNumber(strings.TrimPrefix(part, "and "))
			switch strings.TrimSpace(rest) {
			case "failing":
				p.failed = int64(num)
			case "successful":
				p.passed = int64(num)
			case "skipped", "cancelled":
				p.skipped += int64(num)
			}
		}
	case s == "Some checks were not successful", s == "All checks were successful", s == "Some checks are still pending", s == "Some checks were cancelled":
		p.end(n)
	default:
		return false
	}
	return true
}

// maxGhRows is how many rows of a list are worth room: as many as one page of it has.
const maxGhRows = 100

// Report implements [report.Reader].
func (p *ghParser) Report() report.Report {
	r := p.report()
	r.Answer, r.Region = true, strategies.Span{}
	r.Notes = append(r.Notes, p.rows...)
	r.Counts = map[strategies.Key]int64{}
	for k, n := range map[strategies.Key]int64{strategies.Failed: p.failed, strategies.Passed: p.passed, strategies.Skipped: p.skipped} {
		if n > 0 {
			r.Counts[k] = n
		}
	}
	if len(p.rows) > 0 && len(r.Counts) == 0 && len(r.Findings) == 0 && len(r.Summary) == 0 {
		r.Counts[strategies.Entries] = p.listed
		r.Verdict = many(p.listed, "row")
	}
	if p.told && p.failed == 0 && len(r.Findings) > 0 {
		return report.Report{Distrust: "no check is counted as failed, and some are told"}
	}
	return r
}
