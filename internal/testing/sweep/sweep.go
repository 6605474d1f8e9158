// Package sweep tells tests how many of their cases to try.
//
// Some tests try thousands of cases, of which neighbours rarely differ. They try a fixed sample of them, and all where
// TOKTEE_TEST_ALL is 1, as in the daily run. The sample is the same in every run, so a failure can be repeated. With
// the race detector, which makes them ten times as slow and needs few cases, the sample is an eighth of that.
//
//	for i, c := range cases {
//		if i%sweep.Every(8) != 0 {
//			continue
//		}
//		...
//	}
package sweep

import (
	"os"
	"testing"
)

// Variable is the environment variable that makes tests try all their cases.
const Variable = "TOKTEE_TEST_ALL"

// Full reports whether tests try all their cases.
func Full() bool { return os.Getenv(Variable) == "1" }

// Every returns the distance between the cases that a test tries: n, 8n with the race detector, or 1 in a full sweep.
func Every(n int) int {
	switch {
	case Full():
		return 1
	case Raced:
		return 8 * n
	}
	return n
}

// OneGoroutine skips a test that takes long and whose code runs in one goroutine, if the race detector looks on: it
// would find nothing.
func OneGoroutine(t *testing.T) {
	t.Helper()
	if Raced {
		t.Skip("one goroutine, and it takes long")
	}
}
