// Package golang reads the output of go test, go build and go vet, and of linters for Go.
package golang

import (
	"github.com/toktee/toktee/strategies/programs/golang/gotest"
	"github.com/toktee/toktee/strategies/report"
)

// Programs lists the programs of this package, in order of preference.
var Programs = []report.Program{gotest.Program, golangci}
