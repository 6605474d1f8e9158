package programs

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// rustDiagnostics reads the diagnostics of rustc, and of tools that print theirs in its form: a head, "--> file:row:col", an
// excerpt with carets, notes and help.
type rustDiagnostics struct {
	findings         []report.Finding
	errors, warnings int64
	open             bool
	cause            bool // "Caused by:" came after a diagnostic without a place
	code             int  // the last line of source that was shown
	panicked         int  // the last line that names a panic
	aside            bool // a note or help follows, with an excerpt of its own
	labelled         bool // the carets say something
	helps            int  // lines of help that were put first
}

// maxRustSays is how many lines of a diagnostic are kept.
const maxRustSays = 16

func (d *rustDiagnostics) blank() {
	if d.open && d.last().Head == 0 {
		return // cargo's own errors have paragraphs
	}
	d.close()
}

func (d *rustDiagnostics) close() { d.open, d.cause = false, false }

func (d *rustDiagnostics) last() *report.Finding { return &d.findings[len(d.findings)-1] }

// line takes in a line, and reports whether it belongs to a diagnostic.
func (d *rustDiagnostics) line(n int, s, bare string) bool {
	if len(s) == len(bare) {
		if msg, warning, ok := rustHead(s); ok {
			d.add(n, msg, warning)
			return true
		}
		if at, rest, ok := parse.CutPlace(s); ok && at.Col > 0 { // the short form
			if msg, warning, ok := rustHead(rest); ok {
				d.add(n, msg, warning)
				if d.open {
					f := d.last()
					f.File, f.Row, f.Col = at.File, at.Row, at.Col
				}
				d.close()
				return true
			}
		}
	}
	if !d.open {
		return false
	}
	f := d.last()
	f.Span.Last = n
	if rest, ok := strings.CutPrefix(bare, "--> "); ok {
		if f.Head == 0 {
			if at, _, ok := parse.CutPlace(rest); ok {
				f.File, f.Row, f.Col, f.Head = at.File, at.Row, at.Col, n
			}
		}
		return true
	}
	if f.Head == 0 { // an error of cargo itself: all that follows tells of it
		if len(s) == len(bare) && !strings.HasPrefix(s, "Caused by:") && !strings.HasPrefix(s, "help: ") && !strings.HasPrefix(s, "note: ") && n > f.At+1 && !d.cause {
			d.close()
			return false
		}
		d.cause = strings.HasPrefix(s, "Caused by:")
		if d.panicked == n-1 || strings.HasPrefix(bare, "thread '") && strings.Contains(bare, " panicked at ") {
			if d.panicked != n-1 {
				d.panicked = n
			}
			f.Evidence = slices.Insert(f.Evidence[:min(len(f.Evidence), maxRustSays)], min(n-d.panicked, len(f.Evidence)), n) // why a script of the build failed
			return true
		}
		d.say(n)
		return true
	}
	switch {
	case bare == "|" || strings.HasPrefix(bare, "..."): // what is left out of an excerpt
	case d.aside && (bare[0] == '|' || parse.Digit(bare[0])):
	case strings.HasPrefix(bare, "|") && strings.ContainsAny(bare, "^"):
		labels := strings.TrimRight(bare, "^-_| ") != "" // else the carets say no more than the place does
		if d.code > 0 && (labels || len(f.Evidence) == d.helps) {
			d.say(d.code)
		}
		if d.code = 0; labels {
			d.say(n)
			d.labelled = true
		}
	case parse.Digit(bare[0]):
		d.code = n
	case strings.HasPrefix(bare, "= note: `#[") || strings.HasPrefix(bare, "= help: for further information visit") || strings.HasPrefix(bare, "= note: `-D ") || strings.HasPrefix(bare, "= help: to override"):
	case strings.HasPrefix(bare, "= "), strings.HasPrefix(bare, "help: "), strings.HasPrefix(bare, "note: "):
		d.aside = d.aside || bare[0] != '='
		if bare[0] == 'h' && !d.labelled && len(f.Evidence) < maxRustSays { // more than carets without a word
			f.Evidence = slices.Insert(f.Evidence, d.helps, n)
			d.helps++
			return true
		}
		d.say(n)
	case len(s) == len(bare) && !strings.HasPrefix(bare, "|"):
		d.close()
		return false
	}
	return true
}

func (d *rustDiagnostics) say(n int) {
	if f := d.last(); len(f.Evidence) < maxRustSays {
		f.Evidence = append(f.Evidence, n)
	}
}

func (d *rustDiagnostics) add(n int, msg string, warning bool) {
	if warning {
		d.warnings++
	} else {
		d.errors++
	}
	if d.open = len(d.findings) < MaxFindings; !d.open {
		return
	}
	d.code, d.cause, d.aside, d.labelled, d.helps = 0, false, false, false, 0
	d.findings = append(d.findings, report.Finding{Message: msg, Warning: warning, At: n, Span: strategies.Span{First: n, Last: n}})
}

// message reads a diagnostic that cargo prints as JSON.
func (d *rustDiagnostics) message(n int, s string) bool {
	var e struct {
		Reason  string
		Message struct {
			Level, Message, Rendered string
			Spans                    []struct {
				FileName    string `json:"file_name"`
				LineStart   int    `json:"line_start"`
				ColumnStart int    `json:"column_start"`
				IsPrimary   bool   `json:"is_primary"`
			}
		}
	}
	if json.Unmarshal([]byte(s), &e) != nil || e.Reason != "compiler-message" {
		return false
	}
	m := &e.Message
	if m.Level != "error" && m.Level != "warning" || len(m.Spans) == 0 {
		return true
	}
	d.add(n, m.Message, m.Level == "warning")
	if !d.open {
		return true
	}
	f := d.last()
	f.Text = strings.TrimRight(m.Rendered, "\n")
	for _, at := range m.Spans {
		if at.IsPrimary {
			f.File, f.Row, f.Col = at.FileName, at.LineStart, at.ColumnStart
		}
	}
	d.close()
	return true
}

// rustHead reads "error[E0308]: mismatched types", "warning: unused import: `a`", and what older or terse forms put before
// it: "src/main.rs:10:13: warning: ...".
func rustHead(s string) (msg string, warning, ok bool) {
	rest, isError := strings.CutPrefix(s, "error")
	if !isError {
		if rest, warning = strings.CutPrefix(s, "warning"); !warning {
			return "", false, false
		}
	}
	if strings.HasPrefix(rest, "[") {
		_, after, found := strings.Cut(rest, "]")
		if !found {
			return "", false, false
		}
		rest = after
	}
	msg, ok = strings.CutPrefix(rest, ": ")
	return msg, warning, ok
}
