package general

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// setWarningsBack puts the warnings of a report after a failure that isn't one of its findings, such as a failed test
// below the warnings of a compiler. If a line names a failed test, all findings that are known by their form alone come
// after it too. If some of these are errors, the warnings come after an error elsewhere, and the others after them.
func (d *digestion) setWarningsBack() {
	named := d.namesTest()
	failed := named || d.summed != nil && d.summed.Outcome == strategies.Fail
	for i := range d.reports {
		p := &d.reports[i]
		if failed && p.FormOnly {
			p.leaveTests(d.reports, d.marks)
		}
		warns, hasError := slices.ContainsFunc(p.Findings, isWarning), p.hasError()
		switch {
		case failed && warns, named && p.FormOnly:
			p.setBack(strategies.Context, func(f report.Finding) bool { return isWarning(f) || named && p.FormOnly })
		case p.FormOnly && hasError && p.failsBeside(d.reports, d.marks):
			p.setBack(strategies.Evidence, isWarning)
			p.setBack(strategies.Context, func(f report.Finding) bool {
				return f.Level == report.Unrated || f.Level == report.LevelNote
			})
		case warns && !hasError && p.failsBeside(d.reports, d.marks):
			p.setBack(strategies.Context, isWarning)
		case warns && !hasError && d.in.Status.Bad():
			p.showEnd(d.marks)
		}
	}
}

// setBack gives findings a rank after those of the failure.
func (p *parsed) setBack(rank strategies.Rank, behind func(report.Finding) bool) {
	if p.later == nil {
		p.later = map[int]strategies.Rank{}
	}
	for i := range p.Findings {
		if f := &p.Findings[i]; behind(*f) {
			f.Warning = isWarning(*f)
			p.later[f.At] = rank
		}
	}
	if p.FormOnly {
		p.Region, p.Regions = strategies.Span{}, nil
	}
}

// showEnd makes the lines below the last finding critical. If a command failed and its output has only warnings, these
// lines may explain it.
func (p *parsed) showEnd(marks []mark) {
	last := 0
	for i := range p.Findings {
		last = max(last, p.Findings[i].At, p.Findings[i].Span.Last)
	}
	for i := max(0, len(marks)-lastWords); i < len(marks); i++ {
		if int(marks[i].line) > last {
			marks[i].rank = strategies.Critical
		}
	}
}

// namesTest reports whether a line names a failed test, other than the message above or below a place: "× foo is
// unused". If there are many messages below places with a rule, one more sums them up:
//
//	src/cart.js:30:94 lint/correctness/useValidTypeof ━━━━━━━━━━━━━━━━
//
//	  × "strnig" is not a valid typeof value.
//
//	lint ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
//
//	  × Some errors were emitted while running checks.
func (d *digestion) namesTest() bool {
	own, ruled := map[int]bool{}, false
	for i := range d.reports {
		for j := range d.reports[i].Findings {
			if f := &d.reports[i].Findings[j]; d.reports[i].FormOnly && f.File != "" {
				own[f.Head] = true
				if strings.HasSuffix(f.Message, "━") {
					own[f.At+2], ruled = true, true
				}
			}
		}
	}
	others := 0
	for i := range d.marks {
		if m := &d.marks[i]; m.class == clsTest && !own[int(m.line)] {
			others++
		}
	}
	return others > 1 || others == 1 && !ruled
}

// leaveTests drops the findings that are output of a failed test.
func (p *parsed) leaveTests(reports []parsed, marks []mark) {
	tests, own := testBlocks(marks), map[int]bool{}
	for i := range reports {
		for j := range reports[i].Findings {
			if !reports[i].FormOnly {
				ownLines(own, &reports[i].Findings[j])
			}
		}
	}
	p.Findings = slices.DeleteFunc(p.Findings, func(f report.Finding) bool {
		i, ok := slices.BinarySearchFunc(marks, f.At, compareLine)
		return ok && tests[marks[i].block] || own[f.At] || f.File == "" && !isWarning(f)
	})
}

// isWarning reports whether a finding is no error.
func isWarning(f report.Finding) bool { return f.Warning || f.Level >= report.LevelWarning }

// hasError reports whether a finding of the report is an error, rather than a warning or unrated.
func (p *parsed) hasError() bool {
	return slices.ContainsFunc(p.Findings, func(f report.Finding) bool {
		return !isWarning(f) && (!p.FormOnly || f.Level != report.Unrated)
	})
}

// failsBeside reports whether another report has an error, or a line outside of the findings names one or counts
// failures.
func (p *parsed) failsBeside(reports []parsed, marks []mark) bool {
	own := map[int]bool{}
	for i := range reports {
		if &reports[i] != p && reports[i].hasError() {
			return true
		}
		for j := range reports[i].Findings {
			ownLines(own, &reports[i].Findings[j])
		}
	}
	return slices.ContainsFunc(marks, func(m mark) bool {
		isFailure := m.class == clsError || m.class == clsRelay || m.class == clsTally
		return isFailure && m.repeat < repeatLines && !own[int(m.line)]
	})
}
