package tokenspeed

import (
	"bytes"
	"testing"

	"github.com/toktee/toktee/tokens"
	"github.com/toktee/toktee/tokens/tiktoken"
)

// The counter is new in each round, as in a program that is started for one text.
func BenchmarkCount(b *testing.B) {
	for _, corpus := range corpora {
		text := corpus.text(b)
		for _, enc := range encodings {
			b.Run(corpus.name+"/"+string(enc), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					fresh(b, enc).Count(text)
				}
			})
		}
	}
}

// What tool output mostly is: short, counted by a counter that is kept.
func BenchmarkCountShort(b *testing.B) {
	text := logs(b)
	for _, size := range []struct {
		name  string
		bytes int
	}{{"100B", 100}, {"2KB", 2000}, {"20KB", 20000}} {
		b.Run(size.name, func(b *testing.B) {
			c := fresh(b, tokens.O200kBase)
			b.SetBytes(int64(size.bytes))
			b.ReportAllocs()
			for b.Loop() {
				c.Count(text[len(text)-size.bytes:])
			}
		})
	}
}

// The first text of a process finds no counter and no page of the tables.
func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		fresh(b, tokens.O200kBase)
	}
}

func BenchmarkTruncate(b *testing.B) {
	text := code(b)
	for _, budget := range []struct {
		name   string
		tokens int
	}{{"100", 100}, {"2000", 2000}, {"100000", 100000}} {
		b.Run(budget.name, func(b *testing.B) {
			c := fresh(b, tokens.O200kBase)
			b.ReportAllocs()
			for b.Loop() {
				c.Truncate(text, budget.tokens)
			}
		})
	}
}

// One piece of a megabyte: = and blanks have many tokens, so many ways to go wrong.
func BenchmarkRun(b *testing.B) {
	for _, s := range []string{"a", " ", "=", "中"} {
		text := bytes.Repeat([]byte(s), 1_000_000/len(s))
		b.Run(s, func(b *testing.B) {
			c := fresh(b, tokens.O200kBase)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				c.Count(text)
			}
		})
	}
}

func BenchmarkWriter(b *testing.B) {
	text := code(b)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		w, err := tokens.NewWriter(tokens.O200kBase)
		if err != nil {
			b.Fatal(err)
		}
		for rest := text; len(rest) > 0; {
			n := min(len(rest), 32<<10)
			w.Write(rest[:n])
			rest = rest[n:]
		}
		w.Close()
	}
}

// The library that the gates compare with.
func BenchmarkTiktokenGo(b *testing.B) {
	text := string(code(b)[:1_000_000])
	for _, enc := range encodings {
		b.Run(string(enc), func(b *testing.B) {
			c, err := tiktoken.New(string(enc))
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				c.Count(text)
			}
		})
	}
}
