package syntax

import "testing"

// TestVocabularies holds that no language is listed twice, and no keyword of a language: the second would never be
// found.
func TestVocabularies(t *testing.T) {
	langs := map[Language]bool{}
	for _, v := range vocabularies {
		for _, l := range v.langs {
			if langs[l] {
				t.Errorf("%s is listed twice", l)
			}
			langs[l] = true
		}
		words := map[string]bool{}
		for _, k := range v.keywords {
			if words[k.word] {
				t.Errorf("%s: %q is listed twice", v.langs[0], k.word)
			}
			words[k.word] = true
		}
	}
}
