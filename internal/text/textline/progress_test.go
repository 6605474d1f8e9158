package textline

import (
	"strings"
	"testing"
)

func TestCountsUp(t *testing.T) {
	for s, want := range map[string]bool{
		"[ 12 of 147] Compiling Main ( a.hs, a.o )": true,
		"[12/147] cc a.c":              true,
		"(3/9) installing curl":        true,
		"[ 45%] Building C object a.o": true,
		"[1] 4711":                     false,
		"(1/3)":                        false,
		"[3/x] a":                      false,
		"12/147 done":                  false,
		"[12 of them]":                 false,
		"":                             false,
	} {
		if action, got := CountsUp(s); got != want || got && action == "" {
			t.Errorf("CountsUp(%q) = %q, %v", s, action, got)
		}
	}
}

func TestIsBar(t *testing.T) {
	for s, want := range map[string]bool{
		"Checking: " + strings.Repeat("✓", 64):                  true,
		"Checking: " + strings.Repeat("✓", 63):                  false,
		strings.Repeat("=", 200):                                false,
		strings.Repeat("✓", 60) + "x" + strings.Repeat("✓", 60): false,
	} {
		if got := IsBar(s); got != want {
			t.Errorf("IsBar(%q) = %v", s, got)
		}
	}
}
