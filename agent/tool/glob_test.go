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
		{"/*.go", "c.go", true},
		{"/*.go", "a/c.go", false},
		{"./*.go", "a/c.go", true},
		{"[!a].go", "b.go", true},
		{"[!a].go", "a.go", false},
		{"{a,b{c,d}}.go", "bd.go", true},
		{"{a,b{c,d}}.go", "b.go", false},
		{`\{a,b}`, "{a,b}", true},
		{"[{]a,b}", "{a,b}", true},
		// A brace without a partner means itself.
		{"a{b", "a{b", true},
		{"a{b*", "a{b{c", true},
		{"a}b", "a}b", true},
		{"{a,b}}", "b}", true},
		{"{a,b", "a", false},
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

func TestBadGlob(t *testing.T) {
	pairs := strings.Repeat("{a,b}", 9)
	for glob, want := range map[string]string{
		"[a":                            `glob "[a": syntax error in pattern`,
		"a/[]":                          "syntax error",
		strings.Repeat("{a,aa}", 10):    "has more than 1000 patterns",
		"{" + pairs + "," + pairs + "}": "more than 1000",
		strings.Repeat("a", maxGlob+1):  "the glob has 4097 bytes: want up to 4096",
		// Of these, one isn't closed, and all mean themselves.
		strings.Repeat("{", 2000) + strings.Repeat("}{a,b,c,d}", 7): "",
	} {
		_, err := parseGlob(glob)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("parseGlob(%.40q): error %v; want %q", glob, err, want)
		}
	}
}

// No glob holds a call up: nothing asks the context while a path is compared.
func TestGlobCost(t *testing.T) {
	name := strings.Repeat("a/", 2000) + "c"
	over := make(chan struct{})
	go func() {
		defer close(over)
		for _, glob := range []string{
			strings.Repeat("**/a/", 800) + "b",
			"**/" + strings.Repeat("*a", 1900) + strings.Repeat("{a,aa}", 9) + "b",
			strings.Repeat("{a,aa}", 9) + strings.Repeat("*a*/", 900) + "b",
		} {
			g, err := parseGlob(glob)
			if err != nil {
				t.Error(err)
			} else if g.match(name) || g.match(strings.ReplaceAll(name, "/", "")) {
				t.Errorf("%.20q matches; want not", glob)
			}
		}
		if _, err := parseGlob(strings.Repeat("{", 100_000) + strings.Repeat("}", 100_000)); err == nil {
			t.Error("a glob of 200,000 bytes is accepted")
		}
	}()
	select {
	case <-over:
	case <-time.After(time.Minute):
		t.Fatal("it takes more than a minute")
	}
}
