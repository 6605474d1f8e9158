// Package ci reads the output of containers, clusters and infrastructure.
package ci

import (
	"github.com/toktee/toktee/strategies/report"
)

// Programs lists the programs of this package, in order of preference.
var Programs = []report.Program{gh, dockerBuild, compose, kubectl, terraform}
