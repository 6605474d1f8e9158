package ci

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// gh is GitHub's command line: the checks of a pull request and the jobs of a run, of which those that failed come
// first, and lists of both.
//
//	Some checks were not successful
//	0 cancelled, 1 failing, 3 successful, 0 skipped, and 0 pending checks
//
//	X  test  2m1s  https://github.com/a/b/actions/runs/2
//	✓  build  1m  https://github.com/a/b/actions/runs/1
//
// All of it is an answer: nothing is dull.
var gh = report.Program{
	Name: "gh",
	Runs: func(c report.Call) bool {
		if c.Name != "gh" || len(c.Args) < 2 || c.Has("--log", "--log-failed", "--json") {
			return false
		}
		switch c.Args[0] {
		case "pr":
			return shape.Phrases{"checks", "create", "merge", "list", "status"}.Match(c.Args[1])
		case "run":
			return shape.Phrases{"view", "watch", "list"}.Match(c.Args[1])
		}
		return false
	},
	Extent: report.Nowhere, Interleaved: true,
	New: func(report.Call) report.Parser { return &ghParser{counts: map[strategies.Key]int64{}} },
}

var ghLines = shape.PhraseTable{
	{"totals", "… pending checks", "… pending check"},
	{shape.Ends, "Some checks were not successful", "All checks were successful", "Some checks are still pending",
		"Some checks were cancelled", "https://…", "GraphQL: …", "HTTP …", "no checks reported…", "no pull requests…",
		"To get started with GitHub CLI…", "gh: …", "failed to …"},
	// A job or a check that failed.
	{"failed", "X …"},
	// A step that failed, or an annotation.
	{"step", " …X …"},
	// A row of a list, on a terminal.
	{"listed", "#…"},
}

// ghStates are the states of checks and runs.
var ghStates = map[string]strategies.Key{
	"fail": strategies.Failed, "failure": strategies.Failed, "timed_out": strategies.Failed,
	"startup_failure": strategies.Failed, "action_required": strategies.Failed, "failing": strategies.Failed,
	"pass": strategies.Passed, "success": strategies.Passed, "successful": strategies.Passed,
	"skipping": strategies.Skipped, "skipped": strategies.Skipped, "neutral": strategies.Skipped,
	"cancel": strategies.Skipped, "cancelled": strategies.Skipped,
}

// maxGhRows is how many rows of a list are worth room: as many as one page of it has.
const maxGhRows = 100

type ghParser struct {
	counts map[strategies.Key]int64
	totals bool  // the counts are gh's own
	rows   []int // of a list
	listed int64
}

// Line implements [report.Parser].
func (p *ghParser) Line(l report.Line, run *report.Run) {
	if p.tabbed(l, run) {
		return
	}
	switch ghLines.Take(run, l.N, l.Text) {
	case "totals":
		p.total(l, run)
	case "failed":
		name := l.Bare[len("X "):]
		if i := strings.LastIndex(name, " in "); i > 0 { // "test in 2m1s (ID 2)"
			name = name[:i]
		}
		run.Found("", report.Finding{Name: strings.TrimSpace(name), At: l.N})
	case "step":
		if text, ok := strings.CutPrefix(l.Bare, "X "); ok && !shape.Explain(run, l.N) {
			run.Found("", report.Finding{Message: text, At: l.N})
		}
	case "listed":
		if len(l.Text) > 1 && parse.Digit(l.Text[1]) {
			p.row(l.N)
		}
	}
}

// tabbed reads a row as it is printed into a pipe:
//
//	test<TAB>fail<TAB>1m2s<TAB>url
//	completed<TAB>failure<TAB>title<TAB>CI<TAB>...
func (p *ghParser) tabbed(l report.Line, run *report.Run) bool {
	cells := strings.Split(l.Text, "\t")
	if len(cells) == 1 || l.Bare == "" {
		return false
	}
	name := cells[0]
	if name == "completed" && len(cells) > 2 {
		name = cells[2]
	}
	if key, ok := ghStates[cells[1]]; ok {
		p.counts[key]++
		if key == strategies.Failed {
			run.Found("", report.Finding{Name: name, At: l.N})
		}
	}
	p.row(l.N)
	return true
}

// row counts a row of a list.
func (p *ghParser) row(n int) {
	p.listed++
	p.rows = report.AppendFirst(p.rows, n, maxGhRows)
}

// total reads "0 cancelled, 1 failing, 3 successful, 0 skipped, and 0 pending checks".
func (p *ghParser) total(l report.Line, run *report.Run) {
	shape.EndLine(run, l.N)
	clear(p.counts)
	p.totals = true
	for word, n := range parse.WordCounts(l.Text) {
		if key, ok := ghStates[word]; ok {
			p.counts[key] += n
		}
	}
}

// Close implements [report.Closer]. Of an answer, no outcome is claimed.
func (p *ghParser) Close(run *report.Run) {
	run.Answer = true
	run.Claim(report.Unproven)
	run.Notes = p.rows
	found, known := len(run.Pending()), false
	for key, n := range p.counts {
		if n > 0 {
			if known = true; p.totals {
				run.Adds(key, n, report.Printed)
			} else {
				run.Adds(key, n, report.Counted)
			}
		}
	}
	switch {
	case p.totals && p.counts[strategies.Failed] == 0 && found > 0:
		run.Differs(strategies.Failed, 0, int64(found))
	case p.listed > 0 && !known && found == 0 && len(run.Summary) == 0:
		run.Adds(strategies.Entries, p.listed, report.Counted)
		run.Verdict = words.Count(int(p.listed), "row", "rows")
	}
}
