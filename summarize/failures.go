package summarize

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/words"
	"github.com/toktee/toktee/result"
)

// failures are what failed in a run: tests by their names, diagnostics by file and message, without their lines, which
// shift.
type failures struct {
	ids   []uint64 // rising; the same message twice in a file is there twice
	tests bool     // some are tests
	other bool     // some are diagnostics
	ran   int64    // tests that ran, 0 where that isn't known
}

// failuresOf reads the failures of a run from its details. It is nil where they may not be all: the details list a
// part, the command stops at the first one, or the program's own number is another.
func failuresOf(d result.Details, command string) *failures {
	var list struct {
		Runs []struct {
			Tool     string           `json:"tool"`
			Counts   map[string]int64 `json:"counts"`
			Failures []struct {
				Name    string `json:"name"`
				File    string `json:"file"`
				Message string `json:"message"`
				Warning bool   `json:"warning"`
			} `json:"failures"`
			Truncated bool `json:"truncated"`
			Partial   bool `json:"partial"`
		} `json:"runs"`
	}
	if d.Type() != "runs" || d.Decode(&list) != nil || stopsEarly(command) {
		return nil
	}
	f := &failures{}
	for _, run := range list.Runs {
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
				f.tests = true
				tests++
				f.ids = append(f.ids, failureID(one.File, one.Name))
			} else {
				if !reportsAll(run.Tool) {
					return nil
				}
				f.other = true
				f.ids = append(f.ids, failureID(one.File, one.Message))
			}
		}
		if n, ok := run.Counts["failed"]; ok && n != tests {
			return nil
		}
		if passed, ok := run.Counts["passed"]; ok || run.Tool != "go" { // go test without -v counts failed tests alone
			f.ran += passed + run.Counts["failed"] + run.Counts["skipped"]
		}
	}
	if len(f.ids) == 0 {
		return nil // it failed, and nothing says why
	}
	slices.Sort(f.ids)
	return f
}

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
	i, j := 0, 0
	for i < len(f.ids) && j < len(last.ids) {
		switch {
		case f.ids[i] == last.ids[j]:
			c.same++
			i++
			j++
		case f.ids[i] < last.ids[j]:
			i++
		default:
			j++
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
