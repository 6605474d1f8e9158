package general

import "strings"

// Lines that come again and again, one after the other, are said once: the frames of a recursion, a loop that waits.
//
//	retrying connection to 127.0.0.1:5432
//	retrying connection to 127.0.0.1:5432      3000x retrying connection to 127.0.0.1:5432
//	...
//
//	at R.odd(R.java:1)                         at R.odd(R.java:1)
//	at R.even(R.java:1)                        at R.even(R.java:1)
//	at R.odd(R.java:1)                         … the same 2 lines 506 more times
//	...                                        at R.odd(R.java:1)
//	                                           at R.even(R.java:1)

const (
	maxPeriod  = 16  // lines of a cycle
	leastTimes = 5   // how often a cycle comes for it to be said once
	leastLines = 8   // lines of all of these
	alikeTimes = 30  // the same where lines differ by their numbers, which may be what was asked for
	maxCycles  = 256 // that are kept
	maxSaid    = 160 // bytes of a line that is shown behind the number of its times
)

// A cycle is lines that repeat those a few lines above.
type cycle struct {
	first, last int  // all lines
	period      int  // lines of a round
	same        int  // lines at the end that are the same as those a round before
	alike       bool // rounds differ by their numbers
	frames      bool // there are frames of a stack among them
	words       bool // there are words in it, so that numbers aren't all that it says
}

// times is how many whole rounds there are.
func (c *cycle) times() int { return (c.last - c.first + 1) / c.period }

// cycles looks for lines that repeat those above.
type cycles struct {
	ring  [maxPeriod]pastLine
	open  cycle // of which the lines are; its period is 0 for none
	found []cycle
}

// pastLine is one of the last lines.
type pastLine struct {
	text     string
	template uint64 // 0 for a blank line
}

// line looks at the next line, the n-th.
func (c *cycles) line(n int, text string, template uint64) {
	if p := c.open.period; p > 0 {
		before := &c.ring[(n-p)%maxPeriod]
		switch isSame := before.text == text; {
		case before.template != template, !isSame && !c.open.alike && c.open.isLong():
			c.end()
		default:
			c.open.goesOn(n, isSame)
		}
	}
	if c.open.period == 0 && n > 1 {
		c.begin(n, text, template)
	}
	c.ring[n%maxPeriod] = pastLine{text, template}
}

// begin looks for the line above that a line repeats. The line before must repeat the one above that as well, or the
// two follow each other.
func (c *cycles) begin(n int, text string, template uint64) {
	for p := 1; p < min(n, maxPeriod); p++ {
		before := &c.ring[(n-p)%maxPeriod]
		if before.template != template || template == 0 {
			continue
		}
		c.open = cycle{first: n - p, last: n, period: p, alike: before.text != text}
		c.open.goesOn(n, before.text == text)
		for i := n - p; i < n; i++ {
			t := strings.TrimLeft(c.ring[i%maxPeriod].text, " \t")
			c.open.words = c.open.words || hasWords(t)
			c.open.frames = c.open.frames || t != "" && frame(t)
		}
		return
	}
}

// goesOn adds line n. Where the rounds begin to be the same, those before that differed by their numbers are left out.
func (c *cycle) goesOn(n int, isSame bool) {
	c.last = n
	if !isSame {
		c.same, c.alike = 0, true
		return
	}
	if c.same++; c.alike && c.same == 2*c.period && c.times() < alikeTimes {
		c.first, c.alike = n-c.same-c.period+1, false
	}
}

// isLong reports whether a cycle is worth saying once.
func (c *cycle) isLong() bool {
	least := leastTimes
	if c.alike && !c.frames {
		least = alikeTimes
	}
	return c.period > 0 && c.times() >= least && c.last-c.first+1 >= leastLines && (c.words || !c.alike)
}

// end takes the open cycle down if it is long enough.
func (c *cycles) end() {
	if c.open.isLong() && len(c.found) < maxCycles {
		c.found = append(c.found, c.open)
	}
	c.open.period = 0
}

// fewLetters is how many letters a line has whose numbers may be all that it says: a row of a table.
const fewLetters = 12

// hasWords reports whether a line has more letters than a row of numbers.
func hasWords(s string) bool {
	n := 0
	for i := 0; i < len(s) && n < fewLetters; i++ {
		if c := s[i] | 0x20; c >= 'a' && c <= 'z' {
			n++
		}
	}
	return n == fewLetters
}
