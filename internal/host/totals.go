package host

import (
	"log/slog"
	"math"
	"sync"

	"github.com/toktee/toktee/result"
)

// totals add up the results of a host, for the log.
type totals struct {
	mu              sync.Mutex
	calls, raw, llm int64
}

// log adds a result and, from the second one on, logs the totals. A single result has its own line in the log already.
//
//	level=DEBUG msg=totals calls=2 raw_tokens=4900 llm_tokens=96 saved_tokens=4804 saved_percent=98
func (t *totals) log(log *slog.Logger, r result.ToolResult) {
	m := r.Metadata()
	t.mu.Lock()
	defer t.mu.Unlock() // lines come in the order of their numbers
	t.calls++
	t.raw += int64(m.UITokens)
	t.llm += int64(m.LLMTokens)
	if t.calls < 2 {
		return
	}
	percent := 0.0
	if t.raw > 0 {
		percent = math.Round(1000*float64(t.raw-t.llm)/float64(t.raw)) / 10
	}
	log.Debug("totals", "calls", t.calls, "raw_tokens", t.raw, "llm_tokens", t.llm, "saved_tokens", t.raw-t.llm,
		"saved_percent", percent)
}
