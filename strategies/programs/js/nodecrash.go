package js

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies/report"
)

// nodeCrash finds what Node prints when a program dies of an exception: the place, the line of code, a caret below it,
// and then the message with its frames, up to Node's version:
//
//	/home/dev/a.js:3
//	  throw new Error("no boat")
//	  ^
//
//	Error: no boat
//	    at f (/home/dev/a.js:3:9)
//
//	Node.js v20.19.2
type nodeCrash struct {
	before [2]string // the two lines before this one, of which the first may be the place
	at     int       // the number of the second
	state  crashState
	found  report.Finding
	body   jsFailure
	ok     bool // a crash was found, and not taken
}

// crashState is the part of a crash to which the next line belongs.
type crashState uint8

const (
	noCrash      crashState = iota
	crashPointed            // the caret was read: the message follows
	crashMessage            // the message's further lines and the frames
	crashStack              // numbered frames, below "JavaScript stack trace"
)

// line takes a line, blank ones too. It reports whether the line belongs to a crash.
func (c *nodeCrash) line(n int, s string) bool {
	switch c.state {
	case crashPointed:
		return c.message(n, s)
	case crashStack:
		return c.numberedFrame(n, s)
	case crashMessage:
		if strings.HasPrefix(s, "Node.js v") || s == "" && c.body.below {
			c.state = noCrash
			return true
		}
		c.body.line(n, strings.TrimLeft(s, " "))
		return true
	}
	switch {
	case !c.ok && strings.HasPrefix(s, "FATAL ERROR: "):
		c.begin(report.Finding{Message: s, At: n}, noCrash)
	case !c.ok && s == "----- JavaScript stack trace -----":
		c.begin(report.Finding{Message: "aborted", At: n}, crashStack)
	case crashCaret(s) && crashPlace(c.before[0]):
		c.state = crashPointed
	default:
		c.before[0], c.before[1], c.at = c.before[1], s, n
		return false
	}
	return true
}

// begin opens a crash.
func (c *nodeCrash) begin(f report.Finding, state crashState) {
	c.found, c.body, c.ok, c.state = f, jsFailure{}, true, state
}

// message reads the first line below the caret: "Error: no boat". Of several crashes, the first is kept.
func (c *nodeCrash) message(n int, s string) bool {
	if s == "" {
		return true
	}
	if s[0] == ' ' || c.ok {
		c.state = noCrash
		return false
	}
	c.begin(report.Finding{Message: s, At: n}, crashMessage)
	if at, ok := textline.WholePlace(c.before[0]); ok {
		c.found.File, c.found.Row, c.body.tail = at.File, at.Row, []int{c.at - 1, c.at}
	}
	return true
}

// numberedFrame reads "    2: 0x7f abort (node:internal/process:12:3)", "1: /home/dev/a.js:3:9".
func (c *nodeCrash) numberedFrame(n int, s string) bool {
	k, frame, _ := parse.CutNumber(s)
	if at, own, ok := textline.JSFrame("at" + strings.TrimPrefix(frame, ":")); ok && k > 0 {
		if own {
			c.body.frame(n, at)
		}
		return true
	}
	if s != "" {
		c.state = noCrash
	}
	return s == ""
}

// crashCaret reports whether a line is the caret below a line of code: "    ^^^^^".
func crashCaret(s string) bool {
	carets := strings.TrimLeft(s, " ")
	return carets != "" && strings.Trim(carets, "^") == ""
}

// crashPlace reports whether a line is "/home/dev/a.js:3", "node:internal/modules/cjs/loader:1210",
// "<anonymous_script>:1".
func crashPlace(s string) bool {
	i := strings.LastIndexByte(s, ':')
	if i <= 0 || i+1 == len(s) || s[0] == ' ' {
		return false
	}
	return strings.Trim(s[i+1:], "0123456789") == "" && !strings.Contains(s, ": ")
}

// take returns the crash that was found since the last call.
func (c *nodeCrash) take() (report.Finding, bool) {
	if !c.ok {
		return report.Finding{}, false
	}
	c.ok, c.state = false, noCrash
	f := c.found
	c.body.fill(&f)
	return f, true
}
