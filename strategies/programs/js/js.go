// Package js reads the output of test runners, compilers, linters and package managers for JavaScript and TypeScript.
package js

import (
	"github.com/toktee/toktee/strategies/report"
)

// Programs lists the programs of this package, in order of preference.
var Programs = []report.Program{
	eslint, jest, vitest, playwright, prettier, tap, tsc, yarn, nodeTest, npm, pnpm, mocha, node,
}
