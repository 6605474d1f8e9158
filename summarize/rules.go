package summarize

import (
	"cmp"
	"slices"

	"github.com/toktee/toktee/internal/host/rules"
	"github.com/toktee/toktee/strategies"
)

// Rules are a user's rules on top of the built-in ones; see docs/rules.md. They are safe for concurrent use.
type Rules = rules.Set

// ParseRules reads rules from TOML text. Errors contain name, which identifies the text, and have one line. For a text
// without rules, it returns only the built-in rules.
func ParseRules(name string, text []byte) (*Rules, error) {
	f, err := rules.Parse(name, string(text), rules.User)
	if err != nil {
		return nil, err
	}
	return rules.New(f), nil
}

// applyRules applies the rules that match the call to the digest and its limits. If a rule panics, the digest stays
// without rules, with a warning.
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
	if !d.Bounded { // the model asked for every line of a bounded read
		d.isRuled = m.Apply(s.input, &d.Digest)
	}
	return d
}

// ruledLimits returns the limits of a call, changed by those of rules (want). If the command failed, rules can't reduce
// the limits.
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

// showsAsMuch reports whether a level shows at least as much as another.
func showsAsMuch(l, other Level) bool {
	order := []Level{Minimal, Balanced, Conservative, Lossless}
	return slices.Index(order, l) >= slices.Index(order, other)
}
