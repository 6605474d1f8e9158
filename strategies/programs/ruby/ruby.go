// Package ruby reads the output of test runners and linters for Ruby.
package ruby

import (
	"github.com/toktee/toktee/strategies/report"
)

// Programs lists the programs of this package, in order of preference.
var Programs = []report.Program{rspec, minitest, rubocop}
