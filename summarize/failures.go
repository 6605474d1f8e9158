package summarize

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
)

// failures are what failed in a run: tests by their names, diagnostics by file and message, without their lines, which
// shift.
type failures struct {
	ids   []failure // rising; the same message twice in a file is there twice
	tests bool      // some are tests
	other bool      // some are diagnostics
	ran   int64     // tests that ran, 0 where that isn't known
}

// A failure is a failed test or a diagnostic, by hashes.
type failure struct {
	name uint64
	// file is that of a test whose name doesn't say where it is; 0 where it does.
	file uint64
}

func (f failure) compare(o failure) int {
	return cmp.Or(cmp.Compare(f.name, o.name), cmp.Compare(f.file, o.file))
}

// failuresOf reads the failures of a run from its details. It is nil where they may not be all: the details list a
// part, the command stops at the first one, or the program's own number is another.
func failuresOf(d result.Details, command string) *failures {
	reports, err := d.Runs()
	if err != nil || stopsEarly(command) {
		return nil
	}
	f := &failures{}
	for _, run := range reports {
		if run.Truncated || run.Partial {
			return nil
		}
		tests := int64(0)
		for _, one := range run.Failures {
			if one.Warning {
				continue
			}
			if run.Tool == "go" && endsPackage(one.Message) {
				return nil
			}
			if one.Name != "" {
				if hidesTests(run.Tool, one.Name) {
					return nil
				}
				f.tests = true
				tests++
				f.ids = append(f.ids, testID(run.Tool, one.Package, one.File, one.Name))
			} else {
				if !reportsAll(run.Tool) {
					return nil
				}
				f.other = true
				f.ids = append(f.ids, failure{name: failureID(one.File, one.Message)})
			}
		}
		n, ok := run.Counts["failed"]
		if isPythons(run.Tool) {
			n += run.Counts["errors"] // of tests, since all have names
		}
		if ok && n != tests || stopsUnittest(run.Tool, command) {
			return nil
		}
		if passed, ok := run.Counts["passed"]; ok || !countsFailedAlone(run.Tool) {
			f.ran += passed + n + run.Counts["skipped"]
		}
	}
	if len(f.ids) == 0 {
		return nil // it failed, and nothing says why
	}
	slices.SortFunc(f.ids, failure.compare)
	if !f.other {
		f.ids = slices.CompactFunc(f.ids, func(a, b failure) bool { return a == b && a.file == 0 })
	}
	return f
}

// testID is a test's. One that has failed in its helper may fail in its own file the next time, so the file where it
// failed tells tests apart only if their names don't.
func testID(tool, pkg, file, name string) failure {
	if isPythons(tool) || pkg != "" {
		return failure{name: failureID(pkg, name)}
	}
	return failure{failureID(name), failureID(file)}
}

// isPythons reports whether a tool is a test runner for Python, whose names begin or end with the test's module, and
// which count apart what failed before or behind a test.
func isPythons(tool string) bool { return tool == "pytest" || tool == "unittest" }

// hidesTests reports whether something that is listed as a failed test says that tests didn't run: a file that can't be
// read, what comes before all tests of a class, or a package that ends without a test's failure.
//
//	ERROR tests/test_fares.py
//	ERROR: tests.test_fares (unittest.loader._FailedTest.tests.test_fares)
//	ERROR: setUpClass (tests.test_fares.Fares)
//	FAIL	example.com/ferry	0.004s
func hidesTests(tool, name string) bool {
	switch tool {
	case "go":
		isTest := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
		return !slices.ContainsFunc([]string{"Test", "Fuzz", "Example"}, isTest)
	case "pytest":
		return !strings.Contains(name, "::")
	case "unittest":
		return strings.Contains(name, "_FailedTest") || strings.HasPrefix(name, "setUp") ||
			strings.HasPrefix(name, "tearDownClass") || strings.HasPrefix(name, "tearDownModule")
	}
	return false
}

// countsFailedAlone reports whether a tool may say how many tests failed and not how many passed: "go test" without -v,
// and unittest, of whose tests one may fail in several parts.
func countsFailedAlone(tool string) bool { return tool == "go" || tool == "unittest" }

// endsPackage reports whether a test ended with a crash, which in Go ends the tests of its package.
func endsPackage(message string) bool {
	return strings.HasPrefix(message, "panic") || strings.HasPrefix(message, "fatal")
}

// reportsAll reports whether a tool reports all diagnostics that there are, in each run: a compiler that can't read a
// file says nothing of the types in it.
func reportsAll(tool string) bool {
	switch tool {
	case "eslint", "ruff", "flake8", "pylint", "mypy", "pyright", "shellcheck", "rubocop", "stylelint", "biome":
		return true
	}
	return false
}

// stopsEarly reports whether a command line asks a test runner to stop at the first failure: what came after it isn't
// known.
func stopsEarly(command string) bool {
	for _, w := range strings.Fields(command) {
		name, _, _ := strings.Cut(w, "=")
		switch name {
		case "-x", "-failfast", "--failfast", "--fail-fast", "--bail", "-b", "--maxfail", "--exitfirst",
			"--stop-on-failure", "--max-failures":
			return true
		}
	}
	return false
}

// stopsUnittest is stopsEarly for unittest's short flag, which means something else elsewhere.
func stopsUnittest(tool, command string) bool {
	return tool == "unittest" && slices.Contains(strings.Fields(command), "-f")
}

func failureID(parts ...string) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return h.Sum64()
}

// A change is what has become of the failures of the last run.
type change struct{ gone, fresh, same int }

// since compares failures with those of the last run. ok is false where nothing is sure: a build that breaks, or a run
// of fewer tests, says nothing of the tests that failed before.
func (f *failures) since(last *failures) (c change, ok bool) {
	if f == nil || last == nil || f.ran < last.ran || f.tests != last.tests || f.other != last.other {
		return c, false
	}
	// gone and fresh are the names of the last failures that aren't the same; one of both, with another file, may be
	// the same test or its namesake.
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

// line says it in at most 24 tokens:
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
	return "since the last run: " + strings.Join(parts, ", ")
}
