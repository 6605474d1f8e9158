package summarize

import (
	"cmp"
	"slices"

	"github.com/toktee/toktee/strategies"
)

// rules does to the digest what the rules about the call say. A panic in them costs the rules alone.
func (p *pipeline) rules(d *digested) {
	facts := d.Facts
	defer func() {
		if r := recover(); r != nil {
			d.Facts, p.ruled = facts, false
			p.warn("rules: panic: %v", r)
		}
	}()
	m := p.cfg.Rules.For(p.in)
	if m == nil {
		return
	}
	p.limits(d, Level(m.Level()), m.Budget())
	if !d.Lossless { // a bounded read keeps every line
		p.ruled = m.Apply(p.in, &d.Digest)
	}
}

// limits takes over the level and the budget that rules want. Of a run that failed they can't show less than would be shown
// without them.
func (p *pipeline) limits(d *digested, l Level, budget int) {
	failed := p.in.Status.Bad() || d.Outcome == strategies.Fail || d.Failing
	own := cmp.Or(p.level, Balanced)
	if p.level == "" && p.want > 0 {
		own = Conservative // a budget is filled down to the details
	}
	order := []Level{Minimal, Balanced, Conservative}
	if l != "" && (!failed || slices.Index(order, l) >= slices.Index(order, own)) {
		p.level = l
	}
	if budget > 0 && (!failed || budget >= boundsFor(p.level, p.want, true, &d.Digest, p.in.Family).budget) {
		p.want = budget
	}
}

// wholeOrRuled is the whole text, or all of it but what rules leave out, where that costs less. It doesn't depend on level
// or budget, so that larger ones show no less.
func (p *pipeline) wholeOrRuled(out output, whole fitted, fitter func() *fitter, plain string) output {
	out.fitted = whole
	if !p.ruled {
		return out
	}
	f := fitter()
	less := f.render(f.allowed(strategies.Noise), whole.tokens-1)
	less.steps, less.lowest = f.allowed(strategies.Noise), strategies.Noise
	if less.tokens >= whole.tokens {
		return out
	}
	out.fitted = less
	if f.status != plain {
		out.status = p.c.CountString(f.status + "\n")
	}
	return out
}
