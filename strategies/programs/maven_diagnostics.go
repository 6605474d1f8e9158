package programs

import (
	"strings"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// mavenPlace reads "/src/A.java:[12,34] text", "/src/A.kt: (12, 34) text", "/src/A.scala:12: text".
func mavenPlace(s string) (at place, msg string, ok bool) {
	if s[0] == ' ' || s[0] == '\t' {
		return place{}, s, false
	}
	if file, rest, found := strings.Cut(s, ":["); found && fileLike(file) && !strings.ContainsAny(file, "[(") {
		row, rest := cutNumber(rest)
		if row > 0 && rest != "" && rest[0] == ',' {
			col, after := cutNumber(rest[1:])
			if msg, closed := strings.CutPrefix(after, "]"); closed {
				return place{file, row, col}, strings.TrimSpace(msg), true
			}
		}
		if msg, closed := strings.CutPrefix(rest, "]"); closed && row > 0 { // checkstyle: "A.java:[12] (sizes) ..."
			return place{file, row, 0}, strings.TrimSpace(msg), true
		}
		return place{}, s, false
	}
	if file, rest, found := strings.Cut(s, ": ("); found && fileLike(file) && !strings.Contains(file, " ") {
		row, rest := cutNumber(rest)
		if col, after := cutNumber(strings.TrimPrefix(rest, ", ")); row > 0 && col > 0 {
			if msg, closed := strings.CutPrefix(after, ")"); closed {
				return place{file, row, col}, strings.TrimSpace(msg), true
			}
		}
	}
	at, msg, ok = cutPlace(s)
	return at, msg, ok && !strings.Contains(at.file, " ")
}

// diagnostic notes what a compiler or a checker says of a place. Maven prints it twice.
func (p *mavenParser) diagnostic(n int, at place, msg string) {
	p.open = nil
	key := at.file + ":" + itoa(at.row) + ":" + itoa(at.col) + ":" + msg
	if p.diags[key] {
		return
	}
	if p.diags == nil {
		p.diags = map[string]bool{}
	}
	if len(p.compiler) == maxFindings {
		return
	}
	p.diags[key] = true
	p.compiler = append(p.compiler, report.Finding{File: at.file, Row: at.row, Col: at.col, Message: clip(msg), At: n, Head: p.uncompiled, Span: strategies.Span{First: n, Last: n}})
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
