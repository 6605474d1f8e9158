// Package programs reads what test runners, compilers, linters and build tools print: how it ended, exact counts, and each
// failure with its place and message.
//
// Each program is a file: its signs, and a parser that takes lines one by one and keeps what it needs of them. A parser
// never guesses: where the numbers that a tool prints and those that were found don't agree, it says so, and the general
// engine answers alone.
//
// # Cost
//
// A parser sees only the outputs in which its program is found. It takes one pass, and keeps at most [maxFindings] findings.
package programs

import (
	"github.com/toktee/toktee/strategies/report"
)

// maxFindings bounds the findings that a parser keeps; the others are counted.
const MaxFindings = 2000

// All are the programs that can be read, in order of preference.
func All() []report.Program {
	return []report.Program{
		build, ccJSON,
		cargo,
		ctest,
		goTest,
		golangci,
		shellcheck,
		eslint,
		jest,
		vitest,
		playwright,
		prettier,
		prove,
		tap,
		tsc,
		yarn,
		nodeTest,
		npm,
		pnpm,
		mocha, mochaJSON, mochaLine,
		node,
		pytest,
		unittest,
		maven, gradle, javac,
		mypy, flake8, codespell, pylint, ruff, pip, uv,
		rspec, minitest, rubocop, phpunit,
		vitestJSON, jestJSON, rspecJSON,
		sarif,
		junit,
		semgrep, gitleaks, rustfmt,
		git, gh,
		dockerBuild, compose, dockerTable, kubectlGet, kubectl, terraform,
		apt, curl, wget, systemctl, systemTable, psTable, dfTable,
	}
}
