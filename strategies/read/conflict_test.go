package read

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/strategies"
)

func TestConflicts(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // the critical lines, those that come second after a blank
	}{
		{
			"two sides", "package a\n\n<<<<<<< HEAD\nvar x = 1\n=======\nvar x = 2\n>>>>>>> main\n\nvar y = 3\n",
			[]string{"<<<<<<< HEAD", " var x = 1", "=======", " var x = 2", ">>>>>>> main"},
		},
		{
			"three sides", "package a\n\n<<<<<<< HEAD\nvar x = 1\n||||||| base\nvar x = 0\n=======\n>>>>>>> main\n",
			[]string{"<<<<<<< HEAD", " var x = 1", "||||||| base", " var x = 0", "=======", ">>>>>>> main"},
		},
		{"never closed", "package a\n\n<<<<<<< HEAD\nvar x = 1\n=======\n", nil},
		{"a heading's line", "package a\n\nvar s = `\n=======\n>>>>>>> x\n`\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range digest(t, input("a.go", "", tt.text), tt.text).Facts {
				if f.Rank != strategies.Critical {
					continue
				}
				text := strings.TrimSpace(f.Text)
				if f.Second {
					text = " " + text
				}
				got = append(got, text)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("critical lines mismatch (-want +got):\n%s", diff)
			}
		})
	}
}
