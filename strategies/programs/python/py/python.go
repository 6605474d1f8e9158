package py

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// Runs reports whether a call runs a module: "python3 -W error -m pytest", "coverage run -m pytest".
func Runs(c report.Call, module string) bool {
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

// Frame reads `File "a.py", line 12, in f`.
func Frame(s string) (at parse.Place, in string, ok bool) {
	file, rest, ok := strings.Cut(strings.TrimLeft(s, " |"), `", line `)
	file, opens := strings.CutPrefix(file, `File "`)
	if !ok || !opens {
		return parse.Place{}, "", false
	}
	row, rest, _ := parse.CutNumber(rest)
	in = strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(rest, ",")), "in ")
	return parse.Place{File: strings.Clone(file), Row: row}, in, true
}

// CrashFrame reads a frame of the stack that a crash prints, the innermost first. The place of the crash is the test
// that ran, the innermost frame that isn't a library's, or the innermost one. It reports whether the line is a frame.
func CrashFrame(f *report.Finding, n int, s string) bool {
	at, in, ok := Frame(s)
	test := strings.HasPrefix(in, "test") && f.Name == ""
	isOwn := ok && IsLibrary(f.File) && !IsLibrary(at.File)
	if isOwn && len(f.Evidence) == 1 && f.Evidence[0] != n-1 {
		f.Evidence = f.Evidence[:0] // of another thread
	}
	if ok && (f.File == "" || test || isOwn) {
		f.File, f.Row = at.File, at.Row
		if test {
			f.Name = in
		}
		f.Evidence = report.AppendFirst(f.Evidence, n, 4)
	}
	return ok
}

// CrashHead opens the report of Python's faulthandler.
const CrashHead = "Fatal Python error: "

// libraryParts lists parts of the paths of files that belong to an installed package or to the language.
var libraryParts = []string{"/site-packages/", "/dist-packages/", "/lib/python", "/unittest/"}

// IsLibrary reports whether a file belongs to an installed package or to the language.
func IsLibrary(file string) bool {
	return strings.HasPrefix(file, "<") ||
		slices.ContainsFunc(libraryParts, func(part string) bool { return strings.Contains(file, part) })
}

// maxTraceback bounds the lines of a traceback that are worth room, counted from its end.
const maxTraceback = 24

// TracebackSpan returns the lines of a traceback that are worth room.
func TracebackSpan(first, last int) strategies.Span {
	return strategies.Span{First: max(first, last-maxTraceback), Last: last}
}

// Evidence joins lists of lines, without those that weren't found.
func Evidence(lists ...[]int) []int {
	return slices.DeleteFunc(slices.Concat(lists...), func(n int) bool { return n == 0 })
}

// UpTo returns the first lines of a list.
func UpTo(list []int, n int) []int { return list[:min(n, len(list))] }

// After returns a list without its first lines.
func After(list []int, n int) []int { return list[min(n, len(list)):] }
