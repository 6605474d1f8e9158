package shell

import (
	"strconv"
	"strings"
)

// MaxLines returns the largest number of lines that the filters let through, if they cut only by head or tail with a
// number of lines. An output with fewer lines wasn't cut. ok is false if the number isn't known.
func (l Line) MaxLines() (n int, ok bool) {
	if !l.OK || len(l.Commands) != 1 || l.Compound {
		return 0, false
	}
	for _, f := range l.Filters {
		if !effectOf(f).cut {
			if !isAny(f.Name, "sort", "cat", "tee") {
				return 0, false
			}
			continue
		}
		k, known := f.mostLines()
		if !known {
			return 0, false
		}
		if !ok || k < n {
			n, ok = k, true
		}
	}
	return n, ok
}

// mostLines is how many lines head -n 5 or tail -n 5 lets through at most; ok is false for head -n -5 and tail -n +5,
// which have no such number.
func (c Call) mostLines() (n int, ok bool) {
	n, fromStart, ok := c.Lines()
	if fromStart != (c.Name == "head") {
		return 0, false
	}
	return n, ok
}

// Lines returns the number of lines that head or tail prints by its options. fromStart means that it counts from the
// start, as head does, and as tail -n +5 does; head -n -5 counts from the end. ok is false if bytes are counted.
func (c Call) Lines() (n int, fromStart, ok bool) {
	if c.Name != "head" && c.Name != "tail" {
		return 0, false, false
	}
	value := "10"
	opts, operands := c.Split()
	for _, o := range opts {
		switch o.Name {
		case "-n", "-#", "--lines":
			value = o.Value
		case "-c", "--bytes", "-f", "-F", "--follow":
			return 0, false, false
		}
	}
	if len(operands) > 0 && strings.HasPrefix(operands[0], "+") {
		value = operands[0] // tail +5, as it once was
	}
	fromStart = c.Name == "head"
	switch {
	case strings.HasPrefix(value, "+"):
		fromStart, value = true, value[1:]
	case strings.HasPrefix(value, "-"):
		fromStart, value = false, value[1:]
	}
	n, err := strconv.Atoi(value)
	return n, fromStart, err == nil && n >= 0
}

// SedRange returns the range of lines that sed -n 5,9p prints; last is 0 for the end. gaps means that it prints several
// ranges; first and last are then their ends. ok is false if sed does anything else.
func (c Call) SedRange() (first, last int, gaps, ok bool) {
	if c.Name != "sed" {
		return 0, 0, false, false
	}
	script, quiet := sedScript(c)
	if !quiet {
		return 0, 0, false, false
	}
	for _, cmd := range sedCommands(script) {
		a, b, good := sedAddress(cmd)
		switch {
		case !good:
			return 0, 0, false, false
		case a == 0: // a command that prints nothing, such as 10q
			continue
		case !ok:
			first, last, ok = a, b, true
		default:
			gaps = true
			first = min(first, a)
			if last != 0 && (b == 0 || b > last) {
				last = b
			}
		}
	}
	return first, last, gaps, ok
}

// SedLines returns the largest number of lines that sed -n 5,9p prints, over all its ranges. ok is false if a range has
// no end.
func (c Call) SedLines() (n int, ok bool) {
	if _, _, _, ok = c.SedRange(); !ok {
		return 0, false
	}
	script, _ := sedScript(c)
	for _, cmd := range sedCommands(script) {
		first, last, _ := sedAddress(cmd)
		switch {
		case first == 0: // a command that prints nothing
		case last == 0:
			return 0, false
		default:
			n += last - first + 1
		}
	}
	return n, true
}

// sedCommands are the commands of a script such as "5,9p;10q".
func sedCommands(script string) []string {
	commands := strings.FieldsFunc(script, func(r rune) bool { return r == ';' || r == '\n' })
	for i := range commands {
		commands[i] = strings.TrimSpace(commands[i])
	}
	return commands
}

// sedAddress reads 5p, 5,9p, 5,+4p and 5,$p. first is 0 for 5q, which prints nothing under -n, and last is 0 for the
// end.
func sedAddress(cmd string) (first, last int, ok bool) {
	verb := cmd[max(0, len(cmd)-1):]
	if verb != "p" && verb != "q" {
		return 0, 0, false
	}
	from, to, two := strings.Cut(strings.TrimSpace(strings.TrimSuffix(cmd, verb)), ",")
	if verb == "q" {
		_, err := strconv.Atoi(from)
		return 0, 0, err == nil && !two
	}
	first, err := strconv.Atoi(strings.TrimSpace(from))
	to = strings.TrimSpace(to)
	switch {
	case err != nil || first < 1:
		return 0, 0, false
	case !two:
		return first, first, true
	case to == "$":
		return first, 0, true
	}
	rest, plus := strings.CutPrefix(to, "+")
	if last, err = strconv.Atoi(rest); err != nil {
		return 0, 0, false
	}
	if plus {
		last += first
	}
	return first, max(first, last), true
}
