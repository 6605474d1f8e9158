package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// flake8 is flake8 and what prints as it does:
//
//	shop/cart.py:3:1: F401 'os' imported but unused
var flake8 = lint(linter{
	Program: report.Program{
		Name: "flake8",
		Runs: func(c report.Call) bool {
			return c.Is("flake8", "pycodestyle", "pep8", "pyflakes") ||
				pythonRuns(c, "flake8") || pythonRuns(c, "pycodestyle") || pythonRuns(c, "pyflakes")
		},
	},
	kind: func(msg string) (strategies.Key, string, bool) { return strategies.Errors, msg, msg != "" },
	total: func(line string) (int64, bool) { // with --count, a number alone
		n, rest, ok := parse.CutNumber(line)
		return int64(n), ok && rest == ""
	},
	of: strategies.Errors,
	aside: func(line string) bool { // with --statistics: "3     F401 'os' imported but unused"
		_, rest, ok := parse.CutNumber(line)
		return ok && strings.HasPrefix(rest, "    ")
	},
	crashes: []string{"There was a critical error during execution"},
	source:  2,
	wrapped: true,
})

// codespell is the spelling checker for source code. With --count, a number ends it:
//
//	docs/guide.md:3: recieved ==> received
//	6
var codespell = lint(linter{
	Program: report.Program{Name: "codespell", Names: []string{"codespell"}},
	kind: func(msg string) (strategies.Key, string, bool) {
		return strategies.Errors, msg, strings.Contains(msg, " ==> ")
	},
	total: func(line string) (int64, bool) {
		n, rest, ok := parse.CutNumber(line)
		return int64(n), ok && rest == ""
	},
	of: strategies.Errors,
})

// mypy is the type checker for Python:
//
//	shop/cart.py:12: error: Name "total" is not defined  [name-defined]
//	shop/cart.py:12: note: Did you mean "Total"?
//	Found 1 error in 1 file (checked 3 source files)
var mypy = lint(linter{
	Program: report.Program{
		Name:   "mypy",
		Runs:   func(c report.Call) bool { return c.Is("mypy", "dmypy") || pythonRuns(c, "mypy") },
		Begins: []string{"Success: no issues found in "},
	},
	kind: func(msg string) (strategies.Key, string, bool) {
		word, text, ok := strings.Cut(msg, ": ")
		key, known := map[string]strategies.Key{
			"error": strategies.Errors, "warning": strategies.Warnings, "note": note, "info": "",
		}[word]
		return key, text, ok && known
	},
	total: func(line string) (int64, bool) {
		if !strings.HasPrefix(line, "Found ") || !strings.Contains(line, " error") || !strings.Contains(line, " in ") {
			return 0, false
		}
		return parse.NumberAfter(line, "Found ")
	},
	of: strategies.Errors,
	aside: func(line string) bool { // "shop/cart.py: note: In function \"pay\":"
		file, _, found := strings.Cut(line, ": note: ")
		return found && parse.FileLike(file)
	},
	passes:  []string{"Success: no issues found in "},
	crashes: []string{"mypy: "},
	source:  3,
	wrapped: true,
})

// pylint is the linter for Python. Its errors come before its warnings, and those before its remarks on style:
//
//	************* Module shop.cart
//	shop/cart.py:3:0: W0611: Unused import os (unused-import)
//	Your code has been rated at 9.17/10
//
// A run that only has remarks may have ended with 0 or not, as its options say.
var pylint = lint(linter{
	Program: report.Program{
		Name:   "pylint",
		Runs:   func(c report.Call) bool { return c.Name == "pylint" || pythonRuns(c, "pylint") },
		Begins: []string{"************* Module "},
	},
	kind: func(msg string) (strategies.Key, string, bool) {
		code, text, ok := strings.Cut(msg, ": ")
		key, known := levelLetter(code)
		return key, text, ok && known && len(code) >= 5 && parse.Digit(code[1]) && parse.Digit(code[4])
	},
	aside:  func(line string) bool { return strings.HasPrefix(line, "************* Module ") },
	passes: []string{"Your code has been rated at 10.00/10"},
	ends:   []string{"Your code has been rated at "},
	source: 2,
})

// levelLetter is what the letter counts as that pylint and rubocop put before a diagnostic: "E", "W0611".
func levelLetter(code string) (key strategies.Key, ok bool) {
	if code == "" {
		return "", false
	}
	switch code[0] {
	case 'E', 'F':
		return strategies.Errors, true
	case 'W':
		return strategies.Warnings, true
	case 'C', 'R', 'I':
		return strategies.Remarks, true
	}
	return "", false
}

// rubocop is Ruby's linter, and what has its form (standard):
//
//	lib/cart.rb:2:3: W: [Correctable] Lint/UselessAssignment: Useless assignment to variable - sum.
//	    sum = 0
//	    ^^^
//	3 files inspected, 1 offense detected, 1 offense autocorrectable
//
// Offenses of any severity make it fail, unless its options say otherwise or correct them.
var rubocop = lint(linter{
	Program: report.Program{
		Name:  "rubocop",
		Names: []string{"rubocop", "standardrb"},
		Looks: func(line string) bool {
			return strings.HasPrefix(line, "Inspecting ") &&
				(strings.HasSuffix(line, " files") || line == "Inspecting 1 file")
		},
	},
	kind: func(msg string) (strategies.Key, string, bool) {
		level, text, ok := strings.Cut(msg, ": ")
		key, known := levelLetter(level)
		text = strings.TrimPrefix(strings.TrimPrefix(text, "[Corrected] "), "[Correctable] ")
		return key, text, ok && known && len(level) == 1
	},
	total: func(line string) (int64, bool) { // "no offenses detected" has no number
		_, rest, ok := parse.CutNumber(line)
		if !ok || !strings.HasPrefix(rest, " file") {
			return 0, false
		}
		_, rest, _ = strings.Cut(rest, " inspected, ")
		n, rest, ok := parse.CutNumber(rest)
		return int64(n), ok || strings.HasPrefix(rest, "no offenses")
	},
	of:      strategies.Diagnostics,
	aside:   func(line string) bool { return strings.HasPrefix(line, "Inspecting ") },
	source:  1, // carets say less
	wrapped: true,
	columns: true,
	zero:    true,
	strict:  true,
	lenient: []string{
		"--fail-level", "-a", "-A", "-x", "--autocorrect", "--autocorrect-all", "--auto-correct", "--auto-correct-all",
		"--fix", "--fix-layout", "--display-only-fail-level-offenses",
	},
	few: 4,
})
