package general

import "strings"

// Lines that repeat one after the other are written once: the frames of a recursion, the messages of a loop that waits.
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
	maxPeriod  = 16  // most lines of a round
	leastTimes = 5   // fewest rounds that are folded
	leastLines = 8   // fewest lines that are folded
	alikeTimes = 30  // fewest rounds that are folded if their numbers differ, since a reader may need these
	maxCycles  = 256 // most cycles that are kept
	maxSaid    = 160 // longest line, in bytes, that is shown after its count ("3000x ...")
)

// A cycle is a stretch of lines in which each repeats a line shortly above it.
type cycle struct {
	first, last int  // the whole stretch
	period      int  // lines of a round
	same        int  // lines at the end that equal those of the round before
	alike       bool // rounds differ by their numbers
	frames      bool // there are frames of a stack among them
	words       bool // it has words, so the numbers aren't its only content
}

// times returns the number of whole rounds.
func (c *cycle) times() int { return (c.last - c.first + 1) / c.period }

// cycles looks for lines that repeat those above.
type cycles struct {
	ring  [maxPeriod]pastLine
	last  int   // the line that was read last
	open  cycle // the cycle that continues; period 0 if there is none
	found []cycle
}

// pastLine is one of the last maxPeriod lines.
type pastLine struct {
	text     string
	template uint64 // 0 for a blank line
}

// line reads the n-th line.
func (c *cycles) line(n int, text string, template uint64) {
	if n != c.last+1 { // lines between weren't read
		c.end()
		c.ring = [maxPeriod]pastLine{}
	}
	c.last = n
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

// begin opens a cycle if the line repeats one of the last lines.
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

// goesOn adds line n. Once two rounds are equal, earlier rounds that differed by their numbers are dropped from the
// cycle.
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

// isLong reports whether a cycle is long enough to be folded.
func (c *cycle) isLong() bool {
	least := leastTimes
	if c.alike && !c.frames {
		least = alikeTimes
	}
	return c.period > 0 && c.times() >= least && c.last-c.first+1 >= leastLines && (c.words || !c.alike)
}

// end closes the open cycle and keeps it if it is long enough. Results of benchmarks that differ by their numbers
// aren't repetitions.
func (c *cycles) end() {
	if c.open.isLong() && len(c.found) < maxCycles && !(c.open.alike && c.measures()) {
		c.found = append(c.found, c.open)
	}
	c.open.period = 0
}

// measures reports whether a result of a benchmark is in the last round of the open cycle.
func (c *cycles) measures() bool {
	for n := c.open.last - c.open.period + 1; n <= c.open.last; n++ {
		if isMeasurement(c.ring[n%maxPeriod].text) {
			return true
		}
	}
	return false
}

// fewLetters is the number of letters from which a line is more than a row of numbers in a table.
const fewLetters = 12

// hasWords reports whether a line has at least fewLetters letters.
func hasWords(s string) bool {
	n := 0
	for i := 0; i < len(s) && n < fewLetters; i++ {
		if c := s[i] | 0x20; c >= 'a' && c <= 'z' {
			n++
		}
	}
	return n == fewLetters
}
