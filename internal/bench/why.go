package bench

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/tokens"
)

// LostFact is a fact that a text lacks, where it stood, and what became of it there.
type LostFact struct {
	Fact string `json:"fact"`           // its first spelling
	Line int    `json:"line"`           // the first line that holds it; 0 where none does
	Text string `json:"text,omitempty"` // that line
	Why  string `json:"why"`
}

// Explain makes the text of a case at one setting again and says of each fact that it lacks why. The summariser's output
// must be able to say what became of a line.
func (b *Bench) Explain(ctx context.Context, c *Case, s Setting) ([]LostFact, error) {
	count, err := tokens.New(b.Encoding)
	if err != nil {
		return nil, err
	}
	t, err := newTruth(c, b.Clean, count)
	if err != nil {
		return nil, err
	}
	out, err := safely(ctx, b.Summarise, c, s)
	if err != nil {
		return nil, fmt.Errorf("explaining %s: %w", c.ID, err)
	}
	var list []LostFact
	for _, i := range Lost(c.Facts, out.Text) {
		f := LostFact{Fact: c.Facts[i][0]}
		if f.Line, f.Text = standsOn(t.clean, c.Facts[i]); f.Line == 0 {
			f.Why = "it stands on no line of the output"
		} else if out.Why != nil {
			f.Why = out.Why(f.Line)
		}
		list = append(list, f)
	}
	return list, nil
}
