// Package php reads the output of test runners for PHP.
package php

import (
	"github.com/toktee/toktee/strategies/report"
)

// Programs lists the programs of this package, in order of preference.
var Programs = []report.Program{phpunit}
