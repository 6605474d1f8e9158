package summarize

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/general"
)

// digested is a digest with the account of the stage that made it.
type digested struct {
	strategies.Digest
	strategy string // the name of the one that made it
	contents strategies.Contents
	limits   limits   // of the call, after the user's rules
	isRuled  bool     // rules drop, fold or rewrite some of the text
	warnings []string // of strategies that failed, in their order
	fellBack bool     // one of them should have made the text
	since    string   // the line that compares the run with earlier ones, "" if that isn't possible
	same     int      // failures, if they are those of the last run, no more and no fewer
}

// longestVerdict returns the longest form of the verdict, "" for none.
func (d *digested) longestVerdict() string {
	return cmp.Or(d.Verdict[2], d.Verdict[1], d.Verdict[0])
}

// isFailing reports whether the command failed by its exit status (bad), or the output reports a failure.
func (d *digested) isFailing(bad bool) bool {
	return bad || d.Outcome == strategies.Fail || d.Failing
}

func (d *digested) warn(format string, args ...any) {
	d.warnings = append(d.warnings, fmt.Sprintf(format, args...))
}

// digestOf asks the strategies that claim the output, best first, then the general engine. It returns the digest of the
// first that succeeds. If all fail, the digest is the bare lines. The error is an ended context or an output that can't
// be read.
func digestOf(ctx context.Context, c *call, s seen) (digested, error) {
	d := digested{limits: c.limits}
	for _, strategy := range slices.Concat(c.cfg.Strategies, registryOf(ctx)).Choose(s.input) {
		err := d.try(ctx, strategy, s)
		if err == nil {
			return d, nil
		}
		if cause := context.Cause(ctx); cause != nil {
			return digested{}, cause
		}
		if err := s.text.found.err; err != nil {
			return digested{}, readingErr(err)
		}
		if _, ok := errors.AsType[strategies.Decline](err); !ok {
			d.warn("%s: %v", strategy.Name(), err)
			d.fellBack = true
		}
	}
	err := d.try(ctx, bare{}, s)
	return d, err
}

// try runs one strategy and takes over its digest. A panic in the strategy becomes an error. On an error, d stays
// unchanged.
func (d *digested) try(ctx context.Context, strategy strategies.Strategy, s seen) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	c := strategies.NewCollector(!s.text.inMem)
	if s.text.inMem {
		c.Expect(s.text.count())
	}
	addHeader(c, s.body)
	if err := strategy.Digest(ctx, s.input, s.body, c); err != nil {
		return err
	}
	addTrailer(c, s.body)
	if s.text.found.err != nil {
		return s.text.found.err
	}
	d.Digest, d.strategy, d.contents = c.Digest(), strategy.Name(), strategies.ContentsOf(strategy)
	if mayHide(d.contents, s.input, d.Outcome) {
		d.Red = d.Red || general.SpeaksOfFailure(s.body)
	}
	if over := d.dropBeyond(s.text.count()); over > 0 {
		d.warn("%s: facts beyond the last line, not shown: %d", strategy.Name(), over)
	}
	if n := d.Misplaced; n > 0 {
		d.warn("%s: facts out of order, not shown: %d", strategy.Name(), n)
	}
	return nil
}

// mayHide reports whether the output of a command that passed must be searched for words of failure. Only strategies
// for reports search for them on their own.
func mayHide(contents strategies.Contents, in *strategies.Input, o strategies.Outcome) bool {
	isCommand := in.Family == strategies.FamilyExec || in.Family == ""
	passes := in.Status.OK() || o == strategies.Pass
	return passes && contents != strategies.ContentsReport && isCommand && !in.Content
}

// Lines that an agent wrote around the output have their own kinds, so that they aren't counted as lines of the output.
const (
	kindHeader  strategies.Kind = "header line"
	kindTrailer strategies.Kind = "trailer line"
)

// addHeader collects the lines before the body as noise, so that they are counted. If one of them names the next lines
// to read, it represents all of them, and even the smallest page shows it.
func addHeader(c *strategies.Collector, b body) {
	if !b.isBefore(1) {
		return
	}
	for l := range b.text.lines() {
		if !b.isBefore(l.N) {
			break
		}
		if way := envelope.WayOn(l.Text); way != "" {
			c.Add(strategies.Fact{
				Kind: kindHeader, Rank: strategies.Critical, Lead: true, Text: l.Text, Short: way,
				Span: strategies.Span{First: 1, Last: b.first - 1}, Count: b.first - 1,
			})
			return
		}
	}
	for l := range b.text.lines() {
		if !b.isBefore(l.N) {
			return
		}
		c.Line(strategies.Noise, kindHeader, "", l)
	}
}

// addTrailer collects the lines after the body as noise. Lines that state the subject of a reminder are context. A line
// that names the next lines to read is on the smallest page.
func addTrailer(c *strategies.Collector, b body) {
	if b.last == 0 {
		return
	}
	var reminder envelope.Reminder
	for l := range b.text.lines() {
		if !b.isAfter(l.N) {
			continue
		}
		rank := strategies.Noise
		if reminder.Tells(l.Text) {
			rank = strategies.Context
		}
		if envelope.WayOn(l.Text) != "" && !reminder.Inside {
			c.Add(strategies.Fact{
				Kind: kindTrailer, Rank: strategies.Critical, Lead: true, Text: l.Text,
				Span:  strategies.Span{First: l.N, Last: l.N},
				Count: 1, Whole: true,
			})
			continue
		}
		c.Line(rank, kindTrailer, "", l)
	}
}

// dropBeyond drops facts whose lines are after the last line of the text, and returns their number.
func (d *digested) dropBeyond(lines int) int {
	n := len(d.Facts)
	for n > 0 && d.Facts[n-1].Span.Last > lines {
		n--
	}
	over := len(d.Facts) - n
	d.Facts = d.Facts[:n]
	return over
}

// bare is the strategy of last resort: it collects the lines unchanged and ranks the first and last ones highest.
type bare struct{}

func (bare) Name() string                                  { return "bare" }
func (bare) Match(*strategies.Input) strategies.Confidence { return strategies.Maybe }

// bareEnds is the number of lines at each end that bare ranks above the rest.
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
