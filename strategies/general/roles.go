package general

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// role is what a line is to a report.
type role struct {
	rank         strategies.Rank
	lead, second bool
	text         string // what is shown instead of the line
	group        string // lines of a group take turns with those of others
	below        []role // what is shown below the line
}

const (
	leadSays    = 6  // lines of the first failure that tell of it, shown before the names of the others
	maxSays     = 4  // the same of each other failure
	fewFindings = 4  // with more of them, the first leaves room for the names of the others
	manySays    = 3  // lines of the first failure that come before those
	maxSpans    = 2  // first findings of a program whose other lines are worth room
	maxNamed    = 64 // failures whose lines tell more than their name
)

// leading is the failure that is told before all others: the first of which there is more than a name. It is a warning
// where a run failed for warnings alone.
func leading(reports []parsed) (first *report.Finding) {
	var warning *report.Finding
	for i := range reports {
		for j := range reports[i].Findings {
			f := &reports[i].Findings[j]
			if f.Warning && reports[i].Outcome != strategies.Fail || f.Parent {
				continue
			}
			if f.Warning {
				if warning == nil {
					warning = f
				}
				continue
			}
			if len(f.Evidence) > 0 || f.Name == "" {
				return f
			}
			if first == nil {
				first = f
			}
		}
	}
	if first == nil {
		return warning // warnings alone made it fail
	}
	return first
}

// roles are the ranks that the reports give to lines.
func roles(reports []parsed) map[int]role {
	out := map[int]role{}
	set := func(n int, r role) {
		if n == 0 {
			return
		}
		old, ok := out[n]
		if r.below = old.below; !ok || r.rank < old.rank || r.rank == old.rank && (r.lead && !old.lead || !r.second && old.second && !old.lead) {
			out[n] = r
		}
	}
	first := leading(reports)
	for i := range reports {
		r := &reports[i]
		named := turns(i, r.Findings)
		for j := range r.Findings {
			f := &r.Findings[j]
			turn := strconv.Itoa(i) + "." + strconv.Itoa(j)
			says := maxSays
			lead := f == first
			at := named[j]
			if f.Text != "" {
				unfold(out, f, at, f == first)
				if f == first {
					for _, n := range f.Evidence[:min(len(f.Evidence), leadSays)] {
						set(n, role{rank: strategies.Critical, lead: true})
					}
				}
				continue
			}
			switch {
			case f.Parent:
				set(f.At, role{rank: strategies.Evidence})
				continue
			case f.Warning && (first == nil || !first.Warning):
				at.rank = strategies.Context
				if at.second {
					at.rank, at.second = strategies.Detail, false
				}
				set(f.Head, above(at))
				set(f.At, at)
				continue
			case lead:
				says = leadSays
				if len(r.Findings) > fewFindings {
					says = manySays
				}
				at = role{rank: strategies.Critical, lead: true}
				if r.FormOnly {
					lead = false // its other lines may say little
				}
			case j >= maxNamed:
				says = 0
			}
			set(f.Head, above(at))
			set(f.At, at)
			for k, n := range f.Evidence {
				if k < says {
					said := role{rank: strategies.Critical, lead: lead, second: !lead}
					if k == 0 {
						said.group = turn // the most telling line of each comes before more of any
					}
					set(n, said)
				} else {
					set(n, role{rank: strategies.Evidence})
				}
			}
			if f.Span.Len() > 0 && (lead || j < maxSpans) {
				for n := f.Span.First; n <= f.Span.Last && n < f.Span.First+maxBlock; n++ {
					if n-f.Span.First < nearLines {
						set(n, role{rank: strategies.Evidence})
					} else {
						set(n, role{rank: strategies.Context})
					}
				}
			}
		}
		for _, n := range r.Summary {
			set(n, role{rank: strategies.Critical, second: r.Outcome == strategies.Fail})
		}
		for _, n := range r.Notes {
			set(n, role{rank: strategies.Context})
		}
		for n, text := range r.Texts {
			if o, ok := out[n]; ok {
				o.text, text = shortened(text)
				for text != "" {
					more := role{rank: max(o.rank, strategies.Evidence), group: o.group}
					more.text, text = shortened(text)
					o.below = append(o.below, more)
				}
				out[n] = o
			}
		}
	}
	return out
}

// unfold shows a finding below the line that names it with others. The line itself is shown when all is.
func unfold(out map[int]role, f *report.Finding, at role, lead bool) {
	o, ok := out[f.At]
	if !ok {
		o = role{rank: strategies.Detail}
	}
	at.lead = lead
	for k, text := 0, f.Text; text != ""; k++ {
		switch {
		case k == 0:
		case lead && k < leadSays:
		case k < maxSays:
			at.second, at.group = true, ""
		default:
			at.rank, at.lead = max(at.rank, strategies.Evidence), false
		}
		at.text, text = shortened(text)
		o.below = append(o.below, at)
	}
	out[f.At] = o
}

// shownBytes is how much of a text that isn't the line itself is shown as one: so little that it is never cut, because what
// would be missing of it says nothing of the line.
const shownBytes = 160

// shortened takes the first line off a text, or the start of it that ends with a word.
func shortened(s string) (first, rest string) {
	if i := strings.IndexByte(s, '\n'); i >= 0 && i <= shownBytes {
		return s[:i], s[i+1:]
	}
	if len(s) <= shownBytes {
		return s, ""
	}
	end := textline.RuneStart(s, shownBytes)
	if i := strings.LastIndexByte(s[:end], ' '); i > end/2 {
		return s[:i], s[i+1:]
	}
	for end < len(s) && textline.IsDigit(s[end]) && textline.IsDigit(s[end-1]) {
		end++ // no number is cut into another
	}
	return s[:end], s[end:]
}
