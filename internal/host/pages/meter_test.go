package pages_test

import (
	"io"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host/pages"
	"github.com/toktee/toktee/tokens"
)

// TestMeter counts all of a page, and of one that goes through something the first 64 KiB.
func TestMeter(t *testing.T) {
	line := strings.Repeat("a word ", 10) + "\n"
	for _, tt := range []struct {
		name  string
		lines int
		part  bool
		want  int // bytes that are counted
	}{
		{"a page", 2000, false, 2000 * len(line)},
		{"a page through a pipe", 800, true, 800 * len(line)},
		{"a long one through a pipe", 2000, true, 64 << 10},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Repeat(line, tt.lines)
			m, err := pages.NewMeter(io.Discard, tokens.O200kBase, tt.part)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(m, text); err != nil {
				t.Fatal(err)
			}
			c, err := tokens.New(tokens.O200kBase)
			if err != nil {
				t.Fatal(err)
			}
			bytes, n := m.Printed()
			if want := c.CountString(text[:tt.want]); bytes != int64(len(text)) || n != want {
				t.Errorf("%d bytes and %d tokens, want %d and %d", bytes, n, len(text), want)
			}
		})
	}
}
