// Vet is "go vet" for systems that this machine isn't: it reads dependencies as source, and so compiles nothing. Set
// GOOS and GOARCH.
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"
	"golang.org/x/tools/go/analysis/passes/assign"
	"golang.org/x/tools/go/analysis/passes/bools"
	"golang.org/x/tools/go/analysis/passes/copylock"
	"golang.org/x/tools/go/analysis/passes/errorsas"
	"golang.org/x/tools/go/analysis/passes/lostcancel"
	"golang.org/x/tools/go/analysis/passes/nilfunc"
	"golang.org/x/tools/go/analysis/passes/printf"
	"golang.org/x/tools/go/analysis/passes/shift"
	"golang.org/x/tools/go/analysis/passes/stdmethods"
	"golang.org/x/tools/go/analysis/passes/unmarshal"
	"golang.org/x/tools/go/analysis/passes/unreachable"
	"golang.org/x/tools/go/analysis/passes/unusedresult"
)

func main() {
	multichecker.Main(
		assign.Analyzer, bools.Analyzer, copylock.Analyzer, errorsas.Analyzer, lostcancel.Analyzer, nilfunc.Analyzer,
		printf.Analyzer, shift.Analyzer, stdmethods.Analyzer, unmarshal.Analyzer, unreachable.Analyzer,
		unusedresult.Analyzer,
	)
}
