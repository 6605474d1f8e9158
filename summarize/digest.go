package summarize

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/toktee/toktee/strategies"
)

// digest asks the strategies that claim the output, best first, then the general engine; the first that succeeds
// answers. Where all fail, the bare lines are the digest. Its error is an ended context or an output that can't be read.
func (p *pipeline) digest() (digested, error) {
	for _, s := range slices.Concat(p.cfg.Strategies, builtin()).Choose(p.in) {
		d, err := p.try(s)
		if err == nil {
			return d, nil
		}
		if cause := context.Cause(p.ctx); cause != nil {
			return digested{}, cause
		}
		if p.text.err != nil {
			return digested{}, fmt.Errorf("reading the output: %w", p.text.err)
		}
		if _, ok := errors.AsType[strategies.Decline](err); !ok {
			p.warn("%s: %v", s.Name(), err)
		}
	}
	return p.try(bare{})
}

// try runs one strategy; a panic in it is an error.
func (p *pipeline) try(s strategies.Strategy) (d digested, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	c := strategies.NewCollector(!p.text.inMem)
	if p.text.inMem {
		c.Expect(p.text.count)
	}
	first, last := p.text.first, p.text.last // all() moves them while it yields
	for l := range p.text.all() {
		if l.N >= first {
			break
		}
		c.Line(strategies.Noise, strategies.KindLine, "", l)
	}
	if err := s.Digest(p.ctx, p.in, p.text, c); err != nil {
		return digested{}, err
	}
	if last > 0 {
		for l := range p.text.all() {
			if l.N > last {
				c.Line(strategies.Noise, strategies.KindLine, "", l)
			}
		}
	}
	if p.text.err != nil {
		return digested{}, p.text.err
	}
	d = digested{c.Digest(), s.Name()}
	if over := d.beyond(p.text.Total()); over > 0 {
		p.warn("%s: facts beyond the last line, not shown: %d", s.Name(), over)
	}
	if n := d.Misplaced; n > 0 {
		p.warn("%s: facts out of order, not shown: %d", s.Name(), n)
	}
	return d, nil
}

// beyond drops the facts that stand for lines behind the last one, and returns how many there were.
func (d *digested) beyond(lines int) int {
	n := len(d.Facts)
	for n > 0 && d.Facts[n-1].Span.Last > lines {
		n--
	}
	over := len(d.Facts) - n
	d.Facts = d.Facts[:n]
	return over
}

func (p *pipeline) warn(format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	p.warnings = append(p.warnings, msg)
	if p.cfg.Log != nil {
		p.cfg.Log.Warn(msg, slog.String("id", p.id))
	}
}

// bare is the strategy of last resort: the lines as they are, the first and the last before the rest.
type bare struct{}

func (bare) Name() string                                  { return "bare" }
func (bare) Match(*strategies.Input) strategies.Confidence { return strategies.Maybe }

// bareEnds is how many lines at each end bare ranks above the rest.
const bareEnds = 20

func (bare) Digest(_ context.Context, _ *strategies.Input, lines strategies.Lines, c *strategies.Collector) error {
	n, i := lines.Count(), 0
	for l := range lines.All() {
		rank := strategies.Detail
		switch {
		case i >= n-bareEnds:
			rank = strategies.Evidence
		case i < bareEnds:
			rank = strategies.Context
		}
		c.Line(rank, strategies.KindLine, "", l)
		i++
	}
	return nil
}
