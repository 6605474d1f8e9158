package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
)

// goTrace is a panic, a fatal error or a data race, with what its trace says of its place.
type goTrace struct {
	at     int
	msg    string
	test   string
	file   string
	row    int
	says   []int
	logged bool // the trace is a part of a test's log

	header  int    // the line that opens the goroutine
	htext   string // its text
	call    int    // the line that names the function of the next frame
	ctext   string
	std     bool // that function is one of Go's own
	own     int  // frames of the program that were told
	listing bool // "running tests:" came
	off     bool
}

// maxOwnFrames is how many frames of the program itself are told.
const maxOwnFrames = 2

// reads takes in a line of the trace, and reports whether it is one.
func (t *goTrace) reads(n int, s, bare string, p *goParser) bool {
	if t == nil || t.off {
		return false
	}
	if t.logged && s == bare {
		t.off = true
		return false
	}
	switch {
	case strings.HasPrefix(bare, "panic: ") && !t.logged, strings.HasPrefix(bare, "[signal "), strings.HasPrefix(bare, "\tpanic: "):
		if len(t.says) < maxOwnFrames {
			t.tell(n, bare, p)
		}
	case strings.HasPrefix(bare, "running tests:"):
		t.listing = true
	case t.listing && strings.HasSuffix(bare, "s)") && strings.Contains(bare, " ("):
		if name, _, _ := strings.Cut(bare, " ("); len(t.says) < maxOwnFrames {
			if len(t.says) == 0 {
				t.test = name
			}
			t.tell(n, bare, p)
		}
	case strings.HasPrefix(bare, "goroutine ") && strings.HasSuffix(bare, "]:"):
		t.listing = false
		t.header, t.htext = n, bare
	default:
		t.frame(n, s, bare, p)
	}
	return true
}

func (t *goTrace) tell(n int, text string, p *goParser) {
	t.says = append(t.says, n)
	p.show(n, text)
}

// frame reads the two lines of a frame: the function, and its place.
func (t *goTrace) frame(n int, s, bare string, p *goParser) bool {
	path, _, _ := strings.Cut(bare, " +0x")
	path, _, _ = strings.Cut(path, " fp=")
	at, rest, ok := parse.CutPlace(path)
	if !ok || rest != "" || len(s) == len(bare) && !strings.HasPrefix(bare, "/") {
		t.call, t.ctext = n, bare
		t.std = goStd(bare)
		return false
	}
	if t.std || t.own == maxOwnFrames || at.File == "_testmain.go" || at.File == t.file && at.Row == t.row {
		return true
	}
	if t.own++; t.file == "" {
		t.file, t.row = at.File, at.Row
	}
	t.tell(n, bare, p)
	if t.own == 1 {
		if t.call > 0 {
			t.tell(t.call, t.ctext, p)
		}
		if t.header > 0 && !strings.Contains(t.htext, "[running") {
			t.tell(t.header, t.htext, p)
		}
	}
	return true
}

// races takes in a line of a report of the race detector: what was done, and where first.
func (t *goTrace) races(n int, bare string, p *goParser) bool {
	switch {
	case bare == "==================":
		t.off = true
		return true
	case t.off:
		return false
	case strings.Contains(bare, " at 0x") && strings.Contains(bare, " by "):
		t.header, t.htext, t.own = n, bare, maxOwnFrames-1
		if len(t.says) < 3*maxOwnFrames {
			t.tell(n, bare, p)
		}
	case strings.HasPrefix(bare, "Goroutine "):
		t.own = maxOwnFrames
	default:
		file, row := t.file, t.row
		t.file, t.row = "", 0
		t.frame(n, " "+bare, bare, p)
		if file != "" {
			t.file, t.row = file, row
		}
	}
	return true
}

// goStd reports whether a frame's function is one of Go's own: those packages' paths open with a known word.
func goStd(call string) bool {
	call = strings.TrimPrefix(call, "created by ")
	head := call
	if i := strings.IndexByte(head, '('); i > 0 {
		head = head[:i]
	}
	if i := strings.IndexByte(head, '/'); i >= 0 {
		head = head[:i]
	} else if i := strings.IndexByte(head, '.'); i >= 0 {
		head = head[:i]
	}
	switch head {
	case "archive", "bufio", "bytes", "cmp", "compress", "container", "context", "crypto", "database", "debug", "embed", "encoding", "errors",
		"expvar", "flag", "fmt", "go", "hash", "html", "image", "index", "internal", "io", "iter", "log", "maps", "math", "mime", "net", "os",
		"path", "plugin", "reflect", "regexp", "runtime", "slices", "sort", "strconv", "strings", "structs", "sync", "syscall", "testing",
		"text", "time", "unicode", "unique", "unsafe", "vendor", "weak", "panic":
		return true
	}
	return false
}
