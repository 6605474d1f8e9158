// Package native reads the output of builds and tests in C, C++ and Rust.
package native

import (
	"github.com/toktee/toktee/strategies/programs/native/build"
	"github.com/toktee/toktee/strategies/programs/native/cargo"
	"github.com/toktee/toktee/strategies/report"
)

// Programs lists the programs of this package, in order of preference.
var Programs = []report.Program{build.Program, cargo.Program, ctest, cargo.Rustfmt}
