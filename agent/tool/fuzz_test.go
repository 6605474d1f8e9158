package tool

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// FuzzPatch holds that no patch makes us panic, that a patch that is accepted leaves every line that it doesn't name,
// and that one that go-gitdiff accepts gives the same file there.
func FuzzPatch(f *testing.F) {
	names, err := filepath.Glob("testdata/patch/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		patch, before := "", ""
		for _, file := range txtar.Parse(b).Files {
			if file.Name == "patch" {
				patch = string(file.Data)
			} else if strings.HasPrefix(file.Name, "before/") {
				before = string(file.Data)
			}
		}
		f.Add(patch, before)
	}
	f.Fuzz(func(t *testing.T, patch, content string) {
		patches, err := parsePatch(patch)
		if err != nil {
			return
		}
		for i := range patches {
			checkLineCount(t, &patches[i], content)
		}
		if p := patches[0]; len(patches) == 1 && p.from == p.to && plainLines(content+patch) {
			after, err := ApplyByLibrary(map[string]string{p.from: content}, patch)
			if err != nil {
				return
			}
			if got, err := applyHunks(content, &p); err != nil || got != after[p.from] {
				t.Errorf("patch %q of %q gave %q, error %v; go-gitdiff %q", patch, content, got, err, after)
			}
		}
	})
}

// plainLines reports whether a text has neither of what we treat with more care than go-gitdiff: carriage returns and
// byte order marks.
func plainLines(s string) bool { return !strings.ContainsAny(s, "\r"+mark) }

// checkLineCount holds that a patch, where it applies, adds and removes the lines that its hunks say.
func checkLineCount(t *testing.T, p *filePatch, content string) {
	t.Helper()
	got, err := applyHunks(content, p)
	if err != nil {
		return
	}
	added, removed, bare := 0, 0, false
	for _, h := range p.hunks {
		bare = bare || h.newBare || h.oldBare // an empty line without a line feed is none
		for _, o := range h.ops {
			switch o.kind {
			case '+':
				added += 1 + strings.Count(o.text, "\n")
			case '-':
				removed++
			case ' ':
			default:
				t.Fatalf("hunk %+v has a line of kind %q", h, o.kind)
			}
		}
	}
	_, before := splitLines(content)
	_, after := splitLines(got)
	if len(before)+added-removed != len(after) && p.from != "" && !bare {
		t.Errorf("%d lines, %d added, %d removed: %d lines; hunks %+v gave %q",
			len(before), added, removed, len(after), p.hunks, got)
	}
}
