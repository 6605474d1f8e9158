package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestMypy(t *testing.T) {
	testParser(t, mypy, []parserCase{
		{
			name: "mypy",
			id:   "lint/mypy",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 5},
				Findings: []string{
					` | prices.py:9 | Unsupported operand types for * ("None" and "float")  [operator]`,
					` | prices.py:9 | Incompatible return value type (got "float", expected "int")  [return-value]`,
					` | prices.py:16 | Argument 1 to "append" of "list" has incompatible type "str"; expected ` +
						`"int"  [arg-type]`,
					` | prices.py:17 | "Till" has no attribute "count"  [attr-defined]`,
					` | prices.py:20 | Argument 1 to "add" of "Till" has incompatible type "int"; expected "str"  ` +
						`[arg-type]`,
				},
			},
		},
		{
			name: "mypy missing import",
			id:   "lint/mypy-missing-import",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` | observatory/lens.py:1 | Cannot find implementation or library stub for module named ` +
						`"astrolabe"  [import]`,
				},
			},
		},
		{name: "mypy green", id: "lint/mypy-green", want: reported{Outcome: strategies.Pass}},
		{name: "no such file", text: "mypy: can't read file 'missing.py': No such file or directory\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" |  | can't read file 'missing.py': No such file or directory"},
			}},
		{
			name: "more are counted than told",
			text: "a.py:6: error: x  [y]\nFound 5 errors in 1 file (checked 1 source file)\n",
			want: reported{Distrust: true},
		},
		{
			name: "killed",
			text: "a.py:6: error: x  [y]\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" | a.py:6 | x  [y]"},
			},
		},
	})
}

func TestFlake8(t *testing.T) {
	testParser(t, flake8, []parserCase{
		{
			name: "flake8 syntax error",
			id:   "lint/flake8-syntax-error",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					" | observatory/lens.py:1:12 | E999 SyntaxError: invalid syntax",
				},
			},
		},
		{
			name: "sources, statistics and a count",
			text: "a.py:1:1: F401 'os' imported but unused\nimport os\n^\na.py:7:1: F821 undefined name 'l'\n" +
				"print(l)\n      ^\n1     F401 'os' imported but unused\n1     F821 undefined name 'l'\n2\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 2},
				Findings: []string{
					" | a.py:1:1 | F401 'os' imported but unused",
					" | a.py:7:1 | F821 undefined name 'l'",
				},
			},
		},
		{
			name: "more are counted than told",
			text: "a.py:1:1: F401 'os' imported but unused\n2\n",
			want: reported{Distrust: true},
		},
		{name: "green", text: "", want: reported{}},
	})
}

func TestPylint(t *testing.T) {
	testParser(t, pylint, []parserCase{
		{
			name: "all kinds",
			text: "************* Module prices\nprices.py:1:0: C0114: Missing module docstring " +
				"(missing-module-docstring)\nprices.py:10:4: W0612: Unused variable 'x' (unused-variable)\n" +
				"prices.py:19:15: E0602: Undefined variable 'y' (undefined-variable)\n\n" +
				"-----------------------------------\nYour code has been rated at 0.00/10\n\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1, strategies.Warnings: 1, strategies.Remarks: 1},
				Findings: []string{
					" | prices.py:1 | warning | Missing module docstring (missing-module-docstring)",
					" | prices.py:10:4 | warning | Unused variable 'x' (unused-variable)",
					" | prices.py:19:15 | Undefined variable 'y' (undefined-variable)",
				},
			},
		},
		{
			name: "green",
			text: "\n--------------------------------------------------------------------\nYour code has been rated " +
				"at 10.00/10 (previous run: 9.00/10, +1.00)\n",
			want: reported{Outcome: strategies.Pass},
		},
		{name: "killed", text: "************* Module prices\n", want: reported{}},
	})
}

// The texts are those of ruff's documentation.
func TestRuff(t *testing.T) {
	testParser(t, ruff, []parserCase{
		{
			name: "full",
			text: "F401 [*] `os` imported but unused\n --> numbers.py:3:8\n  |\n1 | from typing import Iterable\n3 | " +
				"import os\n  |        ^^\n  |\nhelp: Remove unused import: `os`\n\nFound 1 error.\n[*] 1 fixable " +
				"with the `--fix` option.\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" | numbers.py:3:8 | [*] `os` imported but unused"},
			},
		},
		{
			name: "concise",
			text: "numbers.py:3:8: F401 [*] `os` imported but unused\nnumbers.py:9:1: E999 SyntaxError: x\nFound 2 " +
				"errors.\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 2},
				Findings: []string{
					" | numbers.py:3:8 | F401 [*] `os` imported but unused",
					" | numbers.py:9:1 | E999 SyntaxError: x",
				},
			},
		},
		{
			name: "some are mended",
			text: "numbers.py:3:8: F821 Undefined name `x`\nFound 3 errors (2 fixed, 1 remaining).\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" | numbers.py:3:8 | F821 Undefined name `x`"},
			},
		},
		{
			name: "grouped isn't read",
			text: "numbers.py:\n  3:8 F401 [*] `os` imported but unused\n\nFound 1 error.\n",
			want: reported{Distrust: true},
		},
		{name: "green", text: "All checks passed!\n", want: reported{Outcome: strategies.Pass}},
		{
			name: "format",
			text: "Would reformat: src/main.py\nWould reformat: tests/test_utils.py\n2 files would be reformatted, 3 " +
				"files left unchanged\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 2},
				Findings: []string{
					" | src/main.py | would be reformatted",
					" | tests/test_utils.py | would be reformatted",
				},
			},
		},
		{name: "formatted", text: "3 files left unchanged\n", want: reported{Outcome: strategies.Pass}},
	})
}
