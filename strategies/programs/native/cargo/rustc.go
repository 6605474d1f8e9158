package cargo

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// rustDiagnostics reads the diagnostics of rustc, and of tools that print theirs in its form: a head, a place, an
// excerpt with carets, notes and help.
//
//	error[E0308]: mismatched types
//	  --> src/eval.rs:10:31
//	   |
//	10 |     let total: i64 = "0";
//	   |                      ^^^ expected `i64`, found `&str`
//	   |
//	   = note: expected type `i64`
type rustDiagnostics struct {
	cause    bool // "Caused by:" came after a diagnostic without a place
	code     int  // the last line of source that was shown
	panicked int  // the last line that names a panic
	aside    bool // a note or help follows, with an excerpt of its own
	labelled bool // the carets have words after them
	helps    int  // lines of help that were put first
}

// maxRustSays bounds the lines of a diagnostic that are kept.
const maxRustSays = 16

// line takes a line, and reports whether it belongs to a diagnostic.
func (d *rustDiagnostics) line(l report.Line, run *report.Run) bool {
	if parse.Indent(l.Text) == 0 && d.head(l, run) {
		return true
	}
	f := run.Open()
	if f == nil {
		return false
	}
	f.Span.Last = l.N
	place, ok := strings.CutPrefix(l.Bare, "--> ")
	switch {
	case ok:
		if at, _, ok := parse.CutPlace(place); ok && f.Head == 0 {
			f.File, f.Row, f.Col, f.Head = at.File, at.Row, at.Col, l.N
		}
	case f.Head == 0 && d.ended(l, f.At), f.Head > 0 && !d.excerpt(l, f):
		run.Closes()
		return false
	case f.Head == 0:
		d.unplaced(l, f)
	}
	return true
}

// head reads "error[E0308]: mismatched types", "warning: unused import: `a`", and the short form, which has no
// excerpt: "src/main.rs:10:13: warning: unused import: `a`".
func (d *rustDiagnostics) head(l report.Line, run *report.Run) bool {
	at, rest, placed := parse.CutPlace(l.Text)
	key, msg, ok := rustHead(rest)
	if !ok || placed && at.Col == 0 {
		return false
	}
	*d = rustDiagnostics{}
	run.Found(key, report.NewFinding(at.File, at.Row, at.Col, l.N, msg))
	if placed {
		run.Closes()
	}
	return true
}

// rustHead takes the severity and the code off "error[E0308]: mismatched types".
func rustHead(s string) (key strategies.Key, msg string, ok bool) {
	key = strategies.Errors
	rest, ok := strings.CutPrefix(s, "error")
	if !ok {
		key = strategies.Warnings
		rest, ok = strings.CutPrefix(s, "warning")
	}
	if strings.HasPrefix(rest, "[") {
		_, rest, _ = strings.Cut(rest, "]")
	}
	msg, colon := strings.CutPrefix(rest, ": ")
	return key, msg, ok && colon
}

// ended reports whether a line is no part of an error of cargo itself, which has no place. All that follows such an
// error belongs to it: "Caused by:" and the paragraph below, help, indented lines, and the line right below the head.
func (d *rustDiagnostics) ended(l report.Line, head int) bool {
	part := parse.Indent(l.Text) > 0 || parse.StartsWith(l.Text, "Caused by:", "help: ", "note: ")
	return !part && !d.cause && l.N > head+1
}

// unplaced takes a line of an error of cargo itself. A panic is the reason why a script of the build failed, so it
// comes first.
func (d *rustDiagnostics) unplaced(l report.Line, f *report.Finding) {
	d.cause = strings.HasPrefix(l.Text, "Caused by:")
	if isRustPanic(l.Bare) && d.panicked != l.N-1 {
		d.panicked = l.N
	}
	if at := l.N - d.panicked; at < 2 { // the panic, or its message below it
		kept := f.Evidence[:min(len(f.Evidence), maxRustSays)]
		f.Evidence = slices.Insert(kept, min(at, len(kept)), l.N)
		return
	}
	f.Evidence = report.AppendFirst(f.Evidence, l.N, maxRustSays)
}

// rustAdvice opens lines that name the lint of a diagnostic and explain nothing.
var rustAdvice = []string{
	"= note: `#[", "= note: `-D ", "= help: for further information visit", "= help: to override",
}

// excerpt takes a line below the place of a diagnostic, and reports whether it belongs to it.
func (d *rustDiagnostics) excerpt(l report.Line, f *report.Finding) bool {
	bar, number := l.Bare[0] == '|', parse.Digit(l.Bare[0])
	switch {
	case l.Bare == "|", strings.HasPrefix(l.Bare, "..."), parse.StartsWith(l.Bare, rustAdvice...): // without content
	case d.aside && (bar || number):
	case bar && strings.Contains(l.Bare, "^"):
		d.carets(l, f)
	case number:
		d.code = l.N
	case parse.StartsWith(l.Bare, "= ", "help: ", "note: "):
		d.note(l, f)
	default:
		return bar || parse.Indent(l.Text) > 0
	}
	return true
}

// carets reads "|                      ^^^ expected `i64`, found `&str`". Carets without words add nothing to
// the place.
func (d *rustDiagnostics) carets(l report.Line, f *report.Finding) {
	labels := strings.TrimRight(l.Bare, "^-_| ") != ""
	if d.code > 0 && (labels || len(f.Evidence) == d.helps) {
		f.Evidence = report.AppendFirst(f.Evidence, d.code, maxRustSays)
	}
	if d.code = 0; labels {
		f.Evidence = report.AppendFirst(f.Evidence, l.N, maxRustSays)
		d.labelled = true
	}
}

// note reads "= note: expected type `i64`", "help: remove this import". Help is more useful than carets without words.
func (d *rustDiagnostics) note(l report.Line, f *report.Finding) {
	d.aside = d.aside || l.Bare[0] != '='
	if l.Bare[0] == 'h' && !d.labelled && len(f.Evidence) < maxRustSays {
		f.Evidence = slices.Insert(f.Evidence, d.helps, l.N)
		d.helps++
		return
	}
	f.Evidence = report.AppendFirst(f.Evidence, l.N, maxRustSays)
}

// message reads a diagnostic that cargo prints as JSON.
func (d *rustDiagnostics) message(l report.Line, run *report.Run) bool {
	var e struct {
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
	if json.Unmarshal([]byte(l.Whole()), &e) != nil {
		return false
	}
	m := &e.Message
	key, ok := map[string]strategies.Key{"error": strategies.Errors, "warning": strategies.Warnings}[m.Level]
	if !ok || len(m.Spans) == 0 {
		return true
	}
	f := report.NewFinding("", 0, 0, l.N, m.Message)
	f.Text = strings.TrimRight(m.Rendered, "\n")
	for _, at := range m.Spans {
		if at.IsPrimary {
			f.File, f.Row, f.Col = at.FileName, at.LineStart, at.ColumnStart
		}
	}
	run.Found(key, f)
	return true
}
