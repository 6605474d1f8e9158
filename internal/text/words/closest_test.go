package words_test

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/text/words"
)

func TestClosest(t *testing.T) {
	names := []string{"run", "summarize", "show", "ls", "ui", "stats", "store", "history", "mcp", "mcp-proxy"}
	flags := []string{"--level", "--budget", "--raw", "--no-store", "--no-before"}
	for _, c := range []struct {
		typed string
		names []string
		want  string
	}{
		{"stast", names, "stats"}, // two neighbours swapped
		{"stat", names, "stats"},
		{"Show", names, "show"},
		{"shwo", names, "show"},
		{"summarise", names, "summarize"},
		{"sum", names, "summarize"}, // its beginning
		{"hist", names, "history"},
		{"mcp", names, "mcp"},
		{"mcp-prox", names, "mcp-proxy"},
		{"st", names, ""}, // of two
		{"s", names, ""},
		{"cd", names, ""},
		{"make", names, ""},
		{"", names, ""},
		{"--levle", flags, "--level"},
		{"-level", flags, "--level"},
		{"--max", flags, ""},
		{"--no", flags, ""},
		{"--nostore", flags, "--no-store"},
		{"-x", flags, ""},
		{strings.Repeat("level", 1<<20), flags, ""},
		{"stats", nil, ""},
	} {
		if got := words.Closest(c.typed, c.names); got != c.want {
			t.Errorf("Closest(%.20q) = %q, want %q", c.typed, got, c.want)
		}
	}
}

func TestWanted(t *testing.T) {
	names := []string{"budget", "level"}
	for unknown, want := range map[string]string{"levels": "did you mean level?", "x": "want budget, level"} {
		if got := words.Wanted(unknown, names); got != want {
			t.Errorf("Wanted(%q) = %q, want %q", unknown, got, want)
		}
	}
}
