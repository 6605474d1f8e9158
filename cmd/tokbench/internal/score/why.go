package score

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/tokens"
)

// A LostFact is a fact that a text lacks, with its line in the output and the reason.
type LostFact struct {
	Fact string // its first spelling
	Line int    // the first line that has it, or 0
	Text string // that line
	Why  string
}

// Explain makes the text of a case at one setting again and returns why it lacks each missing fact. The summariser's
// output must have a Why.
func (b *Bench) Explain(ctx context.Context, c *corpus.Case, s Setting) ([]LostFact, error) {
	count, err := tokens.New(b.Encoding)
	if err != nil {
		return nil, err
	}
	t, err := NewTruth(c, b.Clean, count)
	if err != nil {
		return nil, err
	}
	out, err := b.Summarise.Safely(ctx, c, s)
	if err != nil {
		return nil, fmt.Errorf("explaining %s: %w", c.ID, err)
	}
	var list []LostFact
	for _, i := range corpus.Lost(c.Facts, out.Text) {
		f := LostFact{Fact: c.Facts[i][0]}
		if f.Line, f.Text = corpus.LineOf(c.Facts[i], t.Clean); f.Line == 0 {
			f.Why = "it stands on no line of the output"
		} else if out.Why != nil {
			f.Why = out.Why(f.Line)
		}
		list = append(list, f)
	}
	return list, nil
}
