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

	"github.com/toktee/toktee/internal/spool"
)

// matcher searches files as rg does, where that isn't installed: in the same order and form. It knows no .gitignore.
type matcher struct {
	re        *regexp.Regexp
	around    int
	filesOnly bool

	out   *bufio.Writer
	found bool
	began bool // something was printed
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

// search searches a file or a folder, and reports whether there was a match.
func (m *matcher) search(ctx context.Context, f *files, name string, g *glob, sp *spool.Spool) (bool, error) {
	m.out = bufio.NewWriter(sp.Stream(spool.Stdout))
	defer m.out.Flush()
	failed := func(name string, err error) {
		m.out.Flush()
		fmt.Fprintf(sp.Stream(spool.Stderr), "%s: %v\n", f.shown(name), err)
	}
	st, err := f.at.Stat(name)
	if err != nil {
		return false, reason(err)
	}
	if !st.IsDir() {
		err := m.file(ctx, f, name)
		return m.found, err
	}
	err = f.walk(ctx, name, 1, func(e entry) bool {
		if filepath.Base(e.name)[0] == '.' {
			return false
		}
		if e.mode.IsRegular() && g.match(f.shown(e.name)) && ctx.Err() == nil {
			if err := m.file(ctx, f, e.name); err != nil {
				failed(e.name, err)
			}
		}
		return true
	}, failed)
	return m.found, err
}

// file searches a file. One with a zero byte in its first 8 KiB isn't text.
func (m *matcher) file(ctx context.Context, f *files, name string) error {
	file, err := f.at.Open(name)
	if err != nil {
		return reason(err)
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 64<<10)
	head, err := in.Peek(8 << 10)
	if err != nil && !errors.Is(err, io.EOF) || bytes.IndexByte(head, 0) >= 0 {
		return nil
	}
	shown := f.shown(name)
	var before [][]byte // lines that may have to be shown
	printed, after := 0, 0
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
			switch {
			case m.re.Match(text):
				m.found = true
				if m.filesOnly {
					fmt.Fprintln(m.out, shown)
					return nil
				}
				if m.around > 0 && (printed > 0 && n-len(before) > printed+1 || printed == 0 && m.began) {
					m.out.WriteString("--\n")
				}
				for i, b := range before {
					m.print(shown, '-', n-len(before)+i, b)
				}
				m.print(shown, ':', n, line)
				before, printed, after = nil, n, m.around
			case after > 0:
				m.print(shown, '-', n, line)
				printed = n
				after--
			case m.around > 0:
				if before = append(before, line); len(before) > m.around {
					before = before[1:]
				}
			}
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return reason(err)
		}
		if n%4096 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
}

// print prints a line with its place.
func (m *matcher) print(path string, mark byte, n int, line []byte) {
	m.began = true
	fmt.Fprintf(m.out, "%s%c%d%c%s", path, mark, n, mark, line)
	if line[len(line)-1] != '\n' {
		m.out.WriteByte('\n')
	}
}
