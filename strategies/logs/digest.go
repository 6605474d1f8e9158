package logs

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

const (
	maxDetails = 200 // templates in the details
	maxExample = 300 // bytes of an example in the details
)

// Digest implements [strategies.Strategy].
func (strategy) Digest(
	ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector,
) error {
	if !isLog(in, lines) {
		return strategies.Decline("most lines are no records")
	}
	s := newSurvey()
	for l := range lines.All() {
		s.add(l)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.records*2 < s.lines-s.below {
		return strategies.Decline("most lines are no records")
	}
	s.finish()
	kinds := s.all()
	c.Count(strategies.NumLines, int64(s.lines))
	c.Count(strategies.Errors, s.errors())
	c.Count(strategies.Warnings, s.levels[warn])
	c.Verdict(s.verdict(in, len(kinds)))
	c.Row = kindOfRecord
	c.Bounded = isBounded(in, s.lines)
	if in.Cut {
		c.Upstream = true
	}
	if err := details(c, kinds, s.other); err != nil {
		return err
	}
	rows(c, kinds)
	p := printer{survey: s, c: c, firsts: slices.Clone(kinds), left: s.records}
	slices.SortFunc(p.firsts, func(a, b *kind) int { return cmp.Compare(a.first, b.first) })
	for l := range lines.All() {
		p.print(l)
	}
	p.flush()
	return ctx.Err()
}

// isBounded reports whether a part of a log was asked for and has as many lines as that.
func isBounded(in *strategies.Input, lines int) bool {
	b, ok := in.Bounds()
	return ok && (b.Tail > 0 && lines >= b.Tail || b.Last > 0 && lines >= b.Last)
}

// errors returns the number of records whose level is an error.
func (s *survey) errors() int64 { return s.levels[severe] + s.levels[fatal] }

// verdict returns the size of the log and its numbers of errors, warnings and kinds, in three lengths:
//
//	9312 lines
//	9312 lines, 12 errors, 40 warnings
//	9312 lines, 12 errors, 40 warnings, 31 kinds of records
//	9312 lines, 12 answers 5xx, 40 4xx
//
// If there were too many templates to keep, some records are of further kinds; then the text is "over 31 kinds of
// records".
func (s *survey) verdict(in *strategies.Input, kinds int) (short, medium, long string) {
	part := ""
	if in.Cut {
		part = " in the part shown"
	}
	short = words.Count(s.lines, "line", "lines")
	medium = short
	answers := s.answers[severe] > 0 && s.answers[severe] == s.errors()
	switch n := s.errors(); {
	case n > 0 && answers:
		medium += ", " + words.Count(n, "answer", "answers") + " 5xx"
	case n > 0:
		medium += ", " + words.Count(n, "error", "errors")
	}
	switch n := s.levels[warn]; {
	case n > 0 && s.answers[warn] == n && (answers || s.errors() == 0):
		medium += ", " + strconv.FormatInt(n, 10) + " 4xx"
	case n > 0:
		medium += ", " + words.Count(n, "warning", "warnings")
	}
	long = medium + ", " + words.Count(kinds, "kind of record", "kinds of records")
	if s.other > 0 {
		long = medium + ", over " + strconv.Itoa(kinds) + " kinds of records"
	}
	return short + part, medium + part, long + part
}

// details lists the templates for the person's view, the most severe first, then the rarest.
func details(c *strategies.Collector, kinds []*kind, others int) error {
	type template struct {
		Template string `json:"template"`
		Example  string `json:"example"`
		Level    string `json:"level,omitempty"`
		Count    int    `json:"count"`
		First    int    `json:"first_line"`
		Last     int    `json:"last_line"`
		From     string `json:"first_time,omitempty"`
		To       string `json:"last_time,omitempty"`
	}
	order := slices.Clone(kinds)
	slices.SortStableFunc(order, func(a, b *kind) int {
		return cmp.Or(cmp.Compare(b.level, a.level), cmp.Compare(a.count, b.count))
	})
	var out []template
	for _, k := range order[:min(len(order), maxDetails)] {
		out = append(out, template{
			Template: k.template,
			Example:  k.example[:textline.RuneStart(k.example, min(len(k.example), maxExample))],
			Level:    levelNames[k.level],
			Count:    k.count, First: k.first, Last: k.last, From: k.from, To: k.to,
		})
	}
	d, err := result.NewDetails("log", map[string]any{"templates": out, "kinds": len(kinds), "others": others})
	if err == nil {
		c.Details(d)
	}
	return err
}
