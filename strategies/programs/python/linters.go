package python

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/programs/python/py"
	"github.com/toktee/toktee/strategies/report"
)

// flake8 reads flake8 and others of its form:
//
//	shop/cart.py:3:1: F401 'os' imported but unused
var flake8 = shape.Lint(shape.Linter{
	Program: report.Program{
		Name:    "flake8",
		Compare: report.Comparison{AllDiagnostics: true},
		Runs: func(c report.Call) bool {
			return c.Is("flake8", "pycodestyle", "pep8", "pyflakes") ||
				py.Runs(c, "flake8") || py.Runs(c, "pycodestyle") || py.Runs(c, "pyflakes")
		},
	},
	Kind: func(msg string) (strategies.Key, string, bool) { return strategies.Errors, msg, msg != "" },
	Total: func(line string) (int64, bool) { // with --count, a number alone
		n, rest, ok := parse.CutNumber(line)
		return int64(n), ok && rest == ""
	},
	Of: strategies.Errors,
	Aside: func(line string) bool { // with --statistics: "3     F401 'os' imported but unused"
		_, rest, ok := parse.CutNumber(line)
		return ok && strings.HasPrefix(rest, "    ")
	},
	Crashes: []string{"There was a critical error during execution"},
	Source:  2,
	Wrapped: true,
})

// codespell reads the spelling checker for source code. With --count, a number ends it:
//
//	docs/guide.md:3: recieved ==> received
//	6
var codespell = shape.Lint(shape.Linter{
	Program: report.Program{Name: "codespell", Names: []string{"codespell"}},
	Kind: func(msg string) (strategies.Key, string, bool) {
		return strategies.Errors, msg, strings.Contains(msg, " ==> ")
	},
	Total: func(line string) (int64, bool) {
		n, rest, ok := parse.CutNumber(line)
		return int64(n), ok && rest == ""
	},
	Of: strategies.Errors,
})

// mypy reads the type checker for Python:
//
//	shop/cart.py:12: error: Name "total" is not defined  [name-defined]
//	shop/cart.py:12: note: Did you mean "Total"?
//	Found 1 error in 1 file (checked 3 source files)
var mypy = shape.Lint(shape.Linter{
	Program: report.Program{
		Name:    "mypy",
		Compare: report.Comparison{AllDiagnostics: true},
		Runs:    func(c report.Call) bool { return c.Is("mypy", "dmypy") || py.Runs(c, "mypy") },
		Begins:  []string{"Success: no issues found in "},
	},
	Kind: func(msg string) (strategies.Key, string, bool) {
		word, text, ok := strings.Cut(msg, ": ")
		key, known := map[string]strategies.Key{
			"error": strategies.Errors, "warning": strategies.Warnings, "note": shape.Note, "info": "",
		}[word]
		return key, text, ok && known
	},
	Total: func(line string) (int64, bool) {
		if !strings.HasPrefix(line, "Found ") || !strings.Contains(line, " error") || !strings.Contains(line, " in ") {
			return 0, false
		}
		return parse.NumberAfter(line, "Found ")
	},
	Of: strategies.Errors,
	Aside: func(line string) bool { // "shop/cart.py: note: In function \"pay\":"
		file, _, found := strings.Cut(line, ": note: ")
		return found && parse.FileLike(file)
	},
	Passes:  []string{"Success: no issues found in "},
	Crashes: []string{"mypy: "},
	Source:  3,
	Wrapped: true,
})

// pylint reads the linter for Python. Its errors come before its warnings, and those before its remarks on style:
//
//	************* Module shop.cart
//	shop/cart.py:3:0: W0611: Unused import os (unused-import)
//	Your code has been rated at 9.17/10
//
// A run that only has remarks may end with 0 or not, by its options.
var pylint = shape.Lint(shape.Linter{
	Program: report.Program{
		Name:    "pylint",
		Compare: report.Comparison{AllDiagnostics: true},
		Runs:    func(c report.Call) bool { return c.Name == "pylint" || py.Runs(c, "pylint") },
		Begins:  []string{"************* Module "},
	},
	Kind: func(msg string) (strategies.Key, string, bool) {
		code, text, ok := strings.Cut(msg, ": ")
		key, known := shape.LevelLetter(code)
		return key, text, ok && known && len(code) >= 5 && parse.Digit(code[1]) && parse.Digit(code[4])
	},
	Aside:  func(line string) bool { return strings.HasPrefix(line, "************* Module ") },
	Passes: []string{"Your code has been rated at 10.00/10"},
	Ends:   []string{"Your code has been rated at "},
	Source: 2,
})

// ruff reads a linter and formatter for Python, with concise diagnostics. The general engine reads full ones, which
// name the place in a second line.
//
//	shop/cart.py:1:8: F401 [*] `os` imported but unused
//	Found 5 errors (3 fixed, 2 remaining).
var ruff = shape.Lint(shape.Linter{
	Program: report.Program{
		Name:    "ruff",
		Runs:    func(c report.Call) bool { return c.Name == "ruff" || py.Runs(c, "ruff") },
		Begins:  []string{"All checks passed!"},
		Compare: report.Comparison{AllDiagnostics: true},
	},
	Kind: func(msg string) (strategies.Key, string, bool) { return strategies.Errors, msg, msg != "" },
	Total: func(line string) (int64, bool) {
		n, ok := parse.NumberAfter(line, "Found ")
		if left, fixed := parse.NumberAfter(line, " fixed, "); fixed {
			n = left
		} else if strings.Contains(line, " fixed)") {
			n = 0
		}
		return n, ok && strings.Contains(line, " error")
	},
	Of:      strategies.Errors,
	Hidden:  true,
	Passes:  []string{"All checks passed!"},
	Ends:    []string{"[*] ", "No fixes available"},
	Crashes: []string{"ruff failed", "error: "},
	Source:  6,
})
