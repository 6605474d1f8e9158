package tool

import (
	"strings"
	"testing"
	"time"
)

func TestGlob(t *testing.T) {
	for _, tt := range []struct {
		glob, name string
		want       bool
	}{
		{"*.go", "a/b/c.go", true},
		{"*.{go,md}", "a/c.md", true},
		{"a/*.go", "a/b/c.go", false},
		{"a/**", "a", true},
		{"a/**", "a/b/c", true},
		{"**/c", "c", true},
		{"**/c", "a/b/c", true},
		{"**/c", "a/c/b", false},
		{"a/**/c", "a/c", true},
		{"a/**/c", "a/b/c/d/c", true},
		{"a/**/b/**/c", "a/b/x/b/c", true},
		{"a/**/b/**/c", "a/x/c", false},
		{"**/**", "a/b", true},
		{"**/b/*", "a/b/b", true},
		{"**/b/*", "a/c/b", false},
	} {
		g, err := parseGlob(tt.glob)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.match(tt.name); got != tt.want {
			t.Errorf("%q fits %q: %v; want %v", tt.glob, tt.name, got, tt.want)
		}
	}
}

// No glob holds a call up: nothing asks the context while a path is compared.
func TestGlobCost(t *testing.T) {
	over := make(chan struct{})
	go func() {
		defer close(over)
		g, err := parseGlob(strings.Repeat("**/a/", 20) + "b")
		if err != nil {
			t.Error(err)
		} else if g.match(strings.Repeat("a/", 60) + "c") {
			t.Error("it fits; want not")
		}
		if _, err := parseGlob(strings.Repeat("{", 100_000) + strings.Repeat("}", 100_000)); err == nil {
			t.Error("a glob of 200,000 bytes is taken")
		}
	}()
	select {
	case <-over:
	case <-time.After(10 * time.Second):
		t.Fatal("it takes more than 10 s")
	}
}
