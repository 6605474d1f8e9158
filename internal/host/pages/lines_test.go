package pages

import "testing"

func TestParseLines(t *testing.T) {
	good := map[string]Lines{"3:5": {3, 5}, "3:": {3, 0}, ":5": {1, 5}, "7": {7, 7}, "1:1": {1, 1}}
	for s, want := range good {
		if got, err := ParseLines(s); err != nil || got != want {
			t.Errorf("ParseLines(%q) = %v, %v, want %v", s, got, err, want)
		}
	}
	for _, s := range []string{
		"", ":", "0", "0:3", "5:3", "a", "1:b", "-1:", "1:2:3", "1:0", ":0", "99999999999999999999:",
	} {
		if got, err := ParseLines(s); err == nil {
			t.Errorf("ParseLines(%q) = %v, want an error", s, got)
		}
	}
}
