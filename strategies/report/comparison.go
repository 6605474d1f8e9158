package report

import "github.com/toktee/toktee/result"

// A Comparison states how the failures of two runs of a program compare. The zero value suits a test runner that names
// each failed test and counts those that failed and passed.
type Comparison struct {
	// UniqueNames marks names that contain a test's module: no two tests of a run share one. Otherwise two tests of one
	// name are distinguished by the file of their failure.
	UniqueNames bool

	// CountsErrors marks a runner that counts tests that failed outside their body as errors, apart from the failed
	// ones.
	CountsErrors bool

	// CountsFailedAlone marks a runner that may print how many tests failed, but not how many passed.
	CountsFailedAlone bool

	// AllDiagnostics marks a program that reports all its diagnostics in each run. A compiler doesn't: it reports no
	// types of a file that it can't parse.
	AllDiagnostics bool

	// StopFlags are flags that stop the run at its first failure, and that mean something else for other programs.
	StopFlags []string

	// HidesTests reports whether a failure means that other tests didn't run: a file that can't be loaded, the setup of
	// a class, a crash. May be nil.
	HidesTests func(f *result.Finding) bool
}
