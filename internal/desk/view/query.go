package view

import (
	"fmt"
	"regexp"
)

// A Query is what to search for. Make it by [NewQuery].
type Query struct {
	re      *regexp.Regexp
	literal []byte // the text if it is plain ASCII, else nil
	fold    bool   // which ignores case
}

// NewQuery returns a query for a text, or for a regular expression in Go's syntax, which takes linear time. A query
// without upper-case letters ignores case.
func NewQuery(text string, isRegexp bool) (Query, error) {
	if text == "" {
		return Query{}, fmt.Errorf("searching for nothing: want a text")
	}
	expr := text
	if !isRegexp {
		expr = regexp.QuoteMeta(text)
	}
	if !hasUpper(text) {
		expr = "(?i)" + expr
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return Query{}, fmt.Errorf("searching for %q: %w", text, err)
	}
	q := Query{re: re, fold: !hasUpper(text)}
	if !isRegexp && isPlain([]byte(text)) {
		q.literal = []byte(text)
	}
	return q, nil
}

func hasUpper(s string) bool {
	for _, r := range s {
		if 'A' <= r && r <= 'Z' {
			return true
		}
	}
	return false
}

// Highlight returns spans of the same text in which [Span.Match] marks what matches. The argument stays as it is.
func (q Query) Highlight(spans []Span) []Span {
	if q.re == nil {
		return spans
	}
	l := Line{Spans: spans}
	text := l.Text()
	var cuts []cut
	for _, m := range q.re.FindAllStringIndex(text, maxHighlights) {
		if m[0] < m[1] {
			cuts = append(cuts, cut{m[0], m[1], func(s *Span) { s.Match = true }})
		}
	}
	if len(cuts) == 0 {
		return spans
	}
	return apply(spans, cuts)
}

// maxHighlights is how many matches of a line are marked.
const maxHighlights = 1000
