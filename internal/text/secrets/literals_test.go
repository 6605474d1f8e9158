package secrets

import "testing"

// TestNeedsTable holds that a short text with a literal is searched by the table, whether that is there or not.
func TestNeedsTable(t *testing.T) {
	defer isMade.Store(isMade.Load())
	for _, made := range []bool{false, true} {
		isMade.Store(made)
		for l := range literals {
			if !needsTable([]byte("a " + l.text + " b")) {
				t.Errorf("made %v: not for %q", made, l.text)
			}
		}
		if needsTable([]byte("make all")) != made {
			t.Errorf("made %v: make all", made)
		}
		if !needsTable(make([]byte, 257)) {
			t.Errorf("made %v: not for a longer text", made)
		}
	}
}
