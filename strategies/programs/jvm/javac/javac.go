package javac

import (
	"cmp"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// Program reads the Java compiler:
//
//	src/shop/Basket.java:16: error: cannot find symbol
//	    return cent;
//	           ^
//	  symbol:   variable cent
//	1 error
//	only showing the first 100 errors, of 120 total; use -Xmaxerrs if you would like to see more
var Program = report.Program{
	Name:   "javac",
	Names:  []string{"javac"},
	Extent: report.FirstToLast,
	New:    func(report.Call) report.Parser { return new(javacParser) },
}

type javacParser struct {
	shown int64 // the errors that are printed, as the last total states
}

// Line implements [report.Parser].
func (p *javacParser) Line(l report.Line, run *report.Run) {
	if f, ok := Diagnostic(l); ok {
		key := strategies.Errors
		if f.Warning {
			key = "" // their number is the compiler's
		}
		run.Found(key, f)
		return
	}
	if key, n, ok := Total(l.Text); ok {
		run.End(l.N, report.Ending{})
		if key == strategies.Errors {
			run.States(key, n)
			p.shown = n
		} else {
			run.Adds(key, n, report.Printed)
		}
		return
	}
	if Continues(l, run) {
		return
	}
	if msg, ok := strings.CutPrefix(l.Text, "error: "); ok { // "error: file not found: B.java"
		run.Found(strategies.Errors, report.Finding{Message: report.Clip(msg), At: l.N})
		run.Closes()
	}
	if total, ok := parse.NumberAfter(l.Text, " errors, of "); ok { // "only showing the first 100 errors, of 120 total"
		run.Adds(strategies.Errors, max(total-cmp.Or(p.shown, run.Counted(strategies.Errors)), 0), report.Printed)
		run.End(l.N, report.Ending{Shown: true})
		p.shown = 0
	}
}

// javacLines bounds the lines below a diagnostic that are kept: source, a caret, the symbol.
const javacLines = 8

// Diagnostic reads what javac and the Kotlin compiler print of a place: "A.java:12: error: text".
func Diagnostic(l report.Line) (f report.Finding, ok bool) {
	if !l.HasColon() {
		return f, false
	}
	at, msg, ok := javacPlace(l.Text)
	if !ok {
		return f, false
	}
	text, warning := strings.CutPrefix(msg, "warning: ")
	f = report.NewFinding(at.File, at.Row, at.Col, l.N, strings.TrimPrefix(text, "error: "))
	f.Warning = warning
	return f, true
}

// Continues takes a line that follows a diagnostic: the line of source below it, and indented lines.
func Continues(l report.Line, run *report.Run) bool {
	f := run.Open()
	if f == nil || l.Bare == "" || l.N > f.Span.Last+1 || len(f.Evidence) == javacLines {
		return false
	}
	return (Indented(l.Text) || l.N == f.At+1) && run.Continues(l.N, javacLines)
}

// Indented reports whether a line starts with a blank or a tab.
func Indented(s string) bool { return parse.StartsWith(s, " ", "\t") }

// javacPlace reads "A.java:12: error: text", "e: file:///A.kt:12:3 text", "e: /A.kt: (12, 3): text". The message
// begins with error or warning.
func javacPlace(s string) (at parse.Place, msg string, ok bool) {
	if rest, ok := strings.CutPrefix(s, "e: "); ok {
		at, msg, ok = kotlinPlace(rest)
		return at, "error: " + msg, ok
	}
	if rest, ok := strings.CutPrefix(s, "w: "); ok {
		at, msg, ok = kotlinPlace(rest)
		return at, "warning: " + msg, ok
	}
	if Indented(s) || !strings.Contains(s, ": error: ") && !strings.Contains(s, ": warning: ") {
		return parse.Place{}, s, false
	}
	at, msg, ok = parse.CutPlace(s)
	return at, msg, ok && parse.StartsWith(msg, "error: ", "warning: ") && jvmSource(at.File)
}

// kotlinPlace reads "file:///A.kt:12:3 text", "/A.kt: (12, 3): text".
func kotlinPlace(s string) (at parse.Place, msg string, ok bool) {
	s = strings.TrimPrefix(s, "file://")
	if at, rest, ok := ApartPlace(s); ok && strings.HasPrefix(rest, ": ") {
		return at, rest[len(": "):], true
	}
	file, msg, ok := strings.Cut(s, " ")
	at, rest, placed := parse.CutPlace(file)
	return at, msg, ok && placed && rest == "" && parse.FileLike(file)
}

// ApartPlace reads "/A.kt: (12, 3)" at the start of a line.
func ApartPlace(s string) (at parse.Place, rest string, ok bool) {
	file, rest, ok := strings.Cut(s, ": (")
	row, rest, _ := parse.CutNumber(rest)
	col, rest, _ := parse.CutNumber(strings.TrimPrefix(rest, ", "))
	rest, closed := strings.CutPrefix(rest, ")")
	return parse.Place{File: file, Row: row, Col: col}, rest, ok && closed && row > 0 && parse.FileLike(file)
}

// jvmSource reports whether a file is source that compilers of the JVM read.
func jvmSource(file string) bool {
	switch file[strings.LastIndexByte(file, '.')+1:] {
	case "java", "kt", "kts", "groovy", "scala":
		return true
	}
	return false
}

// Total reads "3 errors", "1 warning".
func Total(s string) (key strategies.Key, n int64, ok bool) {
	count, rest, ok := parse.CutNumber(s)
	if !ok {
		return "", 0, false
	}
	switch strings.TrimSpace(rest) {
	case "error", "errors":
		return strategies.Errors, int64(count), true
	case "warning", "warnings":
		return strategies.Warnings, int64(count), true
	}
	return "", 0, false
}
