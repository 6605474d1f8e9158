package bench

import (
	"encoding/json"
	"io"
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

// WriteTexts writes a JSON line for each case and setting: the text and what was found of it, so that others can count
// again. The bench must have kept the texts.
func WriteTexts(w io.Writer, b *Bench, scores []CaseScore) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range scores {
		cs := &scores[i]
		for j, sc := range cs.Scores {
			lost := sc.Lost
			if lost == nil {
				lost = []int{}
			}
			s := b.Settings[j]
			if err := enc.Encode(textRecord{cs.Case.ID, s.String(), s.Bound(), cs.RawTokens, sc.Tokens, lost, sc.Text}); err != nil {
				return err
			}
		}
	}
	return nil
}
