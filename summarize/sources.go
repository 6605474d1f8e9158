package summarize

import (
	"strings"

	"github.com/toktee/toktee/result"
)

// sourcesOf returns the origin of the lines of a text that consists of pieces. Lines that follow each other in both
// texts share a source. A table without lines of its own is made of all lines of the output, which are total.
func sourcesOf(pieces []piece, total int) (sources []result.Source) {
	line := 1
	for i := range pieces {
		first := line
		line += strings.Count(pieces[i].text, "\n") + 1
		if it := pieces[i].item; it != nil {
			sources = appendSource(sources, it, [2]int{first, line - 1}, total)
		}
	}
	return sources
}

// appendSource adds the source of an item that is printed in some lines of the text.
func appendSource(sources []result.Source, it *item, text [2]int, total int) []result.Source {
	isLine := len(it.sources) == 0 && it.first == it.last && text[0] == text[1]
	if n := len(sources); isLine && n > 0 {
		if last := &sources[n-1]; !last.Composed && last.Text[1]+1 == text[0] && last.Lines[0][1]+1 == it.first {
			last.Text[1], last.Lines[0][1] = text[1], it.last
			return sources
		}
	}
	s := result.Source{Text: text, Composed: !isLine}
	for _, span := range it.sources {
		s.Lines = append(s.Lines, [2]int{span.First, span.Last})
	}
	switch {
	case len(s.Lines) > 0:
	case it.first <= it.last:
		s.Lines = [][2]int{{it.first, it.last}}
	default:
		s.Lines = [][2]int{{1, total}}
	}
	return append(sources, s)
}

// wholeSource returns the source of a text that shows all lines of the output, below a status line if that isn't "". A
// shorter notation counts as composed.
func wholeSource(status, text string, lines int, shortened bool) []result.Source {
	if lines == 0 {
		return nil
	}
	first := 1
	if status != "" {
		first += strings.Count(status, "\n") + 1
	}
	last := strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1
	return []result.Source{{Text: [2]int{first, last}, Lines: [][2]int{{1, lines}}, Composed: shortened}}
}
