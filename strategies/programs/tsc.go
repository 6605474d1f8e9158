package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// tsc reads the TypeScript compiler and those that print as it does, plain and pretty.
var tsc = report.Program{
	Name: "tsc",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "tsc", "vue-tsc", "tsgo", "tsd":
			return true
		}
		return false
	},
	Begins: []string{"> tsc", "$ tsc", "> vue-tsc", "$ vue-tsc", "error TS"},
	Looks: func(line string) bool { // "src/a.ts(4,3): error TS2322: text"
		return len(line) > 20 && line[0] != ' ' && line[0] != '\t' && strings.Contains(line, " error TS")
	},
	Old: func() report.Reader { return &tscParser{} },
}

type tscParser struct {
	errors, warnings int64
	said             int64 // the number that the tool prints
	ended            bool
	watch            bool
	cur              *report.Finding
	code             int // below a pretty diagnostic: 1 in its message, 2 before its code, 3 behind that
	findings         []report.Finding
	summary          []int
	region           extent
}

// maxTscMore is how many further lines of a message are kept.
const maxTscMore = 8

func (p *tscParser) Line(n int, s string) {
	if s == "" {
		if p.code == 1 {
			p.code = 2
		}
		return
	}
	if s[0] == ' ' {
		if p.cur != nil && len(p.cur.Evidence) < maxTscMore && p.code < 2 {
			p.cur.Evidence = append(p.cur.Evidence, n)
			p.region.seen(n)
		}
		return
	}
	if p.diagnostic(n, s) {
		return
	}
	if p.cur != nil && p.code == 2 && digit(s[0]) { // the code that it is about
		if _, rest := cutNumber(s); strings.HasPrefix(rest, " ") && len(p.cur.Evidence) < maxTscMore {
			p.cur.Evidence = append(p.cur.Evidence, n)
			p.code = 3
		}
		return
	}
	if rest, ok := strings.CutPrefix(s, "Found "); ok {
		p.found(n, rest)
		return
	}
	if strings.HasSuffix(s, " Watching for file changes.") {
		if _, rest, ok := strings.Cut(s, " Found "); ok {
			p.watch = true
			p.found(n, rest)
		}
		return
	}
	if strings.HasSuffix(s, "Starting incremental compilation...") { // what was wrong may be mended
		p.errors, p.warnings, p.findings = 0, 0, nil
	}
	p.cur = nil
}

// diagnostic reads "src/a.ts(4,3): error TS2322: text", "src/a.ts:4:3 - error TS2322: text", "error TS18003: text".
func (p *tscParser) diagnostic(n int, s string) bool {
	i := strings.Index(s, " TS")
	if i < 0 || i+3 >= len(s) || !digit(s[i+3]) {
		return false
	}
	var kind string
	switch {
	case strings.HasSuffix(s[:i], "error"):
		kind = "error"
	case strings.HasSuffix(s[:i], "warning"):
		kind = "warning"
	default:
		return false
	}
	_, rest := cutNumber(s[i+3:])
	text, ok := strings.CutPrefix(rest, ": ")
	if !ok {
		return false
	}
	where := s[:i-len(kind)]
	f := report.Finding{Message: s[i+1:i+3] + s[i+3:len(s)-len(text)] + text, At: n, Warning: kind == "warning"}
	p.code = 0
	if where != "" {
		place, after, ok := cutPlace(strings.TrimSuffix(where, " "))
		switch {
		case ok && after == "":
		default:
			pretty, is := strings.CutSuffix(where, " - ")
			if !is {
				return false
			}
			if place, ok = wholePlace(pretty); !ok {
				return false
			}
			p.code = 1
		}
		f.File, f.Row, f.Col = place.file, place.row, place.col
	}
	if f.Warning {
		p.warnings++
	} else {
		p.errors++
	}
	p.region.seen(n)
	p.cur = nil
	if len(p.findings) < maxFindings {
		p.findings = append(p.findings, f)
		p.cur = &p.findings[len(p.findings)-1]
	}
	return true
}

// found reads "3 errors in 2 files.", "1 error in src/a.ts:4", "0 errors. Watching for file changes."
func (p *tscParser) found(n int, s string) {
	k, rest := cutNumber(s)
	if !strings.HasPrefix(rest, " error") || s == rest {
		return
	}
	if p.watch {
		p.said = 0
	}
	p.cur = nil
	p.said += int64(k)
	p.ended = true
	p.summary = appendLast(p.summary, n)
	p.region.seen(n)
	p.region.end()
}

// Report implements [report.Reader].
func (p *tscParser) Report() report.Report {
	t := tally{strategies.Errors: p.errors, strategies.Warnings: p.warnings}
	r := report.Report{Findings: p.findings, Counts: t.counts(), Region: p.region.span()}
	if p.ended && !p.watch && p.said > p.errors+p.warnings {
		r.Distrust = disagree(p.said, int(p.errors))
	}
	switch {
	case p.errors > 0:
		r.Outcome = strategies.Fail
	case p.ended && p.said == 0:
		r.Outcome = strategies.Pass
		r.Summary = p.summary
	}
	return r
}
