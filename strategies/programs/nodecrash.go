package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies/report"
)

// nodeCrash finds what Node prints when a program dies of an exception: the place, the line of code, a caret below it, and
// then the message with its frames, up to "Node.js v20".
type nodeCrash struct {
	before [2]string // the two lines before this one, of which the first may be the place
	at     int       // and the number of the last line
	place  string
	code   int
	state  crashState
	found  report.Finding
	told   jsFailure
	ok     bool
}

type crashState uint8

const (
	noCrash crashState = iota
	crashPointed
	crashTold
	crashStack // below "JavaScript stack trace": numbered frames
)

// line takes in a line, blank ones too. It reports whether the line belongs to a crash.
func (c *nodeCrash) line(n int, s string) bool {
	switch c.state {
	case crashPointed:
		if s == "" {
			return true
		}
		if s[0] == ' ' || c.ok {
			c.state = noCrash // the first crash is the one that is told
			return false
		}
		c.found, c.told, c.ok = report.Finding{Message: s, At: n}, jsFailure{}, true
		if at, ok := wholePlace(c.place); ok {
			c.found.File, c.found.Row, c.found.Evidence = at.File, at.Row, []int{c.code - 1, c.code}
		}
		c.state = crashTold
		return true
	case crashStack:
		k, frame := parse.CutNumber(s)
		if at, own, ok := jsFrame("at" + strings.TrimPrefix(frame, ":")); ok && k > 0 {
			if own {
				c.told.frame(n, at)
			}
			return true
		}
		if s != "" {
			c.state = noCrash
		}
		return s == ""
	case crashTold:
		if strings.HasPrefix(s, "Node.js v") || s == "" && c.told.below {
			c.state = noCrash
			return true
		}
		c.told.line(n, strings.TrimLeft(s, " "))
		return true
	}
	switch {
	case c.ok:
	case strings.HasPrefix(s, "FATAL ERROR: "):
		c.found, c.told, c.ok = report.Finding{Message: s, At: n}, jsFailure{}, true
		return true
	case s == "----- JavaScript stack trace -----":
		c.found, c.told, c.ok = report.Finding{Message: "aborted", At: n}, jsFailure{}, true
		c.state = crashStack
		return true
	}
	if i := strings.IndexByte(s, '^'); i >= 0 && strings.Trim(s[i:], "^") == "" && strings.TrimLeft(s[:i], " ") == "" && crashPlace(c.before[0]) {
		c.state = crashPointed
		c.place, c.code = c.before[0], c.at
		return true
	}
	c.before[0], c.before[1], c.at = c.before[1], s, n
	return false
}

// crashPlace reports whether a line is "/home/dev/a.js:3", "node:internal/modules/cjs/loader:1210", "<anonymous_script>:1".
func crashPlace(s string) bool {
	i := strings.LastIndexByte(s, ':')
	return i > 0 && i+1 < len(s) && strings.Trim(s[i+1:], "0123456789") == "" && s[0] != ' ' && !strings.Contains(s, ": ")
}

// take returns what was found since it was last asked.
func (c *nodeCrash) take() (report.Finding, bool) {
	if !c.ok {
		return report.Finding{}, false
	}
	f := c.found
	above := f.Evidence
	f.Evidence = nil
	c.told.fill(&f)
	f.Evidence = append(f.Evidence, above...)
	c.ok, c.state = false, noCrash
	return f, true
}
