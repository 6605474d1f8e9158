package tool

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"

	"github.com/toktee/toktee/internal/run/spool"
)

// A matcher searches files if rg isn't installed, and prints matches in rg's order and form:
//
//	dir/a.go:3:a line that matches
//	dir/a.go-4-a line of its context
//	--
//	dir/b.go:7:another one
//
// Unlike rg, it doesn't read .gitignore.
type matcher struct {
	re        *regexp.Regexp
	around    int // lines of context before and after a match
	filesOnly bool

	out     *bufio.Writer
	found   bool
	printed bool // something was printed
}

func newMatcher(a grepArgs) (*matcher, error) {
	pattern := a.Pattern
	if a.Literal {
		pattern = regexp.QuoteMeta(pattern)
	}
	if a.IgnoreCase {
		pattern = "(?i:" + pattern + ")"
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, badInput("pattern %q: %w", a.Pattern, err)
	}
	return &matcher{re: re, around: a.Context, filesOnly: a.FilesOnly}, nil
}

// search searches a file or a folder, and reports whether there was a match. Files below the folder that can't be
// read are named on the standard error.
func (m *matcher) search(ctx context.Context, f *files, name string, g *glob, sp *spool.Spool) (bool, error) {
	m.out = bufio.NewWriter(sp.Stream(spool.Stdout))
	defer m.out.Flush()
	st, err := f.at.Stat(name)
	if err != nil {
		return false, reason(err)
	}
	if !st.IsDir() {
		err := m.file(ctx, f, name)
		return m.found, err
	}
	failed := func(name string, err error) {
		m.out.Flush() // matches come first
		fmt.Fprintf(sp.Stream(spool.Stderr), "%s: %v\n", f.shown(name), err)
	}
	visit := func(e entry) bool {
		if filepath.Base(e.name)[0] == '.' {
			return false
		}
		if f.mayAccess(e.name, false) != nil {
			return false
		}
		if e.mode.IsRegular() && g.match(f.shown(e.name)) && ctx.Err() == nil {
			if err := m.file(ctx, f, e.name); err != nil {
				failed(e.name, err)
			}
		}
		return true
	}
	err = f.walk(ctx, name, 1, visit, failed)
	return m.found, err
}

// file searches a file. One with a zero byte in its first 8 KiB isn't text, and is left out.
func (m *matcher) file(ctx context.Context, f *files, name string) error {
	file, err := f.at.Open(name)
	if err != nil {
		return reason(err)
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 64<<10)
	head, err := in.Peek(8 << 10)
	unreadable := err != nil && !errors.Is(err, io.EOF)
	if unreadable || bytes.IndexByte(head, 0) >= 0 {
		return nil
	}
	s := fileSearch{matcher: m, path: f.shown(name)}
	for n := 1; !s.done; n++ {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			s.line(n, line)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return reason(err)
		}
		if n%4096 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return nil
}

// A fileSearch is the search of one file, line by line.
type fileSearch struct {
	*matcher
	path   string
	before [][]byte // the last lines that weren't printed, up to as many as a match's context has
	last   int      // the number of the last line that was printed; 0 if none was
	after  int      // how many lines still belong to the context of the last match
	done   bool     // nothing more of the file matters
}

// line searches line number n, with its end.
func (s *fileSearch) line(n int, line []byte) {
	text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	switch {
	case s.re.Match(text):
		s.found = true
		if s.filesOnly {
			fmt.Fprintln(s.out, s.path)
			s.done = true
			return
		}
		s.match(n, line)
	case s.after > 0:
		s.print('-', n, line)
		s.after--
	case s.around > 0:
		if s.before = append(s.before, line); len(s.before) > s.around {
			s.before = s.before[1:]
		}
	}
}

// match prints a line that matches, and the context before it.
func (s *fileSearch) match(n int, line []byte) {
	first := n - len(s.before)
	afterOtherFile := s.last == 0 && s.printed
	afterGap := s.last > 0 && first > s.last+1
	if s.around > 0 && (afterOtherFile || afterGap) {
		s.out.WriteString("--\n")
	}
	for i, b := range s.before {
		s.print('-', first+i, b)
	}
	s.print(':', n, line)
	s.before, s.after = nil, s.around
}

func (s *fileSearch) print(mark byte, n int, line []byte) {
	s.printed, s.last = true, n
	fmt.Fprintf(s.out, "%s%c%d%c%s", s.path, mark, n, mark, line)
	if line[len(line)-1] != '\n' {
		s.out.WriteByte('\n')
	}
}
