package spool_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/testing/sweep"
)

// record records an output in a file.
func record(t *testing.T, b []byte, o spool.Options) *spool.Spool {
	t.Helper()
	o.Dir = t.TempDir()
	s := spool.New(o)
	t.Cleanup(func() { s.Remove() })
	for len(b) > 0 {
		n := min(len(b), 70_000)
		if _, err := s.Write(spool.Stdout, b[:n]); err != nil {
			t.Fatal(err)
		}
		b = b[n:]
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return s
}

func contents(t *testing.T, open func() (io.ReadCloser, error)) []byte {
	t.Helper()
	r, err := open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Lines of an excerpt are lines of the output, at their numbers.
func TestExcerpt(t *testing.T) {
	sweep.OneGoroutine(t)
	random := rand.New(rand.NewPCG(1, 2))
	lines := func(n int, size func() int) []byte {
		var b bytes.Buffer
		for i := 1; b.Len() < n; i++ {
			fmt.Fprintf(&b, "%d %s\n", i, strings.Repeat("x", size()))
		}
		return b.Bytes()
	}
	long := bytes.Repeat([]byte("y"), 3<<20)
	for name, b := range map[string][]byte{
		"short lines":       lines(9<<20, func() int { return random.IntN(100) }),
		"long lines":        lines(12<<20, func() int { return random.IntN(2 << 20) }),
		"no last line feed": lines(7<<20, func() int { return 50 })[:7<<20-13],
		"one line":          bytes.Repeat([]byte("z"), 9<<20),
		"one line, ended":   append(bytes.Repeat([]byte("z"), 9<<20), '\n'),
		"long first":        append(bytes.Clone(long), lines(6<<20, func() int { return 30 })...),
		"long last":         append(lines(6<<20, func() int { return 30 }), long...),
		"only line feeds":   bytes.Repeat([]byte("\n"), 9<<20),
	} {
		s := record(t, b, spool.Options{})
		if x, err := s.Excerpt(int64(len(b)) + 2<<20); x != nil || err != nil {
			t.Errorf("%s: an excerpt of all, %v", name, err)
		}
		x, err := s.Excerpt(4 << 20)
		if err != nil || x == nil {
			t.Fatalf("%s: no excerpt, %v", name, err)
		}
		if x.Len() != int64(len(b)) || x.Sum() != sha256.Sum256(b) {
			t.Errorf("%s: it isn't that of the output", name)
		}
		all := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
		line, rest, skipped, read := x.Skipped()
		got := contents(t, x.Open)
		if rest > 0 {
			read++ // the line feed in place of the rest
		}
		if int64(len(got)) != read {
			t.Errorf("%s: %d bytes are read, stated %d", name, len(got), read)
		}
		n := 0
		for _, l := range strings.Split(strings.TrimSuffix(string(got), "\n"), "\n") {
			if n++; n == line+1 {
				n += int(skipped)
			}
			switch {
			case n > len(all):
				if l != "" {
					t.Fatalf("%s: line %d of %d", name, n, len(all))
				}
				n--
			case n == line && rest > 0:
				if !strings.HasPrefix(all[n-1], l) || len(all[n-1]) != len(l)+int(rest) {
					t.Errorf("%s: line %d has %d bytes and %d more, want %d", name, n, len(l), rest, len(all[n-1]))
				}
			case l != all[n-1]:
				t.Fatalf("%s: line %d is %.40q, want %.40q", name, n, l, all[n-1])
			}
		}
		if n == line {
			n += int(skipped)
		}
		if n != len(all) {
			t.Errorf("%s: %d lines, want %d", name, n, len(all))
		}
	}
}

// Of an output that is too large, the first and the last part are recorded, and a line states how much is missing.
func TestMaxFile(t *testing.T) {
	sweep.OneGoroutine(t)
	random := rand.New(rand.NewPCG(3, 4))
	b := make([]byte, 0, 90<<20)
	for i := 0; len(b) < 90<<20; i++ {
		b = fmt.Appendf(b, "%d %x %x\n", i, random.Uint64(), random.Uint64())
	}
	s := record(t, b, spool.Options{MaxFile: 8 << 20})
	got := contents(t, s.Open)
	if s.Len() != int64(len(got)) || s.Sum() != sha256.Sum256(got) {
		t.Errorf("%d bytes, stated %d", len(got), s.Len())
	}
	head, after, ok := bytes.Cut(got, []byte("\n[toktee: "))
	number, tail, _ := bytes.Cut(after, []byte(" bytes not recorded]\n"))
	dropped := s.Dropped()
	if !ok || string(number) != fmt.Sprint(dropped) || int64(len(head)+len(tail))+dropped != int64(len(b)) {
		t.Fatalf("%d + %d bytes, %s dropped, stated %d, of %d", len(head), len(tail), number, dropped, len(b))
	}
	if !bytes.HasPrefix(b, head) || !bytes.HasSuffix(b, tail) || b[len(b)-len(tail)-1] != '\n' {
		t.Error("the parts aren't those of the output")
	}
	if len(tail) < 2<<20 || len(head) < 4<<20 {
		t.Errorf("the parts have %d and %d bytes", len(head), len(tail))
	}
	if st, err := os.Stat(s.File()); err != nil || st.Size() > 9<<20 {
		t.Errorf("the file has %d bytes, %v", st.Size(), err)
	}
	whole := record(t, b[:12<<20], spool.Options{MaxFile: 8 << 20})
	if got := contents(t, whole.Open); !bytes.Equal(got, b[:12<<20]) || whole.Dropped() != 0 {
		t.Errorf("an output whose end fits: %d bytes, %d dropped", len(got), whole.Dropped())
	}
}
