package tool

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// FuzzPatch holds that no patch makes us panic, and that a patch that is taken leaves every line that it doesn't name.
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
			p := &patches[i]
			got, err := applyHunks(content, p)
			if err != nil {
				continue
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
				t.Errorf("%d lines, %d added, %d removed: %d lines; patch %q of %q gave %q", len(before), added, removed, len(after), patch, content, got)
			}
		}
	})
}
