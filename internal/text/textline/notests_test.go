package textline

import "testing"

func TestNoTests(t *testing.T) {
	for _, s := range []string{
		"No tests found, exiting with code 0", "[INFO] No tests to run.", "No tests were found!!!", "no tests ran",
		"testing: warning: no tests to run", "No test is available in /src/bin/Mill.dll. Make sure that",
		"There are no tests to run", "All examples were filtered out", "error: no tests to run", "0 scenarios",
		"No specs",
	} {
		if !NoTests(s) {
			t.Errorf("NoTests(%q) = false", s)
		}
	}
	for _, s := range []string{
		"No tests failed", "no test failures", "0 tests, 0 failures", "No tests for the gate yet",
		"now testing", "Note: no",
		"No testing", "0 tests failed", "All tests passed",
	} {
		if NoTests(s) {
			t.Errorf("NoTests(%q) = true", s)
		}
	}
}
