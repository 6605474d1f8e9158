package toolname

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
)

// callBounds returns the part of its file or of the pipe that one command lets through. fits is false if the command
// does more than that.
func callBounds(c shell.Call) (b Bounds, bounded, fits bool) {
	opts, operands := c.Split()
	switch strings.ToLower(c.Name) {
	case "cat", "nl", "less", "more", "git", "zcat":
		return Bounds{}, false, true
	case "bat", "batcat":
		for _, o := range opts {
			if o.Name == "-r" || o.Name == "--line-range" {
				b, ok := colonRange(o.Value)
				return b, ok, ok
			}
		}
		return Bounds{}, false, true
	case "sed":
		first, last, gaps, ok := c.SedRange()
		return Bounds{First: first, Last: last, Gaps: gaps}, ok, ok
	case "head", "tail":
		if len(operands) > 1 {
			return Bounds{}, false, false // several files, each with a heading
		}
		n, fromStart, ok := c.Lines()
		switch {
		case !ok || n == 0 || c.Name == "head" && !fromStart:
			return Bounds{}, false, false
		case c.Name == "head":
			return Bounds{First: 1, Last: n}, true, true
		case fromStart:
			return Bounds{First: n}, true, true
		}
		return Bounds{Tail: n}, true, true
	case "get-content", "gc", "type":
		return contentBounds(c)
	}
	return Bounds{}, false, false
}

// colonRange reads bat's 10:20, 10: and :20.
func colonRange(s string) (Bounds, bool) {
	from, to, ok := strings.Cut(s, ":")
	first, err1 := strconv.Atoi(from)
	last, err2 := strconv.Atoi(to)
	if !ok || from != "" && (err1 != nil || first < 1) || to != "" && (err2 != nil || last < 1) {
		return Bounds{}, false
	}
	return Bounds{First: max(first, 1), Last: last}, true
}

// contentBounds reads PowerShell's Get-Content.
func contentBounds(c shell.Call) (b Bounds, bounded, fits bool) {
	for i, a := range c.Args {
		if i+1 == len(c.Args) {
			break
		}
		n, err := strconv.Atoi(c.Args[i+1])
		if err != nil {
			continue
		}
		switch strings.ToLower(a) {
		case "-totalcount", "-head", "-first":
			return Bounds{First: 1, Last: n}, n > 0, n > 0
		case "-tail", "-last":
			return Bounds{Tail: n}, n > 0, n > 0
		}
	}
	return Bounds{}, false, true
}
