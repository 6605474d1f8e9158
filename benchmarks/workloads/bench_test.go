package workloads

import (
	"bytes"
	"context"
	"testing"

	"github.com/toktee/toktee/benchmarks/pipeline/logtext"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// strategies names a captured output for each strategy, one that a session would have: neither small enough to pass
// whole, nor so large that only its size counts.
var strategies = []struct{ strategy, id string }{
	{"compound", "joined/sed-two-ranges"},
	{"data", "read/json-one-line"},
	{"edit", "diff/log-patch-1"},
	{"general", "pytest/many-verbose"},
	{"git", "git/log-20"},
	{"list", "list/ls-R"},
	{"log", "log/slog-text"},
	{"outline", "misc/help-long"},
	{"page", "page/playwright-dashboard"},
	{"read", "read/cat-n-head"},
	{"report", "rubytest/rspec-one-red-json"},
	{"search", "search/rg-around"},
}

// minimal is the level that every strategy works at, as little passes whole there.
var minimal = summarize.Config{Enabled: true, Level: summarize.Minimal}

// BenchmarkStrategy is a call of the library for one output, by strategy: a strategy that has become slow, or keeps
// what it should let go, shows here and hardly in a mean over the corpus.
func BenchmarkStrategy(b *testing.B) {
	cases := load(b)
	for _, s := range strategies {
		b.Run(s.strategy, func(b *testing.B) {
			c, err := corpus.Find(cases, s.id)
			if err != nil {
				b.Fatal(err)
			}
			summarise(b, minimal, request(c), s.strategy)
		})
	}
}

// BenchmarkPipeline is a call of the library for a failed run's log by its size: what is fixed shows at 1 KB, what
// grows with the output from there to 100 KB, and at 10 MB that memory doesn't grow with it.
func BenchmarkPipeline(b *testing.B) {
	for _, size := range []struct {
		name  string
		bytes int
	}{{"1KB", 1e3}, {"100KB", 1e5}, {"10MB", 1e7}} {
		b.Run(size.name, func(b *testing.B) {
			req := summarize.Request{
				Tool: "exec", Command: "make verify", Status: result.Status{Known: true, Code: 1},
				Stdout: log(b, size.bytes),
			}
			summarise(b, summarize.Config{Enabled: true}, req, "")
		})
	}
}

// BenchmarkSmall is what most calls are: a call of the library for each of the corpus's outputs of 1 to 5 KB.
func BenchmarkSmall(b *testing.B) {
	var small []summarize.Request
	for i, cases := 0, load(b); i < len(cases); i++ {
		if n := len(cases[i].Stdout) + len(cases[i].Stderr); n >= 1_000 && n <= 5_000 {
			small = append(small, request(&cases[i]))
		}
	}
	b.Run("all", func(b *testing.B) {
		b.ReportAllocs()
		cfg := summarize.Config{Enabled: true}
		for b.Loop() {
			for _, req := range small {
				if _, err := summarize.Summarize(context.Background(), cfg, req); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(len(small)), "calls/op")
	})
}

// log is a failed run's log of a size: the end of captured logs of services, from the start of a line.
func log(b *testing.B, size int) []byte {
	var captured [][]byte
	for _, c := range load(b) {
		if c.Family == "log" {
			captured = append(captured, c.Stdout)
		}
	}
	var text bytes.Buffer
	if _, err := logtext.Write(&text, logtext.Options{Size: int64(size), Captured: captured,
		End: []string{"ERROR: verify failed: 1 of 12 checks"}}); err != nil {
		b.Fatal(err)
	}
	end := text.Bytes()[max(0, text.Len()-size):]
	return end[bytes.IndexByte(end, '\n')+1:]
}

// summarise measures one request, once it is sure that the strategy it is about answers it.
func summarise(b *testing.B, cfg summarize.Config, req summarize.Request, strategy string) {
	r, err := summarize.Summarize(context.Background(), cfg, req)
	if err != nil {
		b.Fatal(err)
	}
	if got := r.Metadata().Strategy; strategy != "" && got != strategy {
		b.Fatalf("the strategy %q answers, want %q", got, strategy)
	}
	b.SetBytes(int64(len(req.Stdout) + len(req.Stderr)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := summarize.Summarize(context.Background(), cfg, req); err != nil {
			b.Fatal(err)
		}
	}
}

func load(tb testing.TB) []corpus.Case {
	tb.Helper()
	cases, err := corpus.Load("../../testdata/corpus")
	if err != nil {
		tb.Fatal(err)
	}
	return cases
}

func request(c *corpus.Case) summarize.Request {
	req := summarize.Request{
		Tool: c.Tool, Command: c.Command, Path: c.Path, Pattern: c.Pattern, Stdout: c.Stdout, Stderr: c.Stderr,
	}
	if c.ExitCode != nil {
		req.Status = result.Status{Known: true, Code: *c.ExitCode}
	}
	return req
}

// TestEveryStrategyIsMeasured holds that the strategies which answer the corpus have a benchmark, each on an output
// that it answers.
func TestEveryStrategyIsMeasured(t *testing.T) {
	measured := map[string]string{}
	for _, s := range strategies {
		measured[s.strategy] = s.id
	}
	cases := load(t)
	for i := range cases {
		c := &cases[i]
		own := false
		for _, id := range measured {
			own = own || id == c.ID
		}
		if !own && (i%5 > 0 || len(c.Stdout) > 100_000) { // a fifth of the corpus is enough to meet them all
			continue
		}
		r, err := summarize.Summarize(t.Context(), minimal, request(c))
		if err != nil {
			t.Fatal(err)
		}
		switch s := r.Metadata().Strategy; {
		case s == "": // passes whole
		case measured[s] == "":
			t.Errorf("the strategy %q, which answers %s, has no benchmark", s, c.ID)
		}
		for s, id := range measured {
			if id == c.ID && r.Metadata().Strategy != s {
				t.Errorf("%s is answered by %q, and stands for %q", id, r.Metadata().Strategy, s)
			}
		}
	}
}
