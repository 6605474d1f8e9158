package store

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/run/spool"
)

// BenchmarkPut keeps small results, as most are.
func BenchmarkPut(b *testing.B) {
	s := Open(Options{Dir: b.TempDir()})
	text := bytes.Repeat([]byte("a line of output\n"), 100)
	i := 0
	for b.Loop() {
		i++
		r := record(i, time.Time{})
		r.Source = spool.FromBytes(append([]byte(fmt.Sprint(i)), text...), nil)
		if err := s.Put(context.Background(), r); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPutLarge keeps results whose payloads have files of their own: 80 KiB that don't compress, and a recording
// on disk that becomes the payload by a rename.
func BenchmarkPutLarge(b *testing.B) {
	s := Open(Options{Dir: b.TempDir()})
	text := noise(1, 80<<10)
	i := 0
	source := map[string]func() *spool.Spool{
		"memory": func() *spool.Spool { return spool.FromBytes(append([]byte(fmt.Sprint(i)), text...), nil) },
		"file": func() *spool.Spool {
			sp := spool.New(spool.Options{Dir: s.SpoolDir(), Threshold: 1})
			sp.Write(spool.Stdout, append([]byte(fmt.Sprint(i)), text...))
			sp.Close()
			return sp
		},
	}
	for _, from := range []string{"memory", "file"} {
		b.Run(from, func(b *testing.B) {
			for b.Loop() {
				i++
				r := record(i, time.Time{})
				r.Source = source[from]()
				if err := s.Put(context.Background(), r); err != nil {
					b.Fatal(err)
				}
				r.Source.Remove()
			}
		})
	}
}

// BenchmarkFull has a store of 5,000 records.
func BenchmarkFull(b *testing.B) {
	s := Open(Options{Dir: b.TempDir()})
	for i := range 5000 {
		if err := s.Put(context.Background(), record(i, time.Time{})); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("Get", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Get("000000002500"); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Last", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Last(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Prune", func(b *testing.B) {
		for b.Loop() {
			if err := s.prune(context.Background()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkRead looks for something in a payload of 32 MiB.
func BenchmarkRead(b *testing.B) {
	s := Open(Options{Dir: b.TempDir()})
	r := record(1, time.Time{})
	text := bytes.Repeat([]byte("2026-01-02T15:04:05 INFO request done in 12 ms, status 200\n"), 32<<20/60)
	r.Source = spool.FromBytes(text, nil)
	if err := s.Put(context.Background(), r); err != nil {
		b.Fatal(err)
	}
	read := func(name string, use func(io.Reader)) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				p, err := s.Payload(r.ID)
				if err != nil {
					b.Fatal(err)
				}
				use(p)
				p.Close()
			}
		})
	}
	read("Lines", func(p io.Reader) { CopyLines(io.Discard, p, 500_000, 500_010) })
	read("Grep", func(p io.Reader) { GrepLines(io.Discard, p, regexp.MustCompile("ERROR")) })
}
