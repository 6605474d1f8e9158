// Package programs reads what test runners, compilers, linters and build tools print: how a run ended, exact counts,
// and each failure with its place and message.
//
// Each program is a file, or a few with one prefix: a [report.Program] that says how its output is recognised, and a
// parser that recognises its lines and hands them to a [report.Run]. Programs of one kind share a table: linters that
// print a line for each diagnostic ([linter]), programs that do something and say so in set phrases (doer.go), and
// those whose output is a table (table.go). CONTRIBUTING.md walks through adding one.
//
// # Cost
//
// A parser sees only the outputs in which its program is found. It takes one pass, and keeps at most
// [report.MaxFindings] findings.
package programs

import (
	"github.com/toktee/toktee/strategies/internal/documents"
	"github.com/toktee/toktee/strategies/report"
)

// All are the programs that can be read, in order of preference.
func All() []report.Program {
	return []report.Program{
		build, documents.CompilerJSON,
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
		mocha, documents.MochaJSON, documents.MochaLine,
		node,
		pytest,
		unittest,
		maven, gradle, javac,
		mypy, flake8, codespell, pylint, ruff, pip, uv,
		rspec, minitest, rubocop, phpunit,
		documents.VitestJSON, documents.JestJSON, documents.RspecJSON,
		documents.SARIF,
		documents.JUnit,
		semgrep, gitleaks, rustfmt,
		git, gh,
		dockerBuild, compose, dockerTable, kubectlGet, kubectl, terraform,
		apt, curl, wget, systemctl, systemTable, psTable, dfTable,
	}
}
