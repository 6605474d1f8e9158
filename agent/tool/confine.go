package tool

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"
)

// A confiner passes on what rg prints of files in the root, and nothing else. rg opens files by their paths, so a
// folder that becomes a symbolic link during the search leads it out. Each line is therefore compared with the same
// line of the file as the root has it: what passes is in the root, whatever rg has read.
//
// rg prints the path of a line up to a zero byte:
//
//	dir/a.go\x003:a line that matches
//	dir/a.go\x004-a line of its context
//	--
//	dir/b.go: binary file matches (found "\0" byte around offset 3)
type confiner struct {
	files     *files
	filesOnly bool // print paths alone, each once
	out       io.Writer
	messages  messages // of the standard error, which comes at the same time

	part      []byte // the start of a line that isn't whole yet
	long      bool   // the line is longer than maxHit, and the rest of it is skipped
	name      string // the start of a path that has line feeds
	separate  bool   // "--" comes before the next line
	printed   bool
	dropped   int
	file      hitFile
	lastPrint string // the path that was printed last
	asked     string // the path that was last asked about
	refused   bool   // it may not be read
}

// maxHit is the longest line that is compared, in bytes.
const maxHit = 64 << 20

// Write takes what rg prints on the standard output.
func (c *confiner) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		piece, after, whole := bytes.Cut(rest, []byte("\n"))
		rest = after
		if c.long = c.long || len(c.part)+len(piece) > maxHit; !c.long {
			c.part = append(c.part, piece...)
		}
		if !whole {
			break
		}
		if err := c.line(string(c.part)); err != nil {
			return 0, err
		}
		if c.part, c.long = c.part[:0], false; cap(c.part) > 1<<20 {
			c.part = nil
		}
	}
	return len(p), nil
}

// line takes a whole line of rg's.
func (c *confiner) line(s string) error {
	if c.long {
		c.dropped++
		return nil
	}
	path, hit, ok := strings.Cut(s, "\x00")
	note, isNote := strings.CutSuffix(s, ")")
	switch {
	case !ok && s == "--":
		c.separate = c.printed
		return nil
	case !ok && isNote && strings.Contains(note, ": binary file matches (found "):
		return c.binary(c.name + s)
	case !ok:
		c.name += s + "\n"
		return nil
	}
	path, c.name = c.name+path, ""
	if !c.mayRead(path) {
		return nil // without a count, which would show whether the file has a match
	}
	digits := strings.IndexAny(hit, ":-")
	n, err := strconv.Atoi(hit[:max(digits, 0)])
	if err != nil || !c.file.has(c.files, path, n, hit[digits+1:]) {
		c.dropped++
		return nil
	}
	if c.filesOnly {
		return c.path(path)
	}
	return c.print(path + hit[digits:digits+1] + hit)
}

// binary takes rg's note that it found a match in a file that isn't text.
func (c *confiner) binary(note string) error {
	c.name = ""
	path, _, _ := strings.Cut(note, ": binary file matches (found ")
	if !c.mayRead(path) {
		return nil
	}
	f, _, err := c.files.openFile(path)
	if err != nil {
		c.dropped++
		return nil
	}
	f.Close()
	if c.filesOnly {
		return c.path(path)
	}
	return c.print(note)
}

// mayRead reports whether a file may be read. It is asked once for each file.
func (c *confiner) mayRead(path string) bool {
	if c.asked != path {
		c.asked, c.refused = path, c.files.mayAccess(path, false) != nil
	}
	return !c.refused
}

// path prints a path, unless it was the last one.
func (c *confiner) path(path string) error {
	if c.printed && c.lastPrint == path {
		return nil
	}
	c.lastPrint = path
	return c.print(path)
}

func (c *confiner) print(s string) error {
	if c.separate {
		s = "--\n" + s
	}
	c.separate, c.printed = false, true
	_, err := io.WriteString(c.out, s+"\n")
	return err
}

// fileMessage is a message of rg's that names a file, such as "dir/a.go: Permission denied (os error 13)".
var fileMessage = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:rg: )?(.*?): .*\(os error \d+\)$`)
})

// messages filters rg's standard error. Those that name files outside of the root would list what is there.
type messages struct {
	files   *files
	out     io.Writer
	part    []byte // the start of a line that isn't whole yet
	dropped int
}

// Write passes on all lines but those that name files outside of the root.
func (m *messages) Write(p []byte) (int, error) {
	m.part = append(m.part, p...)
	for {
		line, rest, whole := bytes.Cut(m.part, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		m.part = rest
		if named := fileMessage().FindSubmatch(line); named != nil {
			if _, err := m.files.at.Lstat(string(named[1])); err != nil {
				m.dropped++
				continue
			}
		}
		if _, err := fmt.Fprintf(m.out, "%s\n", line); err != nil {
			return 0, err
		}
	}
}

// end reports on the standard error the number of matches left out, and returns rg's exit code, or that for no match
// if none passed.
func (c *confiner) end(code int) int {
	c.file.close()
	if n := c.dropped + c.messages.dropped; n > 0 {
		fmt.Fprintf(c.messages.out, "lines left out: %d: files were changed or replaced during the search\n", n)
	}
	if code == 0 && !c.printed {
		return 1
	}
	return code
}

// A hitFile reads the lines of a file in the root that rg has found something in. rg prints those of a file one after
// the other.
type hitFile struct {
	path string
	file *os.File
	in   *bufio.Reader
	n    int // the number of the last line that was read
	last []byte
}

// has reports whether a file has this text as its line n.
func (h *hitFile) has(f *files, path string, n int, text string) bool {
	if h.in == nil || h.path != path || n < h.n {
		h.open(f, path)
	}
	for h.in != nil && h.n < n {
		line, err := readLine(h.in)
		if err != nil && len(line) == 0 {
			return false
		}
		h.n, h.last = h.n+1, bytes.TrimSuffix(line, []byte("\n"))
		if h.n == 1 {
			h.last = bytes.TrimPrefix(h.last, []byte(mark)) // as rg does
		}
	}
	return h.in != nil && string(h.last) == text
}

// readLine reads a line with its line feed. Of one that is too long to be compared, it returns a part.
func readLine(in *bufio.Reader) (line []byte, err error) {
	for {
		piece, err := in.ReadSlice('\n')
		if len(line) <= maxHit {
			line = append(line, piece...)
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

func (h *hitFile) close() {
	if h.file != nil {
		h.file.Close()
	}
	*h = hitFile{}
}

// open opens another file. If there is none in the root, it has no lines.
func (h *hitFile) open(f *files, path string) {
	h.close()
	h.path = path
	file, _, err := f.openFile(path)
	if err != nil {
		return
	}
	h.file, h.in = file, bufio.NewReaderSize(file, 64<<10)
	head, _ := h.in.Peek(2)
	switch string(head) {
	case "\xff\xfe":
		h.decode(binary.LittleEndian)
	case "\xfe\xff":
		h.decode(binary.BigEndian)
	}
}

// decode reads the whole file as UTF-16, which rg turns into UTF-8.
func (h *hitFile) decode(order binary.ByteOrder) {
	b, err := io.ReadAll(io.LimitReader(h.in, maxHit))
	if err != nil {
		h.in = nil
		return
	}
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = order.Uint16(b[2*i:])
	}
	h.in = bufio.NewReader(strings.NewReader(string(utf16.Decode(units))))
}
