package textline

import "strings"

// deaths are what shells, runtimes and runners print, anywhere in a line, of a process that was killed or crashed. They
// are looked for only in lines whose words mention an error already.
var deaths = [...]string{
	"Segmentation fault", "(core dumped)", "test run was aborted", "Test Run Aborted", "process crashed", "DATA RACE",
	"Out of memory: Killed process",
}

// Died reports whether a line reports the death of a process. Such a line names the failed program, though it opens
// with a script's name or a stamp:
//
//	./run.sh: line 4: 8123 Segmentation fault (core dumped) ./unit
func Died(s string) bool {
	for _, d := range deaths {
		if strings.Contains(s, d) {
			return true
		}
	}
	return false
}
