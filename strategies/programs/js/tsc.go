package js

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// tsc reads the TypeScript compiler and others of its form, plain and pretty:
//
//	src/a.ts(4,3): error TS2322: Type 'string' is not assignable to type 'number'.
//
//	src/a.ts:4:3 - error TS2322: Type 'string' is not assignable to type 'number'.
//
//	4   name: 1,
//	    ~~~~
//	Found 3 errors in 2 files.
var tsc = report.Program{
	Name:   "tsc",
	Names:  []string{"tsc", "vue-tsc", "tsgo", "tsd"},
	Begins: []string{"> tsc", "$ tsc", "> vue-tsc", "$ vue-tsc", "error TS"},
	Looks: func(line string) bool { // "src/a.ts(4,3): error TS2322: text"
		return len(line) > 20 && line[0] != ' ' && line[0] != '\t' && strings.Contains(line, " error TS")
	},
	New: func(report.Call) report.Parser { return new(tscParser) },
}

type tscParser struct {
	part  tscPart
	watch bool // it runs on and checks again
}

// tscPart is the part of a pretty diagnostic to which the next line belongs.
type tscPart uint8

const (
	tscPlain   tscPart = iota // there are no parts
	tscMessage                // its message goes on
	tscSource                 // the source that it is about follows
	tscMarks                  // marks below the source
)

// tscMore bounds the further lines of a diagnostic that are kept.
const tscMore = 8

// Line implements [report.Parser].
func (p *tscParser) Line(l report.Line, run *report.Run) {
	s := l.Text
	switch {
	case s == "":
		if p.part == tscMessage {
			p.part = tscSource
		}
	case s[0] == ' ':
		if p.part < tscSource {
			run.Continues(l.N, tscMore)
		}
	case p.diagnostic(l.N, s, run):
	case run.Open() != nil && p.part == tscSource && parse.Digit(s[0]):
		if _, rest, ok := parse.CutNumber(s); ok && strings.HasPrefix(rest, " ") && run.Continues(l.N, tscMore) {
			p.part = tscMarks
		}
	case strings.HasPrefix(s, "Found "):
		p.found(l.N, s[len("Found "):], run)
	case strings.HasSuffix(s, " Watching for file changes."):
		p.watched(l.N, s, run)
	case strings.HasSuffix(s, "Starting incremental compilation..."): // errors may be corrected
		run.Drop(nil)
	default:
		run.Closes()
	}
}

// watched reads "[10:00:00] Found 3 errors. Watching for file changes."
func (p *tscParser) watched(n int, s string, run *report.Run) {
	if _, rest, ok := strings.Cut(s, " Found "); ok {
		p.watch = true
		p.found(n, rest, run)
	}
}

// found reads "3 errors in 2 files.", "1 error in src/a.ts:4", "0 errors. Watching for file changes."
func (p *tscParser) found(n int, s string, run *report.Run) {
	k, rest, ok := parse.CutNumber(s)
	if !ok || !strings.HasPrefix(rest, " error") {
		return
	}
	if !p.watch {
		run.States(strategies.Diagnostics, int64(k))
		run.Treat(strategies.Diagnostics, report.AtLeast)
	}
	if k == 0 {
		run.Claim(report.Passed)
		run.End(n, report.Ending{Shown: true})
	}
	run.End(n, report.Ending{})
}

// diagnostic reads "src/a.ts(4,3): error TS2322: text", "src/a.ts:4:3 - error TS2322: text", "error TS18003: text".
func (p *tscParser) diagnostic(n int, s string, run *report.Run) bool {
	i := strings.Index(s, " TS")
	if i < 0 || i+3 >= len(s) || !parse.Digit(s[i+3]) {
		return false
	}
	key, where := strategies.Errors, strings.TrimSuffix(s[:i], "error")
	if len(where) == i {
		key, where = strategies.Warnings, strings.TrimSuffix(s[:i], "warning")
	}
	_, rest, _ := parse.CutNumber(s[i+3:])
	if len(where) == i || !strings.HasPrefix(rest, ": ") {
		return false
	}
	f := report.Finding{Message: s[i+1:], At: n}
	part := tscPlain
	if where != "" {
		at, after, ok := parse.CutPlace(strings.TrimSuffix(where, " "))
		if !ok || after != "" {
			pretty, dash := strings.CutSuffix(where, " - ")
			if at, ok = textline.WholePlace(pretty); !dash || !ok {
				return false
			}
			part = tscMessage
		}
		f.File, f.Row, f.Col = at.File, at.Row, at.Col
	}
	p.part = part
	run.Found(key, f)
	return true
}
