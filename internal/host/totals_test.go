package host_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/summarize"
)

// TestTotals: where a log is wanted, its last line of totals is the sum of all results, which are made at once.
func TestTotals(t *testing.T) {
	env := newEnv(t)
	var log bytes.Buffer
	for _, debug := range []bool{false, true} {
		h, err := host.Open(host.Options{Dir: t.TempDir(), Getenv: env.getenv, Flags: debugFlag(debug), Log: &log})
		if err != nil {
			t.Fatal(err)
		}
		var calls sync.WaitGroup
		var mu sync.Mutex
		raw, llm := 0, 0
		const n = 40
		for i := range n {
			calls.Go(func() {
				r, err := h.Deliver(t.Context(), h.Config(), summarize.Request{
					Tool: "x", Stdout: []byte(strings.Repeat(fmt.Sprintf("line of %d\n", i), 50*i)),
				})
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				raw, llm = raw+r.Metadata().UITokens, llm+r.Metadata().LLMTokens
			})
		}
		calls.Wait()
		lines := strings.Split(strings.TrimSuffix(log.String(), "\n"), "\n")
		if !debug {
			if log.Len() > 0 {
				t.Errorf("without debug the log has %q", log.String())
			}
			continue
		}
		want := fmt.Sprintf("msg=totals calls=%d raw_tokens=%d llm_tokens=%d saved_tokens=%d saved_percent=",
			n, raw, llm, raw-llm)
		if len(lines) != 2*n-1 || !strings.Contains(lines[len(lines)-1], want) {
			t.Errorf("%d lines, the last is %q, want %s", len(lines), lines[len(lines)-1], want)
		}
	}
}

func debugFlag(on bool) (f config.Flags) {
	f.Debug = &on
	return f
}
