package shape

import "testing"

func TestPhrases(t *testing.T) {
	for _, tt := range []struct {
		phrase, line string
		want         bool
	}{
		{"Aborting", "Aborting", true},
		{"Aborting", "Aborting commit", false},
		{"To …", "To /srv/git", true},
		{"To …", "Total 3", false},
		{"… pending checks", "0 pending checks", true},
		{"… pending checks", "0 pending checks and more", false},
		{"Unit … could not be found.", "Unit a.service could not be found.", true},
		{"…/s) - … saved […", "(1.2 MB/s) - ‘a’ saved [19/19]", true},
		{"…/s) - … saved […", "‘a’ saved [19/19] (1.2 MB/s) - ", false},
		{"", "", true},
		{"", "a", false},
		{"…", "", true},
	} {
		if got := (Phrases{tt.phrase}).Match(tt.line); got != tt.want {
			t.Errorf("%q has the form %q: %v, want %v", tt.line, tt.phrase, got, tt.want)
		}
	}
}
