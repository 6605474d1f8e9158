package rules

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/strategies"
)

// maxRaised limits the facts that rules may raise to critical in a run that isn't known to have passed. They come after
// the critical facts of the strategy.
const maxRaised = 5

// Apply applies the rules to a digest, and reports whether it dropped, folded or rewrote anything. It changes only the
// facts. Their spans stay, except for facts that it folds together or splits into their lines.
func (m *Match) Apply(in *strategies.Input, d *strategies.Digest) (changed bool) {
	a := applier{
		m:      m,
		d:      d,
		guard:  guardOf(in, d),
		failed: failed(in, d),
		out:    make([]strategies.Fact, 0, len(d.Facts)),
	}
	for i := range d.Facts {
		a.fact(d.Facts[i])
	}
	a.flush()
	d.Facts = a.out
	return a.changed
}

func failed(in *strategies.Input, d *strategies.Digest) bool {
	return in.Status.Bad() || d.Outcome == strategies.Fail
}

// guardOf returns the number of ranks, from Critical on, that no rule touches. On a failed run these are Critical and
// Evidence; if the end of the run is unknown, Critical alone.
func guardOf(in *strategies.Input, d *strategies.Digest) strategies.Rank {
	switch {
	case failed(in, d):
		return strategies.Evidence + 1
	case !in.Status.OK() || in.Command != "" && !ownExit(in.Shell):
		return strategies.Critical + 1
	}
	return 0
}

func ownExit(l shell.Line) bool { return l.OK && (l.OwnExit || l.AllExit) }

// An applier builds the facts of a digest anew.
type applier struct {
	m       *Match
	d       *strategies.Digest
	guard   strategies.Rank // ranks below it stay as they are
	failed  bool
	raised  int
	changed bool
	out     []strategies.Fact

	above *entry            // the rule for the fact before, nil for none
	run   []strategies.Fact // facts that are folded together
	runBy *entry
}

// entry returns the rule for a fact, nil for none. A line with a count has the rule of the counted line. A line that
// counts repetitions of the lines above has their rule:
//
//	30x retrying
//	… the same line 28 more times, with other numbers
func (a *applier) entry(f *strategies.Fact) *entry {
	if f.Whole || f.Span.Len() == 1 {
		return a.m.entry(f.Text)
	}
	if strings.HasPrefix(f.Text, "… the same ") {
		return a.above
	}
	if n, line, ok := strings.Cut(f.Text, "x "); ok && n != "" && strings.Trim(n, "0123456789") == "" {
		return a.m.entry(line)
	}
	return a.m.entry(f.Text)
}

// fact takes the next fact.
func (a *applier) fact(f strategies.Fact) {
	if f.Rank < a.guard || f.Span.First == 0 {
		a.plain(f) // a gap can't count a fact without lines
		return
	}
	if !f.Whole || f.Span.Len() == 1 {
		a.above = a.entry(&f)
		a.do(f, a.above)
		return
	}
	lines := strings.Split(f.Text, "\n")
	entries := make([]*entry, len(lines))
	any := false
	for i, l := range lines {
		entries[i] = a.m.entry(l)
		any = any || entries[i] != nil
	}
	if !any {
		a.plain(f)
		return
	}
	named := 0 // the line that names the fact, as the fitter finds it
	for i, l := range lines {
		if f.Brief != "" && strings.Contains(l, f.Brief) {
			named = i
			break
		}
	}
	for i, l := range lines {
		one := f
		one.Text, one.Count = l, 1
		one.Span.First += i
		one.Span.Last = one.Span.First
		if i != named {
			one.Brief, one.Lead, one.Second = "", false, true
		}
		a.do(one, entries[i])
	}
}

// plain adds a fact as it is.
func (a *applier) plain(f strategies.Fact) {
	a.flush()
	a.out = append(a.out, f)
}

// do applies an entry to a fact.
func (a *applier) do(f strategies.Fact, e *entry) {
	if e == nil {
		a.plain(f)
		return
	}
	if e.ranked {
		a.rank(&f, e.rank)
	}
	switch e.do {
	case keep:
		a.rank(&f, min(f.Rank, strategies.Evidence))
	case drop:
		f.Rank, f.Lead, f.Second, f.Raised = strategies.Dropped, false, false, false
		a.changed = true
	case replace:
		a.replace(&f, e)
	case group:
		if name := a.groupOf(&f, e); name != "" {
			f.Group = name
		}
	case fold:
		a.fold(f, e)
		return
	}
	a.plain(f)
}

// rank changes a fact's rank. If the run isn't known to have passed, a raised fact comes after the facts that the
// strategy ranked so.
func (a *applier) rank(f *strategies.Fact, r strategies.Rank) {
	if r == f.Rank {
		return
	}
	if a.guard > 0 && r < f.Rank && r < strategies.Context {
		if r == strategies.Critical {
			if a.raised++; a.raised > maxRaised {
				r = strategies.Evidence
			}
		}
		f.Raised = true
	}
	if r > f.Rank {
		f.Lead = false
	}
	f.Rank = r
}

// replace replaces the matching parts by other text. Nothing changes on a failed run, or if the new line would be empty
// or contain a number that the old one lacks.
func (a *applier) replace(f *strategies.Fact, e *entry) {
	if a.failed || f.Cut > 0 || strings.Contains(f.Text, "\n") {
		return
	}
	line := seen(f.Text)
	var sb strings.Builder
	at := 0
	for _, m := range e.match.compiled().FindAllStringSubmatchIndex(line, -1) {
		sb.WriteString(line[at:m[0]])
		e.with.expand(&sb, line, m)
		at = m[1]
	}
	sb.WriteString(f.Text[at:])
	text := sb.String()
	if text == f.Text || strings.TrimSpace(text) == "" || !numbersFrom(text, "", f.Text) {
		return
	}
	f.Text, f.Brief, f.Whole = text, "", false
	a.changed = true
}

// groupOf returns the group that an entry assigns to a line. Groups that are printed as headings stay as they are.
func (a *applier) groupOf(f *strategies.Fact, e *entry) string {
	if a.d.Headed {
		return ""
	}
	line := seen(f.Text)
	var sb strings.Builder
	e.by.expand(&sb, line, e.match.compiled().FindStringSubmatchIndex(line))
	return sb.String()
}

// fold adds a fact to the run of facts that it continues, or begins a run.
func (a *applier) fold(f strategies.Fact, e *entry) {
	if n := len(a.run); n > 0 {
		last := &a.run[n-1]
		if a.runBy != e || last.Span.Last+1 != f.Span.First || last.Group != f.Group {
			a.flush()
		}
	}
	a.run, a.runBy = append(a.run, f), e
}

// flush ends a run: two lines or more become one fact, which covers the lines of all.
func (a *applier) flush() {
	run, e := a.run, a.runBy
	a.run, a.runBy = a.run[:0], nil
	if len(run) < 2 {
		a.out = append(a.out, run...)
		return
	}
	first, last := &run[0], &run[len(run)-1]
	f := strategies.Fact{
		Kind: strategies.KindLine, Group: first.Group, Rank: first.Rank, Second: true, Raised: first.Raised,
		Span: strategies.Span{First: first.Span.First, Last: last.Span.Last},
	}
	for i := range run {
		if run[i].Rank < f.Rank {
			f.Rank, f.Raised = run[i].Rank, run[i].Raised
		}
		f.Second = f.Second && run[i].Second
	}
	f.Count = f.Span.Len()
	head, _, _ := strings.Cut(first.Text, "\n")
	tail := last.Text[strings.LastIndexByte(last.Text, '\n')+1:]
	if e.with != nil && !a.failed {
		f.Text = e.with.folded(f.Count, head, tail)
	}
	if strings.TrimSpace(f.Text) == "" || !numbersFrom(f.Text, strconv.Itoa(f.Count), head, tail) {
		f.Text = strconv.Itoa(f.Count) + " lines like: " + strings.TrimSpace(head)
	}
	a.changed = true
	a.out = append(a.out, f)
}
