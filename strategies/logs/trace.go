package logs

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
)

// A trace reads the lines below a record. It finds the exception and the program's own innermost frame.
type trace struct {
	inPython bool
}

// line looks at the next line, and reports whether it names an exception.
//
//	KeyError: 'total'     java.io.IOException: disk full     Caused by: java.net.ConnectException: refused
func (t *trace) line(text string) bool {
	trimmed := strings.TrimLeft(text, " \t")
	switch {
	case strings.HasPrefix(trimmed, "Traceback (most recent call last)"):
		t.inPython = true
		return false
	case trimmed == "":
		return false
	case t.inPython && len(trimmed) == len(text):
		t.inPython = false
		return true
	case t.inPython:
		return false
	}
	return isException(strings.TrimPrefix(trimmed, "Caused by: "))
}

// isFrame reports whether a line is a frame of a stack trace, and whether the innermost of these comes last.
func isFrame(text string) (frame, python bool) {
	t := strings.TrimLeft(text, " \t")
	switch {
	case strings.HasPrefix(t, `File "`) && strings.Contains(t, ", line "):
		return true, true
	case strings.HasPrefix(t, "at ") && len(t) < len(text):
		return true, false
	case len(t) < len(text) && strings.HasPrefix(t, "/") && strings.Contains(t, ".go:"):
		return true, false
	}
	if t != "" && t[0] == '#' && strings.Contains(t, ".php(") {
		return true, false
	}
	i := strings.Index(t, ".rb:")
	return i > 0 && i+4 < len(t) && parse.Digit(t[i+4]) && strings.Contains(t[i:], ":in "), false
}

// keyLines returns the key lines below a record: the first exception and the last, and the program's own innermost
// frame, with the line that belongs to it. If no frame is the program's own, it is the innermost of all. The values are
// the order in which the lines are shown.
func keyLines(lines []string) map[int]int32 {
	f := findFrames(lines)
	keys := map[int]int32{}
	if f.firstError >= 0 {
		keys[f.firstError], keys[f.lastError] = 1, 1
	}
	if isWords(lines) {
		keys[0] = 1
	}
	at := f.own
	if at < 0 {
		at = f.any
	}
	if at < 0 {
		return keys
	}
	keys[at] = 2
	switch _, python := isFrame(lines[at]); {
	case python && at+1 < len(lines) && at+1 != f.lastError:
		keys[at+1] = 3 // the line of code
	case at > 0 && strings.Contains(lines[at], ".go:"):
		keys[at-1] = 2 // the function
	}
	return keys
}

// frames are the lines of a stack trace that matter, -1 for none.
type frames struct {
	firstError, lastError int
	own                   int  // the program's own innermost frame
	isOwnPython           bool // that is one of Python's
	any                   int  // the innermost frame of all
}

// findFrames finds the lines that matter in the lines below a record.
func findFrames(lines []string) frames {
	f := frames{firstError: -1, lastError: -1, own: -1, any: -1}
	var t trace
	for i, l := range lines {
		if t.line(l) {
			f.addError(i, l)
			continue
		}
		if strings.HasPrefix(l, "panic(") {
			f.own, f.any = -1, -1 // in Go, the frames above run after a panic
		}
		f.addFrame(i, l)
	}
	return f
}

// addError notes a line that names an exception.
func (f *frames) addError(i int, l string) {
	if f.lastError = i; f.firstError < 0 {
		f.firstError = i
	}
	if f.own >= 0 && !f.isOwnPython && strings.HasPrefix(strings.TrimLeft(l, " \t"), "Caused by: ") {
		f.own = -1 // what caused it was thrown elsewhere
	}
}

// addFrame notes a line that may be a frame. The innermost frame comes first, in Python last.
func (f *frames) addFrame(i int, l string) {
	frame, python := isFrame(l)
	if !frame {
		return
	}
	if python || f.any < 0 {
		f.any = i
	}
	if !textline.LibraryFrame(l) && (python || f.own < 0) {
		f.own, f.isOwnPython = i, python
	}
}

// isWords reports whether the first of some lines below a record is a part of its message.
func isWords(lines []string) bool {
	if len(lines) == 0 || strings.TrimSpace(lines[0]) == "" {
		return false
	}
	frame, _ := isFrame(lines[0])
	return !frame && !strings.Contains(lines[0], "Traceback (most recent call last)")
}

// ownFrame returns the place of the program's own innermost frame, or "" if there is none. stack is a stack trace that
// is the value of a field.
//
//	main.charge(0x19c)\n\t/home/dev/project/main.go:20 +0x75        /home/dev/project/main.go:20
func ownFrame(stack string) string {
	if stack == "" {
		return ""
	}
	lines := strings.Split(strings.ReplaceAll(start(stack), `\t`, "\t"), `\n`)
	for i, order := range keyLines(lines) {
		if frame, python := isFrame(lines[i]); order == 2 && frame && !textline.LibraryFrame(lines[i]) {
			at := strings.TrimPrefix(strings.TrimSpace(lines[i]), "at ")
			if python {
				file, line, _ := strings.Cut(strings.TrimPrefix(at, `File "`), `", line `)
				line, _, _ = strings.Cut(line, ",")
				return strings.Trim(file, `\"`) + ":" + line
			}
			at, _, _ = strings.Cut(at, " +0x")
			return at
		}
	}
	return ""
}
