package programs

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// pythonRuns reports whether a call runs a module: "python3 -W error -m pytest", "coverage run -m pytest".
func pythonRuns(c report.Call, module string) bool {
	if !parse.StartsWith(c.Name, "python", "pypy") && c.Name != "py" && c.Name != "coverage" {
		return false
	}
	for i := 0; i < len(c.Args); i++ {
		switch a := c.Args[i]; {
		case a == "-X", a == "-W":
			i++ // its value
		case a == "-m":
			return i+1 < len(c.Args) && c.Args[i+1] == module
		case !strings.HasPrefix(a, "-") && a != "run":
			return false
		}
	}
	return false
}

// pythonFrame reads `File "a.py", line 12, in f`.
func pythonFrame(s string) (at parse.Place, in string, ok bool) {
	file, rest, ok := strings.Cut(strings.TrimLeft(s, " |"), `", line `)
	file, opens := strings.CutPrefix(file, `File "`)
	if !ok || !opens {
		return parse.Place{}, "", false
	}
	row, rest, _ := parse.CutNumber(rest)
	in = strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(rest, ",")), "in ")
	return parse.Place{File: strings.Clone(file), Row: row}, in, true
}

// crashFrame reads a frame of the stack that a crash prints, the innermost first. The place of the crash is the test
// that ran, or the innermost frame. It reports whether the line is a frame.
func crashFrame(f *report.Finding, n int, s string) bool {
	at, in, ok := pythonFrame(s)
	test := strings.HasPrefix(in, "test") && f.Name == ""
	if ok && (f.File == "" || test) {
		f.File, f.Row = at.File, at.Row
		if test {
			f.Name = in
		}
		f.Evidence = report.AppendFirst(f.Evidence, n, 4)
	}
	return ok
}

// pythonCrash is the beginning of what Python's faulthandler prints.
const pythonCrash = "Fatal Python error: "

// libraryParts are in the paths of files that belong to an installed package or to the language.
var libraryParts = []string{"/site-packages/", "/dist-packages/", "/lib/python", "/unittest/"}

// libraryPath reports whether a file belongs to an installed package or to the language.
func libraryPath(file string) bool {
	return strings.HasPrefix(file, "<") ||
		slices.ContainsFunc(libraryParts, func(part string) bool { return strings.Contains(file, part) })
}

// exceptionSuffixes end the names of exceptions. Others are known by their package: "b.Refused".
var exceptionSuffixes = []string{"Error", "Exception", "Warning", "Exit", "Interrupt"}

// excMessage reports whether a line is an exception's: "ValueError: text", "pkg.mod.CustomError", without indentation.
func excMessage(s string) bool {
	class, _, _ := strings.Cut(s, ":")
	if class == "" || strings.ContainsAny(class, " \t\"'(/") {
		return false
	}
	last := class[strings.LastIndexByte(class, '.')+1:]
	if len(last) < len(class) && last != "" && last[0] >= 'A' && last[0] <= 'Z' {
		return true
	}
	return slices.ContainsFunc(exceptionSuffixes, func(end string) bool { return strings.HasSuffix(last, end) })
}

// maxTraceback is how many lines of a traceback are worth room, counted from its end.
const maxTraceback = 24

// tracebackSpan is the lines of a traceback that are worth room.
func tracebackSpan(first, last int) strategies.Span {
	return strategies.Span{First: max(first, last-maxTraceback), Last: last}
}

// evidence joins lists of lines, without those that weren't found.
func evidence(lists ...[]int) []int {
	return slices.DeleteFunc(slices.Concat(lists...), func(n int) bool { return n == 0 })
}

// upTo is the first lines of a list.
func upTo(list []int, n int) []int { return list[:min(n, len(list))] }

// after is a list without its first lines.
func after(list []int, n int) []int { return list[min(n, len(list)):] }
