package textline

import "testing"

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
		if got := CountsUp(s); got != want {
			t.Errorf("CountsUp(%q) = %v", s, got)
		}
	}
}
