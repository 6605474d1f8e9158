package replay

import (
	"context"
	"slices"

	"github.com/toktee/toktee/internal/measure/transcript"
	"github.com/toktee/toktee/tokens"
)

// A Replayer replays one source after another into rows, and keeps nothing of earlier ones. It isn't safe for
// concurrent use.
type Replayer struct {
	o      Options
	count  *tokens.Counter
	prices map[string]Price // by model
}

// NewReplayer checks the options. Rows ignore Seed, Resamples, Jobs and Calls.
func NewReplayer(o Options) (*Replayer, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	count, err := tokens.New(tokens.Default)
	if err != nil {
		return nil, err
	}
	o.Calls = false
	return &Replayer{o: o, count: count, prices: map[string]Price{}}, nil
}

// A SourceRead is the result of one source.
type SourceRead struct {
	transcript.Stats
	Err        error // it isn't a transcript, or it can't be read: what rows there were are not all
	Results    int
	Unanswered int      // calls without a result
	Failures   []string // of the summariser, the first
}

// Texts are those of one result, while it is summarised.
type Texts struct {
	N     int // its place in the source, from 1
	Raw   string
	Level []string // one for each level
}

// Rows replays a source and calls emit with each result at each level, in the order of results and levels. Memory is
// that of the source's calls; the rows aren't gathered. texts, if it isn't nil, is called with each result's texts as
// they are made, before the first row is. The error is that of emit, texts or the context.
func (p *Replayer) Rows(
	ctx context.Context, src *transcript.Source, texts func(*Texts) error, emit func(*Row) error,
) (SourceRead, error) {
	out, err := replaySource(ctx, &p.o, src, p.count, texts)
	if err != nil || out.Err != nil {
		return out.SourceRead, err
	}
	for i, r := range out.records {
		for l := range p.o.Levels {
			row := p.row(&out, r, l)
			if texts != nil {
				for _, e := range r.evidence {
					row.Evidents = append(row.Evidents, e.text)
				}
				row.LostText = slices.Clone(r.lostTexts(l))
			}
			if err := emit(&row); err != nil {
				return out.SourceRead, err
			}
		}
		out.records[i] = nil
	}
	return out.SourceRead, nil
}
