package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
)

// pythonRuns reports whether a call runs a module with python -m.
func pythonRuns(c shell.Call, module string) bool {
	if !strings.HasPrefix(c.Name, "python") && !strings.HasPrefix(c.Name, "pypy") && c.Name != "py" && c.Name != "coverage" {
		return false
	}
	value := false
	for i, a := range c.Args {
		if value || a == "-X" || a == "-W" {
			value = !value
			continue
		}
		if a == "-m" {
			return i+1 < len(c.Args) && c.Args[i+1] == module
		}
		if !strings.HasPrefix(a, "-") && a != "run" {
			return false
		}
	}
	return false
}

// pythonFrame reads `File "a.py", line 12, in f`.
func pythonFrame(s string) (at parse.Place, in string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(s, " |"), `File "`)
	if !ok {
		return parse.Place{}, "", false
	}
	file, rest, ok := strings.Cut(rest, `", line `)
	if !ok {
		return parse.Place{}, "", false
	}
	row, rest := parse.CutNumber(rest)
	rest = strings.TrimPrefix(rest, ",")
	in, _ = strings.CutPrefix(strings.TrimSpace(rest), "in ")
	return parse.Place{File: strings.Clone(file), Row: row}, in, true
}

// libraryPath reports whether a file belongs to an installed package or to the language.
func libraryPath(file string) bool {
	return strings.Contains(file, "/site-packages/") || strings.Contains(file, "/dist-packages/") || strings.Contains(file, "/lib/python") ||
		strings.Contains(file, "/unittest/") || strings.HasPrefix(file, "<")
}

// excMessage reports whether a line is an exception's: "ValueError: text", "pkg.mod.CustomError", without indentation.
func excMessage(s string) bool {
	class, _, _ := strings.Cut(s, ":")
	if class == "" || strings.ContainsAny(class, " \t\"'(/") {
		return false
	}
	last := class[strings.LastIndexByte(class, '.')+1:]
	return last != "" && (strings.HasSuffix(last, "Error") || strings.HasSuffix(last, "Exception") || strings.HasSuffix(last, "Warning") ||
		strings.HasSuffix(last, "Exit") || strings.HasSuffix(last, "Interrupt") || len(last) < len(class) && last[0] >= 'A' && last[0] <= 'Z')
}
