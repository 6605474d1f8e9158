// Package shell reads the output of git, of tools of the system, and of tools for scripts in shell and Perl.
package shell

import (
	"github.com/toktee/toktee/strategies/report"
)

// Programs lists the programs of this package, in order of preference.
var Programs = []report.Program{shellcheck, prove, git, apt, curl, wget}
