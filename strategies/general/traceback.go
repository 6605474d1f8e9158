package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
)

// maxTracebacks bounds the tracebacks whose innermost frame is known.
const maxTracebacks = 1 << 12

// A traceback reads the tracebacks of Python. Frames come from the outermost to the innermost, each with its line of
// code below; the exception ends them.
//
//	Traceback (most recent call last):
//	  File "pack.py", line 3, in <module>
//	    zipfile.ZipFile(name)
//	  File "/usr/lib/python3.13/zipfile/__init__.py", line 1385, in __init__
//	    self._RealGetContents()
//	zipfile.BadZipFile: File is not a zip file
//
// A file that can't be compiled has no heading. After a crash of the interpreter, the frames of the thread that crashed
// come from the innermost one, without code, among those of other threads:
//
//	Current thread 0x00007fbbeb0806c0 (most recent call first):
//	  File "/usr/lib/python3.13/ctypes/__init__.py", line 519 in string_at
//	  File "/src/decode.py", line 7 in decode
type traceback struct {
	open   bool
	crash  bool            // the frames come from the innermost one
	head   int             // blanks before its heading
	column int             // where its frames start, -1 before the first one
	code   bool            // the next line is the code of a frame that isn't a library's
	inner  [2]uint32       // the innermost frame so far that isn't a library's, and its code; 0 for none
	own    map[uint32]bool // the lines of such frames
}

// line reads a line with some blanks before its text. Whatever the exception is called, its line becomes an error.
// Lines of code become frames, unless they mention an error.
func (t *traceback) line(m *mark, s string, column int) {
	isCode := t.open && t.column >= 0 && column > t.column
	switch {
	case strings.HasPrefix(s, "Traceback (most recent call last)"):
		t.end()
		*t = traceback{open: true, column: -1, head: column, own: t.own}
	case strings.HasSuffix(s, " (most recent call first):"):
		t.end()
		isCrash := parse.StartsWith(s, "Current thread ", "Stack ")
		*t = traceback{open: isCrash, crash: isCrash, column: -1, head: column, own: t.own}
		if isCrash { // without its heading, a frame would seem to be another thread's
			m.class, t.inner[1] = clsFrame, m.line
		}
	case !t.open && m.class == clsFrame && uncompiled(s):
		*t = traceback{open: true, head: column, own: t.own}
		t.frame(m, s, column)
	case !t.open:
	case m.class == clsFrame && !isCode:
		t.frame(m, s, column)
	case strings.HasPrefix(s, "[Previous line repeated "):
	case isCode:
		if m.class < clsSuspect {
			m.class = clsFrame
		}
		if t.code {
			t.inner[1], t.code = m.line, false
		}
	default:
		name, _, _ := strings.Cut(s, ":")
		if !t.crash && (t.column >= 0 || column == t.head) && m.class < clsSuspect && !strings.Contains(name, " ") {
			m.class = clsAssert
		}
		t.end()
	}
}

// uncompiled reports whether a line is the place of code that can't be compiled: `File "a.py", line 20`. A frame has a
// function, too.
func uncompiled(s string) bool {
	before := strings.TrimRight(s, "0123456789")
	return len(before) < len(s) && strings.HasPrefix(s, `File "`) && strings.HasSuffix(before, `", line `)
}

// frame notes a frame. Code without a file doesn't count below code that has one.
func (t *traceback) frame(m *mark, s string, column int) {
	t.column = column
	if t.crash && t.inner[0] > 0 {
		return
	}
	made := strings.HasPrefix(s, `File "<`) && t.inner[0] > 0
	switch isOwn := !made && !textline.LibraryFrame(s); {
	case t.crash && isOwn:
		t.inner[0] = m.line
	case !t.crash:
		if t.code = isOwn; isOwn {
			t.inner = [2]uint32{m.line, 0}
		}
	}
}

// end notes the innermost frame.
func (t *traceback) end() {
	if !t.open {
		return
	}
	t.open = false
	if t.inner[0] == 0 || len(t.own) > 2*maxTracebacks {
		return
	}
	if t.own == nil {
		t.own = map[uint32]bool{}
	}
	t.own[t.inner[0]], t.own[t.inner[1]] = true, true
}
