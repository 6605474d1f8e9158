package secrets

import (
	"testing"

	"github.com/toktee/toktee/tokens"
)

// TestMarksCostLess counts marks and what they stand for, alone and in a line: no mark costs more.
func TestMarksCostLess(t *testing.T) {
	for _, enc := range []tokens.Encoding{"o200k_base", "cl100k_base"} {
		c, err := tokens.New(enc)
		if err != nil {
			t.Fatal(err)
		}
		for i := range rules {
			for seed := range 5 {
				text := sample(&rules[i], i*100+seed)
				for _, in := range []string{text, `{"key":"` + text + `"}`, text + "\n" + text} {
					var m Masker
					out := m.Text([]byte(in))
					if n, most := c.Count(out), c.Count([]byte(in)); n > most || m.Count() == 0 {
						t.Errorf("%s, %s: %q has %d tokens, %q %d", enc, rules[i].kind, out, n, in, most)
					}
				}
			}
		}
	}
}
