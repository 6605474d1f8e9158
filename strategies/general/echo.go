package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/hash"
	"github.com/toktee/toktee/internal/text/parse"
)

// echoes remembers what errors said, to know a line that only passes one on. Each layer of a build tells of a failure
// again in words of its own, and what it adds stands before a colon or a bracket:
//
//	#72 ERROR: process "/bin/sh -c make" did not complete successfully: exit code: 1
//	ERROR: failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 1
//	##[error]buildx bake failed with: ERROR: failed to solve: process "/bin/sh -c make" did not ...
type echoes struct {
	parts map[uint64]bool
	heads map[int]string // by the line that passes an error on, what it adds
}

const (
	minEcho   = 40      // bytes of what is passed on; less may be a coincidence
	maxEcho   = 1024    // bytes of a line that is looked at
	maxHead   = 160     // bytes of what it adds
	maxParts  = 8       // parts of a line that are looked at
	maxEchoes = 1 << 12 // parts of errors that are remembered
)

// passesOn reports whether the n-th line ends as an earlier error did, from a colon or a bracket on. One that names a
// place doesn't: the same may be wrong in several places.
func (e *echoes) passesOn(n int, s string) bool {
	if len(s) < minEcho || len(s) > maxEcho {
		return false
	}
	if e.parts == nil {
		e.parts, e.heads = map[uint64]bool{}, map[int]string{}
	}
	for at, part := 0, 0; len(s)-at >= minEcho && part < maxParts; part++ {
		key := hash.String(s[at:])
		if e.parts[key] && !parse.Digit(s[at]) { // what begins with a number begins with a place
			if at > maxHead || numberedPlace(s[:at]) || len(e.heads) == maxEchoes {
				return false
			}
			e.heads[n] = strings.Clone(s[:at])
			return true
		}
		if len(e.parts) < maxEchoes {
			e.parts[key] = true
		}
		i := strings.IndexAny(s[at:], ":]")
		if i < 0 {
			break
		}
		at += i + 1
		for at < len(s) && s[at] == ' ' {
			at++
		}
	}
	return false
}
