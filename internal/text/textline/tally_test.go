package textline

import "testing"

func TestTally(t *testing.T) {
	tests := []struct {
		line    string
		counted int
		failed  bool
	}{
		{"39 failed, 2 passed in 3.7s", 2, true},
		{"Tests run: 5, Failures: 0, Errors: 1", 3, true},
		{"Error: 2", 1, true},
		{"make: *** [Makefile:136: test] Error 1", 0, false}, // the status of a program
		{"Info 0, Warning 0, Error 12", 1, true},
		{"found 0 errors", 1, false},
		{"FAIL: 4/85", 1, true},
		{"FAIL: 0/85", 1, false},
		{"FAIL: 4/src", 0, false},
		{"tests failed: 3 > 0", 1, true},
		{"assertion failed: 1 != 0", 0, false},
	}
	for _, tt := range tests {
		words, _ := WordsOf(tt.line, nil)
		if counted, failed := Tally(tt.line, words); counted != tt.counted || failed != tt.failed {
			t.Errorf("Tally(%q) = %d, %v; want %d, %v", tt.line, counted, failed, tt.counted, tt.failed)
		}
	}
}
