package general

import (
	"slices"

	"github.com/toktee/toktee/result"
)

// lastShown is the number of last lines that show the action during which a command was ended.
const lastShown = 3

// crashLines is the most lines of a report of a crash, which is at the end.
const crashLines = 32

// cutShort reports whether something ended the command early: a signal, a time limit, an abort, or an exit code that
// means one of these. timeout exits with 124, and a shell reports signal n as 128+n.
func cutShort(st result.Status) bool {
	switch {
	case st.Signal != "", st.Timeout > 0, st.Aborted:
		return true
	case !st.Known:
		return false
	}
	return st.Code == 124 || st.Code >= 130 && st.Code < 160
}

// crashed reports whether a signal of the program's own doing ended the command: an illegal instruction, an abort, a
// bus error, a floating-point exception or a segmentation fault. A report of it comes before the last lines.
func crashed(st result.Status) bool {
	switch st.Signal {
	case "":
		return st.Known && slices.Contains([]int{132, 134, 135, 136, 139}, st.Code)
	case "SIGILL", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV":
		return true
	}
	return false
}
