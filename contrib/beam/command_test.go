package beam

import (
	"slices"
	"strings"
	"testing"
)

// TestLevels: each level once, in the order that tokbench has them in.
func TestLevels(t *testing.T) {
	for named, want := range map[string]string{
		"conservative,minimal":       "minimal,conservative",
		"balanced,balanced":          "balanced",
		"lossless,balanced,lossless": "balanced,lossless",
	} {
		if got, err := Levels(named); err != nil || !slices.Equal(got, strings.Split(want, ",")) {
			t.Errorf("%s: %v, %v, want %s", named, got, err, want)
		}
	}
	if _, err := Levels("balanced,none"); err == nil {
		t.Error("a level that there isn't is taken")
	}
}

// TestTell: a job that left something out fails.
func TestTell(t *testing.T) {
	var out strings.Builder
	err := Tell(&out, map[string]int64{"written": 3, "rows": 9})
	if err != nil || out.String() != "rows: 9\nwritten: 3\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
	if err := Tell(&out, map[string]int64{"written": 3, "unreadable": 1}); err == nil {
		t.Error("a transcript that can't be read is no error")
	}
}
