package report

import (
	"encoding/json"
	"io"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
)

// textRecord is what [WriteTexts] writes of a case at a setting.
type textRecord struct {
	Case      string `json:"case"`
	Setting   string `json:"setting"`
	Bound     int    `json:"bound"`
	RawTokens int    `json:"raw_tokens"`
	Tokens    int    `json:"tokens"`
	Lost      []int  `json:"lost"` // facts by their place in the corpus, from 0
	Text      string `json:"text"`
}

// WriteTexts writes a JSON line for each case and setting: the text and its figures, so that others can count again.
// The bench must have kept the texts.
func WriteTexts(w io.Writer, b *score.Bench, scores []score.CaseScore) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range scores {
		cs := &scores[i]
		for j, sc := range cs.Scores {
			s := b.Settings[j]
			r := textRecord{cs.Case.ID, s.String(), s.Bound(), cs.RawTokens, sc.Tokens, sc.Lost, sc.Text}
			if r.Lost == nil {
				r.Lost = []int{}
			}
			if err := enc.Encode(r); err != nil {
				return err
			}
		}
	}
	return nil
}
