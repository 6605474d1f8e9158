package general

import (
	"slices"
	"strconv"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// role is the meaning of a line for a report.
type role struct {
	rank         strategies.Rank
	lead, second bool
	isTotal      bool   // counts all diagnostics of a form
	text         string // replaces the line
	group        string // lines of a group take turns with those of others
	turn         int32  // order among lines of its rank, 0 for none; among leading lines, after the name of the failure
	below        []role // shown below the line
	unit         int    // of the record that it belongs to, 0 for none
	near         int32  // turn of a line shown because of an error near it; else 0
}

const (
	leadEvidence = 6  // most evidence of the first failure that is critical
	maxEvidence  = 4  // the same for each other failure
	fewFindings  = 4  // with more findings, less evidence of the first is critical
	manyEvidence = 3  // most of it then
	aheadOfNames = 2  // the evidence of the first of up to manyNames findings that comes before the names of the others
	maxSpans     = 2  // first findings of a program whose other lines are worth showing
	manyNames    = 8  // with more names, the last one is shown early, so that the range is visible
	lastName     = 2  // its turn
	afterFirst   = 3  // the turn of a short total, between the first failure and the others
	shortTotal   = 24 // bytes of such a total
	fewWarnings  = 2  // most warnings that come before the ends of a run that passed
	maxNamed     = 64 // most failures whose evidence is shown
)

// leading returns the failure that is shown before all others: the first that has evidence or is a diagnostic. If a run
// failed because of warnings alone, it is a warning.
func leading(reports []parsed) *report.Finding {
	var first, warning *report.Finding
	for i := range reports {
		for j := range reports[i].Findings {
			f := &reports[i].Findings[j]
			switch {
			case f.Parent, reports[i].later[f.At] > 0, f.Warning && reports[i].Outcome != strategies.Fail:
			case f.Warning:
				warning = firstOf(warning, f)
			case len(f.Evidence) > 0 || f.Name == "":
				return f
			default:
				first = firstOf(first, f)
			}
		}
	}
	return firstOf(first, warning)
}

func firstOf(a, b *report.Finding) *report.Finding {
	if a != nil {
		return a
	}
	return b
}

// A rankAssigner assigns lines their roles in the reports of an output.
type rankAssigner struct {
	roles map[int]role
	first *report.Finding   // see [leading]
	said  map[said]struct{} // of failed tests so far
}

// said is why a test failed, and where.
type said struct {
	message, file string
	row           int
}

// again reports whether another test failed for the same reason at the same place, and records it.
func (c *rankAssigner) again(f *report.Finding) bool {
	if f.Name == "" || len(f.Message) < minRepeated {
		return false
	}
	s := said{f.Message, f.File, f.Row}
	_, ok := c.said[s]
	c.said[s] = struct{}{}
	return ok
}

// roles returns the roles of lines in the reports, by line number.
func roles(reports []parsed) map[int]role {
	c := rankAssigner{roles: map[int]role{}, first: leading(reports), said: map[said]struct{}{}}
	for i := range reports {
		r := &reports[i]
		for j, at := range namingRoles(i, r.Findings) {
			if j >= manyNames && j == len(r.Findings)-1 && r.Findings[j].Name != "" {
				at.turn = lastName
			}
			c.finding(r, i, j, at)
		}
		unexplained := r.Outcome == strategies.Fail && c.first == nil && (!r.plain || r.bare)
		for _, n := range r.Summary {
			c.set(n, role{
				rank: strategies.Critical, lead: unexplained, second: !unexplained,
				isTotal: r.FormOnly && c.first != nil,
			})
		}
		for _, n := range r.Notes {
			c.set(n, role{rank: strategies.Context})
		}
		for n, text := range r.Texts {
			c.replace(n, text)
		}
	}
	return c.roles
}

// set sets the role of a line, unless it has one that comes first.
func (c *rankAssigner) set(n int, r role) {
	if n == 0 {
		return
	}
	old, ok := c.roles[n]
	r.below = old.below
	if !ok || r.before(&old) {
		c.roles[n] = r
	}
}

// before reports whether a role comes before another role of the same line.
func (r *role) before(old *role) bool {
	switch {
	case r.rank != old.rank:
		return r.rank < old.rank
	case r.lead != old.lead:
		return r.lead
	}
	return !r.second && old.second && !old.lead
}

// finding sets the roles of the lines of finding j of report i. at is the role of the line that names it.
func (c *rankAssigner) finding(r *parsed, i, j int, at role) {
	f := &r.Findings[j]
	lead := f == c.first
	switch {
	case f.Text != "":
		c.unfold(f, at)
		return
	case f.Parent:
		above := role{rank: strategies.Evidence}
		if c.leadsBelow(r, j) {
			above.rank = strategies.Critical
		}
		c.set(f.At, above)
		return
	case r.later[f.At] > 0:
		behind := role{rank: r.later[f.At], second: r.later[f.At] > strategies.Evidence}
		c.set(f.Head, headRole(behind))
		c.set(f.At, behind)
		return
	case f.Warning && (c.first == nil || !c.first.Warning):
		c.warning(f, at, c.first == nil && len(r.Findings) <= fewWarnings)
		return
	}
	limit, ahead := maxEvidence, 0
	switch {
	case lead:
		limit, ahead = leadLimits(r.Findings, f.Warning)
		at = role{rank: strategies.Critical, lead: true}
		lead = !r.FormOnly // the other lines of a form may be unrelated
	case j >= maxNamed:
		limit = 0
	}
	if at.lead {
		at.group = "name"
	}
	head := headRole(at)
	if !at.lead && f.Name != "" {
		head.second = true // all names come before it
	}
	c.set(f.Head, head)
	c.set(f.At, at)
	turn := strconv.Itoa(i) + "." + strconv.Itoa(j)
	again := c.again(f) && !lead
	for k, n := range f.Evidence {
		e := evidenceRole(k, limit, lead && k < ahead, turn)
		switch {
		case k == 0 && messageBelow(f):
			e = at
		case again && k == 0:
			e = role{rank: strategies.Evidence, second: true}
		case again:
			e = role{rank: strategies.Context}
		}
		c.set(n, e)
	}
	if !again && (lead || j < maxSpans) {
		c.span(f.Span)
	}
}

// messageBelow reports whether a finding is a place alone, and the line below has its message.
func messageBelow(f *report.Finding) bool {
	return f.Message == "" && f.Name == "" && f.Evidence[0] == f.At+1
}

// leadLimits returns how much evidence of the first failure is critical, and how much of that comes before the names of
// the other failures. If the first is a warning, the others are warnings too.
func leadLimits(findings []report.Finding, isWarning bool) (limit, ahead int) {
	n := 0
	for i := range findings {
		if f := &findings[i]; !f.Parent && f.Warning == isWarning {
			n++
		}
	}
	switch {
	case n <= 1:
		return leadEvidence, leadEvidence
	case !slices.ContainsFunc(findings, func(f report.Finding) bool { return f.Name != "" }):
		return manyEvidence, 0 // the places of other errors come first
	case n <= fewFindings:
		return leadEvidence, aheadOfNames
	case n <= manyNames:
		return manyEvidence, aheadOfNames
	}
	return manyEvidence, manyEvidence
}

// leadsBelow reports whether parent j of a report is the parent of the leading failure, and is above it in the output.
func (c *rankAssigner) leadsBelow(r *parsed, j int) bool {
	at := r.Findings[j].At
	for j < len(r.Findings) && r.Findings[j].Parent {
		j++
	}
	return j < len(r.Findings) && &r.Findings[j] == c.first && at < c.first.At
}

// evidenceRole returns the role of the k-th line of a finding's evidence. The first line of each finding comes before
// the second of any.
func evidenceRole(k, limit int, lead bool, turn string) role {
	if k >= limit {
		return role{rank: strategies.Evidence}
	}
	r := role{rank: strategies.Critical, lead: lead, second: !lead}
	if k == 0 {
		r.group = turn
	}
	if lead { // after the name
		r.turn = int32(min(k, 1)) + 1
	}
	return r
}

// warning sets the role of a warning in a run that also has failures, or passed. isNews reports whether nothing failed
// and there are few.
func (c *rankAssigner) warning(f *report.Finding, at role, isNews bool) {
	at.rank = strategies.Context
	if isNews {
		at.rank = strategies.Evidence
	}
	if at.second {
		at.rank, at.second = strategies.Detail, false
	}
	c.set(f.Head, headRole(at))
	c.set(f.At, at)
}

// span sets the roles of the other lines of a finding, which come before all surroundings.
func (c *rankAssigner) span(s strategies.Span) {
	if s.Len() <= 0 {
		return
	}
	for n := s.First; n <= min(s.Last, s.First+maxBlock-1); n++ {
		c.set(n, role{rank: strategies.Evidence, second: n-s.First >= nearLines})
	}
}

// replace shows a text instead of a line that has a role. If it is too long for one line, the rest is shown below.
func (c *rankAssigner) replace(n int, text string) {
	o, ok := c.roles[n]
	if !ok {
		return
	}
	o.text, text = shortened(text)
	for text != "" {
		more := role{rank: max(o.rank, strategies.Evidence), group: o.group}
		more.text, text = shortened(text)
		o.below = append(o.below, more)
	}
	c.roles[n] = o
}

// unfold shows a finding below a line that names several findings. Unless it has a role, the line gets the rank Detail.
func (c *rankAssigner) unfold(f *report.Finding, at role) {
	lead := f == c.first
	o, ok := c.roles[f.At]
	if !ok {
		o = role{rank: strategies.Detail}
	}
	at.lead = lead
	for k, text := 0, f.Text; text != ""; k++ {
		switch {
		case k == 0, lead && k < leadEvidence:
		case k < maxEvidence:
			at.second, at.group = true, ""
		default:
			at.rank, at.lead = max(at.rank, strategies.Evidence), false
		}
		at.text, text = shortened(text)
		o.below = append(o.below, at)
	}
	c.roles[f.At] = o
	if lead {
		for _, n := range f.Evidence[:min(len(f.Evidence), leadEvidence)] {
			c.set(n, role{rank: strategies.Critical, lead: true})
		}
	}
}
