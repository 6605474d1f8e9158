package compound

import (
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/strategies"
)

// sizes returns the number of lines of each command. ok is true in these cases: there is one command, at most one
// prints an unknown number, or all print as much as they may.
func (k *partCutter) sizes(plan []shell.Part, lines partLines) (n []int, ok bool) {
	n = make([]int, len(plan))
	if len(plan) == 1 {
		n[0] = len(lines)
		return n, true
	}
	exact, ceiling, open := 0, 0, -1
	opens, bounded := 0, true
	for i := range plan {
		if e, ok := exactLines(plan[i]); ok {
			n[i] = e
			exact += e
			ceiling += e
			continue
		}
		opens++
		open = i
		m, ok := maxLines(plan[i].Line)
		n[i] = m
		ceiling += m
		bounded = bounded && ok
	}
	switch {
	case opens == 0:
		return n, exact == len(lines)
	case opens == 1 && exact <= len(lines):
		n[open] = len(lines) - exact
		return n, true
	case bounded && ceiling == len(lines):
		return n, true
	}
	return nil, false
}

// likelySizes guesses the number of lines of each read if all but one are ranges from the middle of a file. A caller
// that asks for lines 400 to 525 usually knows that the file has them. The guess decides only the order of facts, never
// a statement of the text.
func likelySizes(plan []shell.Part, lines partLines) (n []int, ok bool) {
	n = make([]int, len(plan))
	rest, open := len(lines), -1
	for i := range plan {
		if plan[i].Says != nil {
			n[i] = 1
			rest--
			continue
		}
		if toolname.CommandFamily(plan[i].Line) != strategies.FamilyRead {
			return nil, false
		}
		m, bounded := maxLines(plan[i].Line)
		if b, _ := toolname.LineBounds(plan[i].Line); bounded && b.First > 1 {
			n[i] = m
			rest -= m
			continue
		}
		if open >= 0 {
			return nil, false
		}
		open = i
	}
	if open < 0 || rest < 1 {
		return nil, false
	}
	n[open] = rest
	return n, true
}

// exactLines returns the number of lines that a command always prints. ok is false if it varies.
func exactLines(p shell.Part) (int, bool) {
	if p.Says != nil {
		return 1, true
	}
	if len(p.Line.Commands) != 1 || len(p.Line.Filters) > 0 || p.Line.Compound {
		return 0, false
	}
	switch c := p.Line.Commands[0]; c.Name {
	case "pwd", "date", "whoami", "hostname":
		return 1, len(c.Args) == 0
	}
	return 0, false
}

// maxLines returns the most lines that a command may print, limited by a range of sed or by head and tail.
func maxLines(l shell.Line) (n int, ok bool) {
	if len(l.Commands) != 1 || l.Compound {
		return 0, false
	}
	bound := func(k int) {
		if !ok || k < n {
			n, ok = k, true
		}
	}
	_, operands := l.Commands[0].Split()
	for i, c := range append([]shell.Call{l.Commands[0]}, l.Filters...) {
		if k, good := c.SedLines(); good {
			bound(k)
			continue
		}
		k, fromStart, good := c.Lines()
		oneInput := i > 0 || len(operands) == 1
		switch {
		case good && oneInput && fromStart == (c.Name == "head"):
			bound(k)
		case i > 0 && !good && !keepsNumber(c.Name):
			return 0, false
		}
	}
	return n, ok
}

// keepsNumber reports whether a filter prints no more lines than it reads.
func keepsNumber(name string) bool {
	switch name {
	case "cat", "sort", "nl", "tee", "uniq", "cut":
		return true
	}
	return false
}
