package general

import (
	"testing"

	"github.com/toktee/toktee/internal/text/textline"
)

// TestSeverityOf: a word of failure is one only in the form of a failure.
func TestSeverityOf(t *testing.T) {
	for line, want := range map[string]textline.Severity{
		"error: no route to db-2":                              textline.Failure,
		"2026-11-22 19:52:58 ERROR mail was not sent":          textline.Failure,
		"--- FAIL: TestRise (0.00s)":                           textline.Failure,
		"src/a.c:8:4: error: no member named 'usde'":           textline.Failure,
		`** (ArgumentError) no such key`:                       textline.Failure,
		"  1 failing":                                          textline.Failure,
		"make: *** [Makefile:2: all] Error 1":                  textline.Failure,
		"src/a.c:8:4: warning: unused variable 'x'":            textline.Warn,
		"make[1]: [Makefile:2: probe] Error 127 (ignored)":     textline.Warn,
		"    ✓ fails on incomplete rates (14 ms)":              0,
		"test negative_hours - should panic ... ok":            0,
		"Failed requests:        0":                            0,
		"0 errors, 0 warnings":                                 0,
		`  "error": null,`:                                     0,
		"   mergetool    Run tools to resolve merge conflicts": 0,
		"": 0,
		"    at Object.<anonymous> (/p/a.test.js:5:24)":        0,
		"check.exs:130: anonymous fn/2 in Awesome.test_file/1": 0,
	} {
		if got := SeverityOf(line); got != want {
			t.Errorf("SeverityOf(%q) = %d, want %d", line, got, want)
		}
	}
}

// TestIgnoredErrorEnds: the lines below an error that make ignored don't belong to it.
func TestIgnoredErrorEnds(t *testing.T) {
	sc := newScanner(false)
	var blocks []bool
	for i, l := range []string{
		"probe.c:5: error: no such type", "make: [probe] Error 1 (ignored)", "building the rest",
	} {
		m := sc.mark(i+1, l, outside)
		blocks = append(blocks, m.block != 0)
	}
	if !blocks[0] || !blocks[1] || blocks[2] {
		t.Errorf("in the block of the error: %v", blocks)
	}
}
