package secrets

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkText reads what programs print, which has no secrets: the captured outputs, a log of hashes, URLs and
// times, and the same with a secret every hundredth line.
func BenchmarkText(b *testing.B) {
	var log, some strings.Builder
	for i := range 20_000 {
		line := fmt.Sprintf("2026-11-23T12:%02d:%02dZ INFO api-gateway[%d]: "+
			"GET https://host-%d.test/v1/path?id=%x 200 in %dms\n", i/60%60, i%60, i, i%7, i*7919, i%311)
		log.WriteString(line)
		some.WriteString(line)
		if i%100 == 0 {
			some.WriteString("token " + token("ghp_", i, 36) + "\n")
		}
	}
	for _, bb := range []struct{ name, text string }{
		{"captured", captured(b)}, {"log", log.String()}, {"secrets", some.String()},
	} {
		b.Run(bb.name, func(b *testing.B) {
			text := []byte(bb.text)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				var m Masker
				m.Text(text)
			}
		})
	}
}

// BenchmarkHostile reads texts that are full of what might start a secret.
func BenchmarkHostile(b *testing.B) {
	texts := hostile()
	maps.Copy(texts, crafted())
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			in := []byte(text)
			b.SetBytes(int64(len(in)))
			for b.Loop() {
				var m Masker
				m.Text(in)
			}
		})
	}
}

// captured are the outputs of the corpus.
func captured(tb testing.TB) string {
	files, err := filepath.Glob("../../../testdata/corpus/raw/*")
	if err != nil || len(files) == 0 {
		tb.Fatalf("no corpus: %v", err)
	}
	var all strings.Builder
	for _, f := range files {
		if b, err := os.ReadFile(f); err == nil {
			all.Write(b)
		}
	}
	return all.String()
}
