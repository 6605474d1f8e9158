package gendocs

import (
	"fmt"
	"strings"
)

// A page is a manual page in the macros of man(7), as groff and mandoc read it.
type page struct{ strings.Builder }

// macro writes a line that begins with a macro, such as .SH, and its arguments in quotes.
func (p *page) macro(name string, args ...string) {
	p.WriteString("." + name)
	for _, a := range args {
		p.WriteString(` "` + strings.ReplaceAll(escape(a), `"`, `\(dq`) + `"`)
	}
	p.WriteByte('\n')
}

// text writes paragraphs, which a blank line separates. Their lines are filled again. Lines of a paragraph that are
// indented stay as they are.
func (p *page) text(s string) {
	for i, para := range strings.Split(strings.Trim(s, "\n"), "\n\n") {
		if i > 0 {
			p.macro("PP")
		}
		if strings.HasPrefix(para, " ") || strings.HasPrefix(para, "\t") {
			p.literal(para)
			continue
		}
		for line := range strings.Lines(para) {
			p.line(strings.TrimSpace(line))
		}
	}
}

// literal writes lines that are shown as they are.
func (p *page) literal(s string) {
	p.macro("RS", "4")
	p.macro("nf")
	for line := range strings.Lines(strings.Trim(s, "\n")) {
		p.line(strings.TrimPrefix(strings.TrimLeft(strings.TrimRight(line, "\n"), "\t"), "  "))
	}
	p.macro("fi")
	p.macro("RE")
}

// item writes an entry of a list: a term in bold and its meaning.
func (p *page) item(term, meaning string) {
	p.macro("TP")
	p.WriteString(`\fB` + escape(term) + "\\fR\n")
	p.line(meaning)
}

// line writes a line of text. One that begins with a dot or a quote isn't taken for a macro.
func (p *page) line(s string) {
	s = escape(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, `\(aq`) {
		s = `\&` + s
	}
	p.WriteString(s + "\n")
}

// signs are characters that roff would take for something else, or for a sign that can't be pasted into a shell.
var signs = map[rune]string{
	'\\': `\e`, '-': `\-`, '\'': `\(aq`, '`': `\(ga`, '^': `\(ha`, '~': `\(ti`,
}

// escape is a text that roff shows as it is, in ASCII.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch sign, ok := signs[r]; {
		case ok:
			b.WriteString(sign)
		case r > '~':
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
