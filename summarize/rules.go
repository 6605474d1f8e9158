package summarize

import (
	"cmp"
	"slices"

	"github.com/toktee/toktee/internal/host/rules"
	"github.com/toktee/toktee/strategies"
)

// Rules are a user's own, with the built-in ones under them; see docs/rules.md. They are safe for concurrent use.
type Rules = rules.Set

// ParseRules reads rules from TOML text. The name stands for the text in errors, which are one line each. A text
// without rules, such as none, gives the built-in rules alone.
func ParseRules(name string, text []byte) (*Rules, error) {
	f, err := rules.Parse(name, string(text), rules.User)
	if err != nil {
		return nil, err
	}
	return rules.New(f), nil
}

// applyRules does to the digest what the rules about the call say. If they panic, only the rules are lost.
func applyRules(c *call, s seen, made digested) (d digested) {
	d = made
	defer func() {
		if r := recover(); r != nil {
			d.Facts, d.isRuled = made.Facts, false
			d.warn("rules: panic: %v", r)
		}
	}()
	m := c.cfg.Rules.For(s.input)
	if m == nil {
		return d
	}
	d.limits = ruledLimits(&d, s.input, limits{Level(m.Level()), m.Budget()})
	if !d.Bounded { // of the part that was asked for, every line counts
		d.isRuled = m.Apply(s.input, &d.Digest)
	}
	return d
}

// ruledLimits are the limits of a call with those that rules want. Of a run that failed, rules can't show less than
// would be shown without them.
func ruledLimits(d *digested, in *strategies.Input, want limits) limits {
	failed := d.isFailing(in.Status.Bad())
	l := d.limits
	own := cmp.Or(l.level, Balanced)
	if l.level == "" && l.budget > 0 {
		own = Conservative // a budget is filled down to the details
	}
	if want.level != "" && (!failed || showsAsMuch(want.level, own)) {
		l.level = want.level
	}
	if want.budget > 0 && (!failed || want.budget >= boundsFor(l, true, d, in).budget) {
		l.budget = want.budget
	}
	return l
}

// showsAsMuch reports whether a level shows all that another does.
func showsAsMuch(l, other Level) bool {
	order := []Level{Minimal, Balanced, Conservative, Lossless}
	return slices.Index(order, l) >= slices.Index(order, other)
}
