package logs

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// A trace finds what matters in the lines below a record: which exception it was, and the program's own frame that is
// the innermost.
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

// libraries are what frames of a language's own library, of a runtime and of frameworks have in them.
var libraries = [...]string{
	"/site-packages/", "/dist-packages/", "/lib/python", "<frozen ", "node_modules/", "(node:", "at node:",
	"/go/src/", "/pkg/mod/", "/gems/", "/lib/ruby/", "/vendor/",
	"at java.", "at javax.", "at jdk.", "at sun.", "at com.sun.", "at kotlin.", "at scala.", "at android.",
	"at androidx.", "at com.android.", "at dalvik.", "at jakarta.", "at org.springframework.", "at org.apache.",
	"at org.hibernate.", "at org.eclipse.", "at io.netty.", "at reactor.", "at System.", "at Microsoft.",
}

// isOwn reports whether a frame is of the program itself.
func isOwn(frame string) bool {
	for _, l := range libraries {
		if strings.Contains(frame, l) {
			return false
		}
	}
	return true
}

// keyLines are those of some lines below a record that say the most: the first exception and the last, and the
// program's own innermost frame, with the line that belongs to it; where none is its own, the innermost. Each has its
// place in the order in which they are shown.
func keyLines(lines []string) map[int]int32 {
	keys := map[int]int32{}
	var t trace
	first, last := -1, -1
	own, ownPython, any := -1, false, -1
	for i, l := range lines {
		if t.line(l) {
			if last = i; first < 0 {
				first = i
			}
			if own >= 0 && !ownPython && strings.HasPrefix(strings.TrimLeft(l, " \t"), "Caused by: ") {
				own = -1 // what caused it was thrown elsewhere
			}
			continue
		}
		if strings.HasPrefix(l, "panic(") {
			own, any = -1, -1 // in Go, what is above is what runs after a panic
		}
		frame, python := isFrame(l)
		if !frame {
			continue
		}
		if python || any < 0 {
			any = i
		}
		if isOwn(l) && (python || own < 0) {
			own, ownPython = i, python
		}
	}
	if first >= 0 {
		keys[first], keys[last] = 1, 1
	}
	if isWords(lines) {
		keys[0] = 1
	}
	if own < 0 {
		own = any
	}
	if own < 0 {
		return keys
	}
	keys[own] = 2
	switch _, python := isFrame(lines[own]); {
	case python && own+1 < len(lines) && own+1 != last:
		keys[own+1] = 3 // the line of code
	case own > 0 && strings.Contains(lines[own], ".go:"):
		keys[own-1] = 2 // the function
	}
	return keys
}

// isWords reports whether the first of some lines below a record is a part of its message.
func isWords(lines []string) bool {
	if len(lines) == 0 || strings.TrimSpace(lines[0]) == "" {
		return false
	}
	frame, _ := isFrame(lines[0])
	return !frame && !strings.Contains(lines[0], "Traceback (most recent call last)")
}

// ownFrame is the place of the program's own innermost frame in a stack trace that is the value of a field; "" where
// there is none.
//
//	main.charge(0x19c)\n\t/home/dev/project/main.go:20 +0x75        /home/dev/project/main.go:20
func ownFrame(stack string) string {
	if stack == "" {
		return ""
	}
	lines := strings.Split(strings.ReplaceAll(start(stack), `\t`, "\t"), `\n`)
	for i, order := range keyLines(lines) {
		if frame, python := isFrame(lines[i]); order == 2 && frame && isOwn(lines[i]) {
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
