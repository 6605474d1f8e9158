package clean

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

func TestLineFeeds(t *testing.T) {
	words := strings.Fields("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho " +
		"sigma tau upsilon phi chi psi omega")
	var log, bar strings.Builder
	for i := range 300 {
		fmt.Fprintf(&log, "%s %s done in %d ms\r", words[i%len(words)], words[i*7%13], i)
		fmt.Fprintf(&bar, "\rdownloading %d%%", i)
	}
	tests := []struct {
		name, in string
		feeds    bool
	}{
		{"a log with returns alone", log.String(), true},
		{"a progress bar", bar.String(), false},
		{"an ordinary text", "a\nb\n" + log.String(), false},
		{"a text with both", strings.ReplaceAll(log.String(), "\r", "\r\n"), false},
		{"few returns", "a\rb\rc", false},
		{"empty", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := tt.in
			if tt.feeds {
				want = strings.ReplaceAll(tt.in, "\r", "\n")
			}
			before := bytes.Clone([]byte(tt.in))
			if got := LineFeedBytes(before); string(got) != want {
				t.Errorf("LineFeedBytes: %d line feeds, want %d",
					bytes.Count(got, []byte("\n")), strings.Count(want, "\n"))
			}
			if string(before) != tt.in {
				t.Error("LineFeedBytes changed its argument")
			}
			got, err := io.ReadAll(LineFeeds(strings.NewReader(tt.in)))
			if err != nil || string(got) != want {
				t.Errorf("LineFeeds: %d line feeds, want %d, %v",
					bytes.Count(got, []byte("\n")), strings.Count(want, "\n"), err)
			}
		})
	}
}
