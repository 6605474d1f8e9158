package main

import (
	"slices"
	"strings"
	"testing"
)

// TestLevels: each level once, in the order that tokbench has them in.
func TestLevels(t *testing.T) {
	*input, *output = "in", "out"
	for named, want := range map[string]string{
		"conservative,minimal":       "minimal,conservative",
		"balanced,balanced":          "balanced",
		"lossless,balanced,lossless": "balanced,lossless",
	} {
		*levels = named
		j, err := job()
		if err != nil || !slices.Equal(j.Levels, strings.Split(want, ",")) {
			t.Errorf("%s: %v, %v, want %s", named, j.Levels, err, want)
		}
	}
	*levels = "balanced,none"
	if _, err := job(); err == nil {
		t.Error("a level that there isn't is taken")
	}
}

// TestTell: a job that left something out fails.
func TestTell(t *testing.T) {
	var out strings.Builder
	err := tell(&out, map[string]int64{"written": 3, "rows": 9})
	if err != nil || out.String() != "rows: 9\nwritten: 3\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
	if err := tell(&out, map[string]int64{"written": 3, "unreadable": 1}); err == nil {
		t.Error("a transcript that can't be read is no error")
	}
}
