package summarize

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs"
	"github.com/toktee/toktee/strategies/report"
)

// failures are the failed tests and the diagnostics of a run. Tests are identified by their names, diagnostics by file
// and message. Line numbers are left out, because they shift.
type failures struct {
	ids   []failure // rising; the same message twice in a file is there twice
	tests bool      // some are tests
	other bool      // some are diagnostics
	ran   int64     // tests that ran, 0 if that isn't known
}

// A failure is a failed test or a diagnostic, by hashes.
type failure struct {
	name uint64
	// file is the hash of a test's file if the name alone doesn't identify the test, else 0.
	file uint64
}

func (f failure) compare(o failure) int {
	return cmp.Or(cmp.Compare(f.name, o.name), cmp.Compare(f.file, o.file))
}

// failuresOf returns the failures of a failed run, from its details. It returns nil if some may be missing: the details
// list a part, the command stops at the first failure, or the program counted another number.
func failuresOf(d result.Details, command string) *failures {
	reports, err := d.Runs()
	if err != nil || hasFlag(command, stopFlags) {
		return nil
	}
	f := &failures{}
	for i := range reports {
		if !f.add(&reports[i], command) {
			return nil
		}
	}
	if len(f.ids) == 0 {
		return nil // it failed for an unknown reason
	}
	slices.SortFunc(f.ids, failure.compare)
	if !f.other {
		f.ids = slices.CompactFunc(f.ids, func(a, b failure) bool { return a == b && a.file == 0 })
	}
	return f
}

// add adds the failures that one program reports. ok is false if some may be missing.
func (f *failures) add(run *result.RunReport, command string) (ok bool) {
	if run.Truncated || run.Partial {
		return false
	}
	compare := comparisonOf(run.Tool)
	tests := int64(0)
	for i := range run.Failures {
		one := &run.Failures[i]
		switch {
		case one.Warning:
			continue
		case compare.HidesTests != nil && compare.HidesTests(one):
			return false
		case one.Name != "":
			f.tests = true
			f.ids = append(f.ids, testID(compare, one))
			tests++
		case !compare.AllDiagnostics:
			return false
		default:
			f.other = true
			f.ids = append(f.ids, failure{name: failureID(one.File, one.Message)})
		}
	}
	failed, isCounted := run.Counts[string(strategies.Failed)]
	failed += run.Counts[string(strategies.TimedOut)]
	if compare.CountsErrors {
		failed += run.Counts[string(strategies.Errors)]
	}
	if isCounted && failed != tests || hasFlag(command, compare.StopFlags) {
		return false
	}
	if passed, ok := run.Counts[string(strategies.Passed)]; ok || !compare.CountsFailedAlone {
		f.ran += passed + failed + run.Counts[string(strategies.Skipped)]
	}
	return true
}

// testID returns the id of a failed test. The file is a part of it only if names aren't unique: a test that failed in
// its helper may fail in its own file the next time.
func testID(compare *report.Comparison, test *result.Finding) failure {
	if compare.UniqueNames || test.Package != "" {
		return failure{name: failureID(test.Package, test.Name)}
	}
	return failure{failureID(test.Name), failureID(test.File)}
}

// stopFlags ask test runners to stop at the first failure.
var stopFlags = []string{
	"-x", "-failfast", "--failfast", "--fail-fast", "--bail", "-b", "--maxfail", "--exitfirst", "--stop-on-failure",
	"--max-failures",
}

// selectFlags ask test runners for the tests that failed last, or for those of changed files.
var selectFlags = []string{
	"--lf", "--last-failed", "--sw", "--stepwise", "--onlyChanged", "-o", "--onlyFailures", "--changedSince",
	"--changed", "--only-failures", "--next-failure", "--only-failed", "--testmon", "--last-commit",
}

// IsWhole reports whether a program's report on the output of a command has all failures of the checks that the command
// selects. Of a test runner, it has no failures but those of tests: of tests that don't build, none has run.
func IsWhole(run *result.RunReport, command string, ofTests bool) bool {
	stops := len(run.Failures) > 0 && hasFlag(command, stopFlags)
	if stops || hasFlag(command, selectFlags) {
		return false
	}
	var f failures
	return f.add(run, command) && !(ofTests && f.other)
}

// NamesAreUnique reports whether no two tests in a run of a program share a name.
func NamesAreUnique(program string) bool { return comparisonOf(program).UniqueNames }

// hasFlag reports whether a command line has one of some flags, with or without a value.
func hasFlag(command string, flags []string) bool {
	for _, w := range strings.Fields(command) {
		name, _, _ := strings.Cut(w, "=")
		if slices.Contains(flags, name) {
			return true
		}
	}
	return false
}

// comparisons returns the rules to compare failures of two runs, by the names of programs.
var comparisons = sync.OnceValue(func() map[string]*report.Comparison {
	all := programs.All()
	byName := make(map[string]*report.Comparison, len(all))
	for i := range all {
		byName[all[i].Name] = &all[i].Compare
	}
	return byName
})

// comparisonOf returns the rules to compare failures of a program; the zero Comparison if the program isn't known.
func comparisonOf(program string) *report.Comparison {
	if c := comparisons()[program]; c != nil {
		return c
	}
	return &report.Comparison{}
}

func failureID(parts ...string) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return h.Sum64()
}

// sinceLastRun opens the comparison of a run's failures with those of the last run.
const sinceLastRun = "since the last run: "

// A change counts the failures that are gone, new and the same since the last run.
type change struct{ gone, fresh, same int }

// since compares failures with those of the last run. ok is false if the result isn't certain. A broken build, or a run
// of fewer tests, proves nothing about the tests that failed before.
func (f *failures) since(last *failures) (c change, ok bool) {
	if f == nil || last == nil || f.ran < last.ran || f.tests != last.tests || f.other != last.other {
		return c, false
	}
	// gone and fresh are the names of failures that only the last run or only this run has. A name in both has another
	// file now: it may be the same test or another one of that name, so nothing is certain.
	gone, fresh := map[uint64]bool{}, map[uint64]bool{}
	i, j := 0, 0
	for i < len(f.ids) || j < len(last.ids) {
		switch {
		case j == len(last.ids) || i < len(f.ids) && f.ids[i].compare(last.ids[j]) < 0:
			fresh[f.ids[i].name] = true
			i++
		case i == len(f.ids) || f.ids[i] != last.ids[j]:
			gone[last.ids[j].name] = true
			j++
		default:
			c.same++
			i++
			j++
		}
	}
	for name := range fresh {
		if gone[name] {
			return change{}, false
		}
	}
	c.gone, c.fresh = len(last.ids)-c.same, len(f.ids)-c.same
	return c, true
}

// line returns the change as a line of at most 24 tokens:
//
//	since the last run: 2 failures gone, 1 new, 3 the same
func (c change) line() string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{c.gone, "gone"}, {c.fresh, "new"}, {c.same, "the same"}} {
		switch {
		case p.n == 0:
		case len(parts) == 0:
			parts = append(parts, words.Count(p.n, "failure", "failures")+" "+p.what)
		default:
			parts = append(parts, fmt.Sprint(p.n, " ", p.what))
		}
	}
	return sinceLastRun + strings.Join(parts, ", ")
}
