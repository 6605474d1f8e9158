package textline

import "strings"

// deaths are what shells, runtimes and runners say of a process that didn't come to its end, wherever in a line it stands.
// The first byte of each is looked for only in lines whose words speak of an error already.
var deaths = [...]string{"Segmentation fault", "(core dumped)", "test run was aborted", "Test Run Aborted", "process crashed", "DATA RACE", "Out of memory: Killed process"}

// died reports whether a line says that a process died. Such a line tells what failed, though it opens with a script's name or a
// stamp: "./run.sh: line 4: 8123 Segmentation fault (core dumped) ./unit".
func Died(s string) bool {
	for _, d := range deaths {
		if strings.Contains(s, d) {
			return true
		}
	}
	return false
}
