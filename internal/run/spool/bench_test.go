package spool

import "testing"

// BenchmarkWrite records logs of 64 MiB, as they come from a pipe.
func BenchmarkWrite(b *testing.B) {
	text := logText(8 << 20)
	for _, bb := range []struct {
		name  string
		limit int64
	}{{"memory", 1 << 30}, {"disk", 0}} {
		b.Run(bb.name, func(b *testing.B) {
			dir := b.TempDir()
			b.SetBytes(64 << 20)
			b.ReportAllocs()
			for b.Loop() {
				s := New(Options{Dir: dir, Threshold: bb.limit})
				for range 8 {
					for p := text; len(p) > 0; p = p[32<<10:] {
						s.Write(Stdout, p[:32<<10])
					}
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
				s.Remove()
			}
		})
	}
}

// BenchmarkSmall records what most commands print.
func BenchmarkSmall(b *testing.B) {
	text := logText(2000)
	b.ReportAllocs()
	for b.Loop() {
		s := New(Options{})
		s.Write(Stdout, text)
		s.Close()
		s.Sum()
		s.Remove()
	}
}
