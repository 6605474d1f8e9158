package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// mavenPlace reads "/src/A.java:[12,34] text", "/src/A.kt: (12, 34) text", "/src/A.scala:12: text".
func mavenPlace(s string) (at parse.Place, msg string, ok bool) {
	if s[0] == ' ' || s[0] == '\t' {
		return parse.Place{}, s, false
	}
	if file, rest, found := strings.Cut(s, ":["); found && parse.FileLike(file) && !strings.ContainsAny(file, "[(") {
		row, rest := parse.CutNumber(rest)
		if row > 0 && rest != "" && rest[0] == ',' {
			col, after := parse.CutNumber(rest[1:])
			if msg, closed := strings.CutPrefix(after, "]"); closed {
				return parse.Place{File: file, Row: row, Col: col}, strings.TrimSpace(msg), true
			}
		}
		if msg, closed := strings.CutPrefix(rest, "]"); closed && row > 0 { // checkstyle: "A.java:[12] (sizes) ..."
			return parse.Place{File: file, Row: row, Col: 0}, strings.TrimSpace(msg), true
		}
		return parse.Place{}, s, false
	}
	if file, rest, found := strings.Cut(s, ": ("); found && parse.FileLike(file) && !strings.Contains(file, " ") {
		row, rest := parse.CutNumber(rest)
		if col, after := parse.CutNumber(strings.TrimPrefix(rest, ", ")); row > 0 && col > 0 {
			if msg, closed := strings.CutPrefix(after, ")"); closed {
				return parse.Place{File: file, Row: row, Col: col}, strings.TrimSpace(msg), true
			}
		}
	}
	at, msg, ok = parse.CutPlace(s)
	return at, msg, ok && !strings.Contains(at.File, " ")
}

// diagnostic notes what a compiler or a checker says of a place. Maven prints it twice.
func (p *mavenParser) diagnostic(n int, at parse.Place, msg string) {
	p.open = nil
	key := at.File + ":" + itoa(at.Row) + ":" + itoa(at.Col) + ":" + msg
	if p.diags[key] {
		return
	}
	if p.diags == nil {
		p.diags = map[string]bool{}
	}
	if len(p.compiler) == MaxFindings {
		return
	}
	p.diags[key] = true
	p.compiler = append(p.compiler, report.Finding{File: at.File, Row: at.Row, Col: at.Col, Message: report.Clip(msg), At: n, Head: p.uncompiled, Span: strategies.Span{First: n, Last: n}})
	p.open = &p.compiler[len(p.compiler)-1]
}

// detail reads a line below a diagnostic, which is indented.
func (p *mavenParser) detail(n int, s string) bool {
	if s[0] != ' ' && s[0] != '\t' || len(p.open.Evidence) == 6 {
		p.open = nil
		return false
	}
	p.open.Evidence = append(p.open.Evidence, n)
	p.open.Span.Last = n
	return true
}
