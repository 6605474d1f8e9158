package logs

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

// BenchmarkDigest is a log of 100,000 records of a dozen kinds.
func BenchmarkDigest(b *testing.B) {
	var sb strings.Builder
	for i := range 100_000 {
		level, msg := "INFO", fmt.Sprintf("served request %d of user %d in %d ms", i, i%977, i%31)
		switch i % 50 {
		case 7:
			level, msg = "WARN", fmt.Sprintf("the queue %s is slow", []string{"red", "blue", "green"}[i%3])
		case 9:
			level, msg = "ERROR", fmt.Sprintf("no route to 10.0.0.%d: connection refused", i%255)
		}
		fmt.Fprintf(&sb, "2026-03-02 06:%02d:%02d.%03d %s [main-%d] org.acme.Shop: %s\n", i/6000%60, i/100%60,
			i%1000, level, i%7, msg)
	}
	text := strategies.NewText(sb.String())
	in := &strategies.Input{Head: sb.String()[:1000]}
	b.SetBytes(int64(sb.Len()))
	for b.Loop() {
		if err := New().Digest(context.Background(), in, text, strategies.NewCollector(false)); err != nil {
			b.Fatal(err)
		}
	}
}
