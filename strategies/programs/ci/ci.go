// Package ci reads the output of containers, clusters, infrastructure, code hosts and security scanners.
package ci

import (
	"github.com/toktee/toktee/strategies/report"
)

// Programs lists the programs of this package, in order of preference.
var Programs = []report.Program{semgrep, gitleaks, gh, dockerBuild, compose, dockerTable, kubectlGet, kubectl, terraform}
