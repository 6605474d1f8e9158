package logs

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// A stamp is a point in time at the head of a record.
type stamp struct {
	end   int    // its end in the line; 0 for none
	clock string // its time of day as it is written, or its seconds since an epoch
	named bool   // its month is a name, as syslog writes it
}

// stampAt reads the stamp that begins at s[at], in any of the common forms:
//
//	2026-03-02T06:41:07.311Z   2026/03/02 06:41:07   02/Mar/2026:06:41:07 +0000   26/03/02 06:41:07
//	20260302-064107            260302 064107         20260302-6:41:7:311          0302/064107.311
//	Mar  2 06:41:07            Mon Mar 02 06:41:07 2026   20 Nov 2026 06:41:07    03-02 06:41:07.311
//	2026-03-02-06.41.07.311    2026.03.02            06:41:07                     1772433667, 1772433667123
func stampAt(s string, at int) stamp {
	if at >= len(s) || at > 1 && (wordByte(s[at-1]) || s[at-1] == '.') { // after one letter: E1102 10:00:00
		return stamp{}
	}
	c := cursor{s: s, at: at}
	if !parse.Digit(s[at]) {
		return c.named()
	}
	if date := c.date(); date != noDate {
		from := c.at
		if st := c.timeAfter(date); st.end > 0 {
			return st
		}
		if date == fullDate && (from == len(s) || s[from] == ' ') && from-at >= len("2026.3.2") {
			return stamp{end: from}
		}
	}
	if c.at = at; c.s[at] <= '2' {
		if clock := c.clock(':'); clock != "" {
			return c.stamp(clock)
		}
	}
	c.at = at
	return c.epoch()
}

// wordByte reports whether c is a letter or a digit.
func wordByte(c byte) bool { return isLetter(c) || parse.Digit(c) }

// dateForm is the form of a date.
type dateForm uint8

const (
	noDate   dateForm = iota
	fullDate          // 2026-03-02
	halfDate          // 03-02: a date only if a time follows
	digits            // 20260302, 260302, 0302: the time may be written so, too
)

// date reads a date in numbers.
func (c *cursor) date() dateForm {
	n := c.digits(14)
	switch n {
	case 14: // 20260302064107
		c.at -= 6
		return digits
	case 4, 6, 8:
		if c.at < len(c.s) && (c.s[c.at] == '.' && n > 4 || c.s[c.at] == ':') {
			return noDate
		}
		if n > 4 || c.at < len(c.s) && strings.IndexByte("-/.", c.s[c.at]) < 0 {
			return digits
		}
	case 1, 2:
	default:
		return noDate
	}
	if n < 4 && c.byte(" ") != 0 { // 20 Nov 2026
		if !c.month() {
			return noDate
		}
		c.blanks()
		if c.digits(4) == 4 {
			return fullDate
		}
		return noDate
	}
	return c.dateAfter(n)
}

// dateAfter reads what follows a date's first number, of n digits.
func (c *cursor) dateAfter(n int) dateForm {
	sep := c.byte("-/.")
	if sep == 0 {
		return noDate
	}
	from := c.at
	if !c.month() {
		if m := c.digits(6); m == 0 || m > 2 {
			if c.at = from; n == 4 && m == 6 && sep == '/' { // 0302/064107
				c.at--
				return digits
			}
			return noDate
		}
	}
	if c.byte(string(sep)) == 0 {
		return halfDate
	}
	if m := c.digits(4); m == 0 || m == 1 && n < 4 || m == 3 {
		return noDate
	}
	return fullDate
}

// timeAfter reads the time of day after a date.
func (c *cursor) timeAfter(date dateForm) stamp {
	if c.byte("T_:-/, ") == 0 && date != digits {
		return stamp{}
	}
	c.blanks()
	from := c.at
	if clock := c.clock(':'); clock != "" {
		return c.stamp(clock)
	}
	if c.at = from; date == fullDate {
		if clock := c.clock('.'); clock != "" {
			return c.stamp(clock)
		}
	}
	if c.at = from; date == digits {
		if n := c.digits(9); n == 6 || n == 9 {
			return c.stamp(c.s[from : from+6])
		}
	}
	return stamp{}
}

// clock reads a time of day whose parts have sep between them.
func (c *cursor) clock(sep byte) string {
	from := c.at
	for i := range 3 {
		if i > 0 {
			if c.at == len(c.s) || c.s[c.at] != sep {
				return ""
			}
			c.at++
		}
		if c.digits(2) == 0 {
			return ""
		}
	}
	if c.at-from < len("6:41:07")-1 {
		return ""
	}
	return c.s[from:c.at]
}

// stamp reads what may follow a time of day: the fraction, the zone, the year.
func (c *cursor) stamp(clock string) stamp {
	from := c.at
	if c.byte(".,:") != 0 && c.digits(9) == 0 {
		c.at = from
	}
	if c.byte("Zz") == 0 {
		from = c.at
		c.byte(" ")
		switch {
		case c.byte("+-") != 0 && c.digits(4) > 0:
			if c.byte(":") != 0 {
				c.digits(2)
			}
		default:
			c.at = from
			for _, word := range [...]string{" UTC", " GMT", " CET", " CEST", " AM", " PM"} {
				if !strings.HasPrefix(c.s[from:], word) {
					continue
				}
				if c.at += len(word); word[len(word)-1] == 'M' {
					clock += word // half of the day
				}
			}
		}
	}
	if c.at < len(c.s) && wordByte(c.s[c.at]) {
		return stamp{}
	}
	return stamp{end: c.at, clock: clock}
}

// named reads a stamp that begins with the name of a day or a month.
func (c *cursor) named() stamp {
	if !c.month() {
		return stamp{}
	}
	c.byte(",")
	c.blanks()
	if c.month() { // Mon Mar 02
		c.byte(",")
		c.blanks()
	}
	if n := c.digits(2); n == 0 {
		return stamp{}
	}
	c.byte(",")
	c.blanks()
	if c.month() { // Mon, 02 Mar 2026
		c.blanks()
	}
	from := c.at
	if c.digits(4) == 4 { // Mar 2 2026 06:41:07
		c.byte(",:")
		c.blanks()
	} else {
		c.at = from
	}
	clock := c.clock(':')
	if clock == "" {
		return stamp{}
	}
	st := c.stamp(clock)
	if st.named = st.end > 0; st.end > 0 {
		c.blanks()
		if c.digits(4) == 4 && c.s[c.at-4] == '2' && (c.at == len(c.s) || !wordByte(c.s[c.at])) { // the year
			st.end = c.at
		}
	}
	return st
}

// epoch reads seconds, milliseconds, microseconds or nanoseconds since 1970, of the years from 2001 to 2033.
func (c *cursor) epoch() stamp {
	from := c.at
	switch n := c.digits(19); {
	case n < 10 || n%3 != 1 || c.s[from] != '1':
		return stamp{}
	case n == 10 && c.byte(".") != 0:
		c.digits(9)
	}
	if c.at < len(c.s) && (wordByte(c.s[c.at]) || c.s[c.at] == '.') {
		return stamp{}
	}
	return stamp{end: c.at, clock: c.s[from : from+10]}
}
