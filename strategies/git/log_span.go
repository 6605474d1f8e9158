package git

import (
	"strings"
	"time"
)

// span is the first and the last day of a log's commits, whatever their order.
type span struct {
	first, last         time.Time
	firstText, lastText string
	unknown             bool // there is a date in a form that can't be compared
}

// dayForms are those of [textline.Day].
var dayForms = [...]string{"Jan 2 2006", time.DateOnly}

// add takes a commit's day.
func (s *span) add(c *commit) {
	if s.unknown {
		return
	}
	for _, form := range dayForms {
		d, err := time.Parse(form, c.date)
		if err != nil {
			continue
		}
		if s.firstText == "" || d.Before(s.first) {
			s.first, s.firstText = d, strings.Clone(c.date)
		}
		if s.lastText == "" || d.After(s.last) {
			s.last, s.lastText = d, strings.Clone(c.date)
		}
		return
	}
	s.unknown = true
}

// between makes a verdict on n commits with their days, "" if these aren't known:
//
//	160 commits by 4 authors, Mar 20 2026 back to Mar 1 2026
func between(verdict string, s span, n int) string {
	if s.unknown || s.firstText == "" || n < 2 {
		return ""
	}
	if s.firstText == s.lastText {
		return verdict + ", all of " + s.lastText
	}
	return verdict + ", " + s.lastText + " back to " + s.firstText
}
