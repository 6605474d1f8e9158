package programs

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/strategies/report"
)

// FuzzTesters feeds any text to the programs that read what Python, Java, Ruby and PHP print.
func FuzzTesters(f *testing.F) {
	for _, s := range []string{
		pytestOne, pytestChain, noseOne, mavenModules, gradleTests, gradleCompiler, rspecRed, minitestRed, phpunitRed,
		"INTERNALERROR> Traceback\nINTERNALERROR>   File \"a.py\", line 1, in f\nINTERNALERROR> E: x\n!!!!!!! " +
			"KeyboardInterrupt !!!!!!!\na.py:1: KeyboardInterrupt\n",
		"ERROR: usage: a\na: error: x\nImportError while loading conftest 'a'.\na.py:1: in <module>\nE   X: y\n+++++ " +
			"Timeout +++++\n  File \"a.py\", line 1, in test_a\n",
		"a.py:1: error: x\nFound 1 error in 1 file (checked 1 source file)\n", "************* Module a\na.py:1:0: " +
			"E0001: x (y)\nYour code has been rated at 0.00/10\n",
		"F401 [*] x\n --> a.py:1:2\n  |\nFound 1 error.\n", "  error: x\n  ╰─> [1 lines of output]\n      y\n      " +
			"[end of output]\nERROR: z\nSuccessfully installed a\n",
		"  × No\n  ╰─▶ Because\nInstalled 1 package in 1ms\n", "A.java:3: error: x\n  y\n  ^\n1 error\n", "e: /a.kt: " +
			"(1, 2): x\n",
	} {
		f.Add(s)
	}
	list := []report.Program{
		pytest,
		unittest,
		maven,
		gradle,
		javac,
		mypy,
		flake8,
		pylint,
		ruff,
		pip,
		uv,
		rspec,
		minitest,
		rubocop,
		phpunit,
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = string(clean.Bytes([]byte(s)))
		total := strings.Count(strings.TrimSuffix(s, "\n"), "\n") + 1
		for _, p := range list {
			checkLines(t, runParser(p, s), total)
		}
	})
}
