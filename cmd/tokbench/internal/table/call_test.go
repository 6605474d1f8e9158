package table

import (
	"slices"
	"sync"
	"testing"

	"github.com/toktee/toktee/internal/measure/corpus"
)

// TestWordsAtOnce reads the words of commands in several goroutines, as the workers of a measurement do.
func TestWordsAtOnce(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 2000 {
				words, why := plainCommand(&corpus.Case{Command: `go test "./a b/..." 'c'`})
				if want := []string{"go", "test", "./a b/...", "c"}; why != "" || !slices.Equal(words, want) {
					t.Errorf("words %q, %q", words, why)
					return
				}
			}
		})
	}
	wg.Wait()
}
