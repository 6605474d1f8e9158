package score

import (
	"fmt"

	"github.com/toktee/toktee/internal/measure/corpus"
)

// A LostFact is a fact that a text lacks, with its line in the output and the reason.
type LostFact struct {
	Fact string // its first spelling
	Line int    // the first line that has it, or 0
	Text string // that line
	Why  string
}

// Explain returns why the text of a case lacks each missing fact. out must have a Why.
func Explain(c *corpus.Case, clean Cleaner, out *Output) ([]LostFact, error) {
	text, err := clean(c, c.Raw())
	if err != nil {
		return nil, fmt.Errorf("cleaning the output of %s: %w", c.ID, err)
	}
	var list []LostFact
	for _, i := range corpus.Lost(c.Facts, out.Text) {
		f := LostFact{Fact: c.Facts[i][0]}
		if f.Line, f.Text = corpus.LineOf(c.Facts[i], text); f.Line == 0 {
			f.Why = "it stands on no line of the output"
		} else if out.Why != nil {
			f.Why = out.Why(f.Line)
		}
		list = append(list, f)
	}
	return list, nil
}
