package main

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/toktee/toktee/benchmarks/pipeline/logtext"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// BenchmarkLog is the command's way of a large log in this process, to profile it: spooled, then summarised.
//
//	go test -run xxx -bench Log -cpuprofile cpu.out ./benchmarks/pipeline
func BenchmarkLog(b *testing.B) {
	logs, err := logsOf("../../testdata/corpus", func(c *corpus.Case) bool { return slices.Contains(services, c.ID) })
	if err != nil {
		b.Fatal(err)
	}
	var text bytes.Buffer
	o := logtext.Options{Size: 16_000_000, Captured: logs, Middle: planted.middle, End: planted.end}
	if _, err := logtext.Write(&text, o); err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	record := func(b *testing.B) *spool.Spool {
		sp := spool.New(spool.Options{Dir: dir})
		w := sp.Stream(spool.Stdout)
		for rest := text.Bytes(); len(rest) > 0; {
			n := min(len(rest), 32<<10) // as io.Copy does
			if _, err := w.Write(rest[:n]); err != nil {
				b.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := sp.Close(); err != nil {
			b.Fatal(err)
		}
		return sp
	}
	b.Run("spool", func(b *testing.B) {
		b.SetBytes(int64(text.Len()))
		b.ReportAllocs()
		for b.Loop() {
			record(b).Remove()
		}
	})
	b.Run("summarize", func(b *testing.B) {
		sp := record(b)
		defer sp.Remove()
		b.SetBytes(int64(text.Len()))
		b.ReportAllocs()
		for b.Loop() {
			req := summarize.Request{
				Tool: "exec", Command: "make verify", Status: result.Status{Known: true, Code: 1}, Source: sp,
			}
			if _, err := summarize.Summarize(context.Background(), summarize.Config{Enabled: true}, req); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkCases summarises the cases of each family of testdata/corpus.
func BenchmarkCases(b *testing.B) {
	cases, err := corpus.Load("../../testdata/corpus")
	if err != nil {
		b.Fatal(err)
	}
	families := map[string][]*corpus.Case{}
	for i := range cases {
		families[cases[i].Family] = append(families[cases[i].Family], &cases[i])
	}
	for _, name := range slices.Sorted(maps.Keys(families)) {
		b.Run(name, func(b *testing.B) {
			size := 0
			for _, c := range families[name] {
				size += len(c.Stdout) + len(c.Stderr)
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, c := range families[name] {
					if _, err := summarize.Summarize(context.Background(), summarize.Config{Enabled: true},
						request(c)); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
