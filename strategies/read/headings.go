package read

import (
	"strings"

	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/strategies"
)

// Headings returns the headings in prose that a tool printed, with their lines of the output. Line numbers before the
// lines don't matter. A text is Markdown unless its path shows another language; a language that isn't prose has no
// headings.
func Headings(path string, lines strategies.Lines) (out []strategies.Heading) {
	lang := syntax.Detect(path, nil)
	switch {
	case lang == "", lang == "Text":
		lang = "Markdown"
	case !syntax.IsProse(lang):
		return nil
	}
	var first []string
	for l := range lines.All() {
		if len(first) == headLines {
			break
		}
		first = append(first, l.Text)
	}
	f := &file{}
	f.num, f.skip = numberingOf(strings.Join(first, "\n"))
	s := syntax.NewScanner(lang)
	for r := range f.rows(lines) {
		if r.i > 0 {
			s.Line(r.text)
		}
	}
	for _, sym := range s.Symbols(false) {
		out = append(out, strategies.Heading{Name: sym.Name, Line: sym.First + f.skip, Level: sym.Depth})
	}
	return out
}
