package score_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/cmd/tokbench/internal/score/scoretest"
	"github.com/toktee/toktee/internal/measure/corpus"
)

// run scores cases with a summariser at the default settings.
func run(t *testing.T, f score.Summariser, cases ...corpus.Case) []score.CaseScore {
	t.Helper()
	settings, err := score.Settings("", "")
	if err != nil {
		t.Fatal(err)
	}
	b := &score.Bench{Summarise: f, Clean: scoretest.AsText, Settings: settings}
	scores, err := b.Run(t.Context(), cases)
	if err != nil {
		t.Fatal(err)
	}
	return scores
}

func TestRunStops(t *testing.T) {
	cases := []corpus.Case{scoretest.Story("s", 3), scoretest.Story("t", 3)}
	b := &score.Bench{
		Summarise: scoretest.Honest, Settings: []score.Setting{{Budget: 32}},
		Clean: func(*corpus.Case, []byte) (string, error) { return "", errors.New("out of soap") },
	}
	if _, err := b.Run(t.Context(), cases); err == nil || !strings.Contains(err.Error(), "out of soap") {
		t.Errorf("Run with a broken cleaner: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b.Clean = scoretest.AsText
	if _, err := b.Run(ctx, cases); !errors.Is(err, context.Canceled) {
		t.Errorf("Run with a context that is done: %v, want %v", err, context.Canceled)
	}
	if _, err := (&score.Bench{}).Run(t.Context(), nil); err == nil {
		t.Error("Run of an empty bench succeeds, want an error")
	}
}
