package tiktoken

import (
	"strings"
	"testing"
)

func TestCount(t *testing.T) {
	for _, test := range []struct {
		encoding, text string
		want           int
	}{
		// From the examples that OpenAI publishes for its encodings.
		{"cl100k_base", "antidisestablishmentarianism", 6},
		{"o200k_base", "antidisestablishmentarianism", 6},
		{"cl100k_base", "2 + 2 = 4", 7},
		{"o200k_base", "2 + 2 = 4", 7},
		{"cl100k_base", "お誕生日おめでとう", 9},
		{"o200k_base", "お誕生日おめでとう", 8},
		{"cl100k_base", "<|endoftext|>", 7}, // text, not the special token
	} {
		t.Run(test.encoding+" "+test.text, func(t *testing.T) {
			c, err := New(test.encoding)
			if err != nil {
				t.Fatal(err)
			}
			if got := c.Count(test.text); got != test.want {
				t.Errorf("Count = %d, want %d", got, test.want)
			}
		})
	}
}

func TestNewNamesUnknownEncodings(t *testing.T) {
	_, err := New("p50k_base")
	if err == nil || !strings.Contains(err.Error(), `"p50k_base"`) {
		t.Errorf("New = %v, want an error with the name", err)
	}
}
