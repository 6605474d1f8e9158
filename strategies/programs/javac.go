package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// javac reads the Java compiler.
var javac = report.Program{
	Name: "javac",
	Runs: func(c shell.Call) bool { return c.Name == "javac" },
	Old:  func() report.Reader { return &javacParser{} },
}

// javacLines reads what javac and the Kotlin compiler say of places, whoever runs them.
type javacLines struct {
	findings                []report.Finding
	open                    *report.Finding // whose lines come now
	errors, warnings        int64           // the compiler's own counts
	saysErrors, saysWarning bool
	first, last             int
}

// line reads a line. It reports whether it is the compiler's.
func (j *javacLines) line(n int, s string) bool {
	if s == "" {
		return false
	}
	if s[0] == ' ' || s[0] == '\t' {
		if j.open == nil || n > j.open.Span.Last+1 || len(j.open.Evidence) == 8 {
			return false
		}
		j.open.Evidence = append(j.open.Evidence, n)
		j.open.Span.Last = n
		j.last = n
		return true
	}
	at, msg, ok := javacPlace(s)
	if !ok {
		if j.count(n, s) {
			return true
		}
		if j.open != nil && n == j.open.At+1 { // a line of source
			j.open.Evidence = append(j.open.Evidence, n)
			j.open.Span.Last = n
			j.last = n
			return true
		}
		return false
	}
	j.open = nil
	text, warning := strings.CutPrefix(msg, "warning: ")
	if !warning {
		text = strings.TrimPrefix(msg, "error: ")
	}
	j.seen(n)
	if len(j.findings) < MaxFindings {
		j.findings = append(j.findings, report.Finding{File: at.File, Row: at.Row, Col: at.Col, Message: report.Clip(text), Warning: warning, At: n, Span: strategies.Span{First: n, Last: n}})
		j.open = &j.findings[len(j.findings)-1]
	}
	return true
}

func (j *javacLines) seen(n int) {
	if j.first == 0 {
		j.first = n
	}
	j.last = n
}

// javacPlace reads "A.java:12: error: text", "e: file:///A.kt:12:3 text", "e: /A.kt: (12, 3): text". The message says
// first whether it is an error or a warning.
func javacPlace(s string) (at parse.Place, msg string, ok bool) {
	if len(s) > 3 && s[1] == ':' && s[2] == ' ' && (s[0] == 'e' || s[0] == 'w') {
		kind := "error: "
		if s[0] == 'w' {
			kind = "warning: "
		}
		rest := strings.TrimPrefix(s[3:], "file://")
		if file, after, found := strings.Cut(rest, ": ("); found && parse.FileLike(file) {
			row, after := parse.CutNumber(after)
			col, after := parse.CutNumber(strings.TrimPrefix(after, ", "))
			if text, closed := strings.CutPrefix(after, "): "); closed && row > 0 {
				return parse.Place{File: file, Row: row, Col: col}, kind + text, true
			}
		}
		if i := strings.IndexByte(rest, ' '); i > 0 && parse.FileLike(rest[:i]) {
			if p, left, found := parse.CutPlace(rest[:i]); found && left == "" {
				return p, kind + rest[i+1:], true
			}
		}
		return parse.Place{}, s, false
	}
	i := strings.Index(s, ": error: ")
	if j := strings.Index(s, ": warning: "); i < 0 || j >= 0 && j < i {
		i = j
	}
	if i < 0 {
		return parse.Place{}, s, false
	}
	at, msg, ok = parse.CutPlace(s)
	return at, msg, ok && (strings.HasPrefix(msg, "error: ") || strings.HasPrefix(msg, "warning: ")) && jvmSource(at.File)
}

// jvmSource reports whether a file is source that compilers of the JVM read.
func jvmSource(file string) bool {
	switch file[strings.LastIndexByte(file, '.')+1:] {
	case "java", "kt", "kts", "groovy", "scala":
		return true
	}
	return false
}

// count reads "3 errors", "1 warning".
func (j *javacLines) count(n int, s string) bool {
	if !parse.Digit(s[0]) || len(s) > 24 {
		return false
	}
	c, rest := parse.CutNumber(s)
	switch strings.TrimSpace(rest) {
	case "error", "errors":
		j.errors += int64(c)
		j.saysErrors = true
	case "warning", "warnings":
		j.warnings += int64(c)
		j.saysWarning = true
	default:
		return false
	}
	j.open = nil
	j.seen(n)
	return true
}

// failed is how many of the findings are errors.
func (j *javacLines) failed() int64 {
	var n int64
	for i := range j.findings {
		if !j.findings[i].Warning {
			n++
		}
	}
	return n
}

// javacParser reads one call of javac.
type javacParser struct {
	javacLines
	wrong   []report.Finding // what has no place
	summary []int
	total   int64 // errors, where not all are printed
}

func (p *javacParser) Line(n int, s string) {
	if p.line(n, s) || s == "" {
		return
	}
	if msg, ok := strings.CutPrefix(s, "error: "); ok {
		p.seen(n)
		p.wrong = appendFinding(p.wrong, report.Finding{Message: report.Clip(msg), At: n})
	} else if strings.HasPrefix(s, "only showing the first ") {
		if total, ok := parse.NumberAfter(s, " errors, of "); ok {
			p.seen(n)
			p.total, p.summary = total, []int{n}
		}
	}
}

// Report implements [report.Reader].
func (p *javacParser) Report() report.Report {
	r := report.Report{Counts: map[strategies.Key]int64{}, Findings: append(p.findings, p.wrong...), Region: strategies.Span{First: p.first, Last: p.last}}
	failed := p.failed() + int64(len(p.wrong))
	if p.saysErrors && p.errors != failed && p.errors <= 100 {
		return report.Report{Distrust: itoa(int(p.errors)) + " errors are counted, " + itoa(int(failed)) + " are told"}
	}
	r.Summary = p.summary
	if p.errors = max(p.errors, failed, p.total); p.errors > 0 {
		r.Counts[strategies.Errors] = p.errors
		r.Outcome = strategies.Fail
	}
	if p.saysWarning {
		r.Counts[strategies.Warnings] = p.warnings
	}
	return r
}
