package score

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
	"github.com/toktee/toktee/cmd/tokbench/internal/summarytest"
	"github.com/toktee/toktee/internal/measure/corpus"
)

// run scores cases with a summariser at the default settings.
func run(t *testing.T, f summary.Summariser, cases ...corpus.Case) []CaseScore {
	t.Helper()
	settings, err := summary.Settings("", "")
	if err != nil {
		t.Fatal(err)
	}
	b := &Bench{Summarise: f, Clean: summarytest.AsText, Settings: settings}
	scores, err := b.Run(t.Context(), cases)
	if err != nil {
		t.Fatal(err)
	}
	return scores
}

func TestRunStops(t *testing.T) {
	cases := []corpus.Case{summarytest.Story("s", 3), summarytest.Story("t", 3)}
	b := &Bench{
		Summarise: summarytest.Honest, Settings: []summary.Setting{{Budget: 32}},
		Clean: func(*corpus.Case, []byte) (string, error) { return "", errors.New("out of soap") },
	}
	if _, err := b.Run(t.Context(), cases); err == nil || !strings.Contains(err.Error(), "out of soap") {
		t.Errorf("Run with a broken cleaner: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b.Clean = summarytest.AsText
	if _, err := b.Run(ctx, cases); !errors.Is(err, context.Canceled) {
		t.Errorf("Run with a context that is done: %v, want %v", err, context.Canceled)
	}
	if _, err := (&Bench{}).Run(t.Context(), nil); err == nil {
		t.Error("Run of an empty bench succeeds, want an error")
	}
	b.Encoding = "morse"
	if _, err := b.Run(t.Context(), cases); err == nil || !strings.Contains(err.Error(), "morse") {
		t.Errorf("Run with an unknown encoding: %v", err)
	}
}
