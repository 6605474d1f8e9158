package read

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestRanks pins what comes first of some files, as a person would have it: E for evidence, C for context, D for detail
// and N for noise; a letter is small where a line comes after the others of its rank. What follows is the line's group
// and what is printed.
func TestRanks(t *testing.T) {
	all := sources(t)
	tests := []struct{ name, file, intent string }{
		{"go", "queue.go", ""},
		{"go with an intent", "queue.go", "Let me see how `Push` appends a job"},
		{"python", "server.py", ""},
		{"typescript", "store.ts", ""},
		{"shell", "deploy.sh", ""},
		{"markdown", "guide.md", ""},
		{"yaml", "ci.yaml", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if !grammars && tt.file == "store.ts" {
				t.Skip("keywords don't see the overloads")
			}
			text := number(all[tt.file], arrow, 1)
			in := input(tt.file, "", text)
			in.Intent = tt.intent
			var b strings.Builder
			for _, f := range digest(t, in, text).Facts {
				letter := string("KECDN"[f.Rank])
				if f.Second {
					letter = strings.ToLower(letter)
				}
				fmt.Fprintf(&b, "%s %-12s |%s\n", letter, f.Group, f.Text)
			}
			golden := filepath.Join("testdata/ranks", strings.ReplaceAll(tt.name, " ", "_")+".golden")
			if *update {
				if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), b.String()); diff != "" {
				t.Errorf("mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWantedBy(t *testing.T) {
	w := wantedBy("Let me look at the session state and the `GetByAgentType` function, then exit_code handling.")
	if diff := cmp.Diff(map[string]bool{"getbyagenttype": true, "exit_code": true}, w.names); diff != "" {
		t.Errorf("names mismatch (-want +got):\n%s", diff)
	}
	for _, word := range []string{"session", "state", "handling"} {
		if !w.words[stem(word)] {
			t.Errorf("%q is not wanted: %v", word, w.words)
		}
	}
	for _, word := range []string{"look", "function", "then"} {
		if w.words[stem(word)] {
			t.Errorf("%q is wanted", word)
		}
	}
}
