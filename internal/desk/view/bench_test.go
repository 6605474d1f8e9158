package view

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/result"
)

var large = flag.Bool("large", false, "measure with a payload of 1 GB, which needs 200 MB of disk and a minute")

// logText is a part of a log.
func logText(coloured bool) []byte {
	rnd := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	levels := []string{"INFO", "INFO", "INFO", "DEBUG", "WARN", "INFO"}
	for i := 0; b.Len() < 1<<20; i++ {
		level := levels[rnd.IntN(len(levels))]
		if rnd.IntN(1000) == 0 {
			level = "ERROR"
		}
		if coloured {
			fmt.Fprintf(&b, "\x1b[2m10:%02d:%02d\x1b[0m \x1b[1;38;5;%dm%s\x1b[0m "+
				"\x1b[36mserver/main.go:%d\x1b[39m request %x in %d ms\n",
				i/60%60, i%60, rnd.IntN(256), level, rnd.IntN(900), rnd.Uint64(), rnd.IntN(500))
			continue
		}
		fmt.Fprintf(&b, "10:%02d:%02d %s server/main.go:%d request %x in %d ms\n",
			i/60%60, i%60, level, rnd.IntN(900), rnd.Uint64(), rnd.IntN(500))
	}
	return b.Bytes()
}

// kept puts a payload of so many bytes into a store and returns its source.
func kept(tb testing.TB, size int, coloured bool) Source {
	tb.Helper()
	s := store.Open(store.Options{Dir: tb.TempDir(), MaxBytes: 8 << 30})
	sp := spool.New(spool.Options{Dir: s.SpoolDir()})
	defer sp.Remove()
	part := logText(coloured)
	for n := 0; n < size; n += len(part) {
		sp.Write(spool.Stdout, part)
	}
	if err := sp.Close(); err != nil {
		tb.Fatal(err)
	}
	r, err := result.New(result.Parts{ID: "123456789012", Tool: "exec", LLM: "a log"})
	if err != nil {
		tb.Fatal(err)
	}
	b, err := r.MarshalJSON()
	if err != nil {
		tb.Fatal(err)
	}
	if err := s.Put(tb.Context(), store.Record{ID: "123456789012", Result: b, Source: sp}); err != nil {
		tb.Fatal(err)
	}
	rec, err := s.Get("123456789012")
	if err != nil {
		tb.Fatal(err)
	}
	src, err := FromRecord(s, rec)
	if err != nil {
		tb.Fatal(err)
	}
	return src
}

// BenchmarkWindow is 200 lines at a place where none were read before: of a plain log, and of one full of colours.
func BenchmarkWindow(b *testing.B) {
	for _, coloured := range []bool{false, true} {
		b.Run(map[bool]string{false: "plain", true: "coloured"}[coloured], func(b *testing.B) {
			d, err := Open(b.Context(), kept(b, 32<<20, coloured), AllOn)
			if err != nil {
				b.Fatal(err)
			}
			defer d.Close()
			// Behind this, nothing runs in the background.
			if _, _, err := d.NextError(b.Context(), 1<<40, Forward); err != nil {
				b.Fatal(err)
			}
			lines := d.State().Lines
			rnd := rand.New(rand.NewPCG(3, 4))
			for b.Loop() {
				if got, err := d.Window(b.Context(), 1+rnd.IntN(lines-200), 200); err != nil || len(got) != 200 {
					b.Fatal(len(got), err)
				}
			}
		})
	}
}

// BenchmarkIndex is counting the lines of 32 MB, and looking for errors in them.
func BenchmarkIndex(b *testing.B) {
	src := kept(b, 32<<20, false)
	b.SetBytes(32 << 20)
	for b.Loop() {
		d, err := Open(b.Context(), src, AllOn)
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := d.NextError(b.Context(), 1<<40, Forward); err != nil {
			b.Fatal(err)
		}
		d.Close()
	}
}

// BenchmarkFind is a search for what isn't there.
func BenchmarkFind(b *testing.B) {
	d, err := Open(b.Context(), kept(b, 32<<20, false), AllOn)
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	for _, text := range []string{"nowhere", "No[w]here"} {
		b.Run(text, func(b *testing.B) {
			q, err := NewQuery(text, text != "nowhere")
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(32 << 20)
			for b.Loop() {
				if _, ok, err := d.Find(b.Context(), q, 1, Forward); ok || err != nil {
					b.Fatal(ok, err)
				}
			}
		})
	}
}

// TestLarge measures a payload of 1 GB: how long it takes to open it and see its first lines, its last, and any.
func TestLarge(t *testing.T) {
	if !*large {
		t.Skip("1 GB takes a minute: go test -large -v -run TestLarge")
	}
	src := kept(t, 1<<30, false)
	begin := time.Now()
	d, err := Open(t.Context(), src, AllOn)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	took := func(what string, n int, err error) {
		t.Helper()
		if err != nil || n != 50 {
			t.Fatal(what, n, err)
		}
		t.Logf("%s after %v", what, time.Since(begin))
	}
	lines, err := d.Window(t.Context(), 1, 50)
	took("first lines", len(lines), err)
	if _, err := d.Window(t.Context(), 1<<40, 1); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d lines were counted after %v", d.State().Lines, time.Since(begin))
	begin = time.Now()
	lines, err = d.Window(t.Context(), d.State().Lines/2, 50)
	took("lines in the middle", len(lines), err)
	if _, _, err := d.NextError(t.Context(), 1<<40, Forward); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d errors were found after %v more", d.State().Errors, time.Since(begin))
}

// TestLargestLine shows lines of 3 MB, or 200: of text, of zeros, of colours, of a progress bar.
func TestLargestLine(t *testing.T) {
	size := 3 << 20
	if *large {
		size = 200 << 20
	}
	pieces := []string{"x", "\r10%", "\x1b]52;c;", "\x00", "\x1b[31mred", "\u202e", "\xff"}
	if testing.Short() {
		pieces = pieces[:3]
	}
	for _, piece := range pieces {
		payload := "first\n" + strings.Repeat(piece, size/len(piece)) + "\nlast\n"
		d := opened(t, payload, AllOn)
		lines := all(t, d)
		if len(lines) != 3 || lines[0].Text() != "first" || lines[2].Text() != "last" {
			t.Fatalf("%q: %d lines", piece, len(lines))
		}
		text := lines[1].Text()
		checkSafe(t, text)
		if len(text) > maxText || lines[1].Cut < int64(size-maxRaw-len(piece)) {
			t.Errorf("%q: %d bytes are shown and %d cut", piece, len(text), lines[1].Cut)
		}
	}
}

// BenchmarkDiff is 200 lines of a large diff of Go, with classes of code and changed words.
func BenchmarkDiff(b *testing.B) {
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "diff --git a/f%d.go b/f%d.go\n--- a/f%d.go\n+++ b/f%d.go\n", i, i, i, i)
		text.WriteString("@@ -1,6 +1,6 @@ package f\n")
		fmt.Fprintf(&text, " // F%d returns its number, which is %d.\n-func F%d() int { return %d }\n", i, i, i, i)
		fmt.Fprintf(&text, "+func F%d() int { return %d + 1 }\n \n var name = \"a text\"\n", i, i)
		text.WriteString(" \n type T struct{ a, b int }\n")
	}
	d := opened(b, text.String(), AllOn)
	if _, _, err := d.NextError(b.Context(), 1<<40, Forward); err != nil {
		b.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	for b.Loop() {
		if got, err := d.Window(b.Context(), 1+rnd.IntN(30_000), 200); err != nil || len(got) != 200 {
			b.Fatal(len(got), err)
		}
	}
}
