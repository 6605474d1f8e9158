package syntax

import (
	"context"
	"testing"
)

// BenchmarkInspect outlines the samples as a read of a file does: by grammar where their language has one.
func BenchmarkInspect(b *testing.B) {
	for _, name := range samples(b) {
		lang, src := sample(b, name)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Inspect(context.Background(), lang, src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkKeywords outlines them by keywords and indentation, which is the way of every language without a grammar.
func BenchmarkKeywords(b *testing.B) {
	for _, name := range samples(b) {
		lang, src := sample(b, name)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				byKeywords(lang, src)
			}
		})
	}
}
