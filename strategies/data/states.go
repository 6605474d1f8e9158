package data

import (
	"strconv"
	"strings"
)

// stateOf is the state that a cell opens with, without times and counts:
//
//	Up 3 days (unhealthy)       Up (unhealthy)
//	Exited (137) 2 hours ago    Exited (137)
func stateOf(s string) string {
	first, rest, ok := strings.Cut(s, " ")
	if !ok {
		return s
	}
	if i := strings.IndexByte(rest, '('); i >= 0 {
		if j := strings.IndexByte(rest[i:], ')'); j > 0 && strings.IndexByte(rest[i:i+j], ' ') < 0 {
			return first + " " + rest[i:i+j+1]
		}
	}
	return first
}

// badState reports whether a cell of a column of states says that something is wrong.
func badState(s string) bool {
	if badWord(s) {
		return true
	}
	first, rest, ok := strings.Cut(s, " ")
	switch {
	case !ok:
		return false
	case first == "Exited":
		return !strings.HasPrefix(rest, "(0)")
	}
	return first == "Restarting" || badWord(first) || strings.Contains(rest, "(unhealthy)")
}

// nearlyFull is the least share of what there is, in percent, that is nearly all of it.
const nearlyFull = 95

// isNearlyFull reports whether a cell of a column such as Use% says that there is little left.
func isNearlyFull(column, s string) bool {
	if !strings.HasSuffix(column, "%") || !strings.HasSuffix(s, "%") {
		return false
	}
	n, err := strconv.Atoi(s[:len(s)-1])
	return err == nil && n >= nearlyFull
}
