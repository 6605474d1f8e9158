package replay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/measure/transcript"
	"github.com/toktee/toktee/internal/run/parallel"
	"github.com/toktee/toktee/tokens"
)

// Options define how sessions are replayed.
type Options struct {
	Summarise Summariser
	Levels    []string // at least one
	Primary   string   // the level by which the worst results are picked and strategies named; one of Levels
	Jobs      int      // sources that are read at once; below 1 is 1
	Seed      uint64
	Resamples int  // of the intervals; 0 is [DefaultResamples]
	Calls     bool // keep a record of every call, with the summaries
	Prices    *Prices
	// called with the number of bytes as they are read, twice in all, by several goroutines at once; may be nil
	Progress func(bytes int)
}

// DefaultResamples is the number of a bootstrap's draws.
const DefaultResamples = 1000

// An outcome is the result of one source.
type outcome struct {
	SourceRead
	source  *transcript.Source
	records []*record
}

// Run replays the sources and returns the report, which doesn't depend on the number of jobs. Faults of a
// source is in the report. Sources are taken in the order of their names below their folders, as queries over rows take
// them, since a result that two have counts for the first. The error is the context's, or that of options that make no
// sense.
func Run(ctx context.Context, o Options, sources []transcript.Source) (*Report, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	sources = slices.Clone(sources)
	slices.SortStableFunc(sources, func(a, b transcript.Source) int { return strings.Compare(place(&a), place(&b)) })
	outs := make([]outcome, len(sources))
	worker := func() (func(context.Context, int) error, error) {
		count, err := tokens.New(tokens.Default)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, i int) (err error) {
			outs[i], err = replaySource(ctx, &o, &sources[i], count, nil)
			return err
		}, nil
	}
	if err := parallel.Do(ctx, o.Jobs, len(sources), worker); err != nil {
		return nil, err
	}
	return newReport(&o, outs), nil
}

// place sorts as a walk through the folders goes.
func place(s *transcript.Source) string { return strings.ReplaceAll(s.Rel, "/", "\x01") }

// complete checks the options and sets those that were left out.
func (o *Options) complete() error {
	if o.Summarise == nil || len(o.Levels) == 0 {
		return errors.New("a replay needs a summariser and a level")
	}
	if len(slices.Compact(slices.Sorted(slices.Values(o.Levels)))) != len(o.Levels) {
		return fmt.Errorf("levels %s: want each once", strings.Join(o.Levels, ","))
	}
	if o.Primary == "" {
		o.Primary = o.Levels[0]
	}
	if !slices.Contains(o.Levels, o.Primary) {
		return errors.New("level " + o.Primary + " isn't among those that are measured")
	}
	if o.Prices == nil {
		o.Prices = DefaultPrices()
	}
	return nil
}

// replaySource replays one source. texts, if it isn't nil, is called with the texts of each result. The error is that
// of texts or of the context; faults of the source are in the outcome.
func replaySource(
	ctx context.Context, o *Options, src *transcript.Source, count *tokens.Counter, texts func(*Texts) error,
) (outcome, error) {
	out := outcome{source: src}
	s := scan{ctx: ctx, o: o, count: count, sessions: newSessions(), texts: texts}
	out.Stats, out.Err = src.Read(ctx, o.Progress, s.item)
	if s.refused != nil {
		return out, s.refused
	}
	if out.Err == nil {
		out.Err = find(s.records, func(item func(*transcript.Item) error) error {
			_, err := src.Read(ctx, o.Progress, item)
			return err
		})
	}
	if ctx.Err() != nil {
		return out, context.Cause(ctx)
	}
	for _, r := range s.records {
		r.later += r.session.turns
		slices.SortFunc(r.evidence, func(a, b candidate) int { return strings.Compare(a.text, b.text) })
	}
	for _, se := range s.sessions.order {
		out.Unanswered += len(se.pending)
		se.open, se.settled, se.seen = nil, nil, nil
	}
	out.records, out.Results, out.Failures = s.records, len(s.records), s.problems
	return out, nil
}
