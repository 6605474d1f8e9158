package hook

import (
	"testing"

	"github.com/toktee/toktee/summarize"
)

// TestRaiseShowsNoLess holds that what is asked for again gets no lower level than the one that is set.
func TestRaiseShowsNoLess(t *testing.T) {
	for _, tt := range []struct {
		times int
		cfg   summarize.Config
		want  summarize.Config
	}{
		{1, summarize.Config{}, summarize.Config{Level: summarize.Conservative}},
		{2, summarize.Config{Level: summarize.Minimal}, summarize.Config{Level: summarize.Conservative, Budget: 16000}},
		{1, summarize.Config{Level: summarize.Lossless}, summarize.Config{Level: summarize.Lossless}},
		{2, summarize.Config{Level: summarize.Lossless}, summarize.Config{Level: summarize.Lossless, Budget: 16000}},
		{1, summarize.Config{Level: summarize.Lossless, Budget: 100},
			summarize.Config{Level: summarize.Lossless, Budget: 400}},
	} {
		got := known{raised: map[string]int{"make": tt.times}}.raise(tt.cfg, "Bash", "make")
		if got.Level != tt.want.Level || got.Budget != tt.want.Budget {
			t.Errorf("%q, %d, asked for %d times more: %q, %d; want %q, %d", tt.cfg.Level, tt.cfg.Budget, tt.times,
				got.Level, got.Budget, tt.want.Level, tt.want.Budget)
		}
	}
}
