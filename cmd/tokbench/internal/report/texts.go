package report

import (
	"bytes"
	"encoding/json"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
)

// textRecord is what [Texts] has of a case at a setting.
type textRecord struct {
	Case      string `json:"case"`
	Setting   string `json:"setting"`
	Bound     int    `json:"bound"`
	RawTokens int    `json:"raw_tokens"`
	Tokens    int    `json:"tokens"`
	Lost      []int  `json:"lost"` // facts by their place in the corpus, from 0
	Text      string `json:"text"`
}

// Texts returns a JSON line for each case and setting: the text and its figures, so that others can count again. The
// bench must have kept the texts.
func Texts(b *score.Bench, scores []score.CaseScore) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
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
				return nil, err
			}
		}
	}
	return buf.Bytes(), nil
}
