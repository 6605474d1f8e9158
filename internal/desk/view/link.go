package view

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/parse"
)

// Limits of looking for files.
const (
	maxKnown = 4096    // paths whose files were looked for and that are remembered
	maxPath  = 300     // bytes
	maxFound = 32      // links of a line
	maxLook  = 4 << 10 // bytes of a line that are looked at
)

// A linker finds the places in files that lines name.
type linker struct {
	dir    string
	on     bool
	exists func(string) bool

	mu    sync.Mutex
	known map[string]bool
}

func newLinker(dir string, o Options) *linker {
	l := &linker{dir: dir, on: o.Links, exists: o.Exists, known: map[string]bool{}}
	if !filepath.IsAbs(dir) {
		l.dir = ""
	}
	if l.exists == nil {
		l.exists = isFile
	}
	return l
}

// isFile reports whether a path is that of a file.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// resolve returns the link to a place in a file, or nil if there is no such file. It never asks the network: a Windows
// path with a server and a URL have no link.
func (l *linker) resolve(p parse.Place) *Link {
	path := p.File
	if !l.on || path == "" || len(path) > maxPath || strings.Contains(path, "://") || remote(path) {
		return nil
	}
	if !filepath.IsAbs(path) {
		if l.dir == "" {
			return nil
		}
		path = filepath.Join(l.dir, path)
	}
	path = filepath.Clean(path)
	if strings.ContainsFunc(path, harmful) {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	ok, asked := l.known[path]
	if !asked {
		ok = l.exists(path)
		if len(l.known) >= maxKnown {
			clear(l.known)
		}
		l.known[path] = ok
	}
	if !ok {
		return nil
	}
	return &Link{Path: path, Line: p.Row, Col: p.Col}
}

// harmful reports whether a path may contain a character that must not be printed.
func harmful(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError || invisible(r)
}

// remote reports whether a path names another machine: \\server\share, //server/share.
func remote(path string) bool {
	return len(path) > 1 && (path[0] == '\\' || path[0] == '/') && (path[1] == '\\' || path[1] == '/')
}

// link marks the places that lines name.
func (l *linker) link(lines []Line) {
	for i := range lines {
		lines[i].Spans = l.spans(lines[i].Spans)
	}
}

// A foundLink is a link with its place in a line.
type foundLink struct {
	from, to int
	link     *Link
}

// spans returns the same text with links.
func (l *linker) spans(spans []Span) []Span {
	if !l.on || len(spans) == 0 {
		return spans
	}
	line := Line{Spans: spans}
	text := line.Text()
	found := l.find(text[:min(len(text), maxLook)])
	if len(found) == 0 {
		return spans
	}
	cuts := make([]cut, len(found))
	for i, f := range found {
		cuts[i] = cut{f.from, f.to, func(s *Span) { s.Link = f.link }}
	}
	return apply(spans, cuts)
}

// find returns the places that a text names. Blanks, quotes and brackets delimit words.
func (l *linker) find(text string) []foundLink {
	if !strings.ContainsAny(text, "./\\") {
		return nil
	}
	var out []foundLink
	for at := 0; at < len(text) && len(out) < maxFound; {
		for at < len(text) && separates[text[at]] {
			at++
		}
		end := at
		for end < len(text) && !separates[text[end]] {
			end++
		}
		if p, n := placeAt(text, at, end); n > 0 {
			if link := l.resolve(p); link != nil {
				out = append(out, foundLink{at, at + n, link})
				at += n
				continue
			}
		}
		at = end
	}
	return out
}

// separates are the bytes between words.
var separates = func() (t [256]bool) {
	for _, c := range []byte(" \t\"'`<>|[]{},;=*()!?&^$#") {
		t[c] = true
	}
	return t
}()

// placeAt reads the place that the word text[at:end] begins with, and how long it is in the text:
//
//	a/b.go:12:3: undefined     a.ts(12,3): error TS2304     File "a.py", line 12     a/b.go
func placeAt(text string, at, end int) (p parse.Place, n int) {
	word := text[at:end]
	if len(word) < 3 || !parse.FileLike(word) {
		return p, 0
	}
	file := word
	drive := 0
	if word[1] == ':' && len(word) > 3 && (word[2] == '\\' || word[2] == '/') {
		drive = 2
	}
	if i := strings.IndexByte(word[drive:], ':'); i >= 0 {
		file = word[:drive+i]
	}
	rest := text[at+len(file):]
	p.File = file
	if p.Row, p.Col, rest = cutRow(rest); p.Row > 0 {
		return p, len(text) - at - len(rest)
	}
	p.File = strings.TrimRight(file, ".:")
	return p, len(p.File)
}

// cutRow cuts the line and the column off the text after a file's name; both are 0 if there are none:
//
//	:12:3: undefined     (12,3): error TS2304     ", line 12
func cutRow(s string) (row, col int, rest string) {
	if after, ok := strings.CutPrefix(s, `", line `); ok {
		row, after, _ = parse.CutNumber(after)
		return row, 0, after
	}
	if s == "" || s[0] != ':' && s[0] != '(' {
		return 0, 0, s
	}
	row, rest, _ = parse.CutNumber(s[1:])
	if row == 0 || rest != "" && parse.Digit(rest[0]) {
		return 0, 0, s
	}
	if rest != "" && (rest[0] == ':' || rest[0] == ',') {
		if n, after, _ := parse.CutNumber(rest[1:]); n > 0 {
			return row, n, after
		}
	}
	return row, 0, rest
}
