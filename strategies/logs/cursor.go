package logs

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
)

// A cursor reads a line from left to right.
type cursor struct {
	s  string
	at int
}

// digits reads a number of up to limit digits and returns how many there were. If there are more, it reads nothing and
// returns 0.
func (c *cursor) digits(limit int) int {
	n := 0
	for c.at+n < len(c.s) && parse.Digit(c.s[c.at+n]) {
		if n++; n > limit {
			return 0
		}
	}
	c.at += n
	return n
}

// byte reads one of some bytes, and returns it; 0 for none of them.
func (c *cursor) byte(of string) byte {
	if c.at < len(c.s) && strings.IndexByte(of, c.s[c.at]) >= 0 {
		c.at++
		return c.s[c.at-1]
	}
	return 0
}

// blanks reads blanks.
func (c *cursor) blanks() {
	for c.at < len(c.s) && c.s[c.at] == ' ' {
		c.at++
	}
}

// month reads the name of a day or a month.
func (c *cursor) month() bool {
	n := textline.DateWord(c.s[c.at:])
	c.at += n
	return n > 0
}
