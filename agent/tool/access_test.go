package tool_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent/tool"
)

// TestRefuse: nothing that is refused runs, is read or changes, with rg and without it. A search leaves it out.
func TestRefuse(t *testing.T) {
	for _, searcher := range []string{"rg", "own"} {
		for _, unconfined := range []bool{false, true} {
			b := newBox(t, func(o *tool.Options) {
				o.Unconfined = unconfined
				o.Refuse = func(a tool.Access) error {
					switch {
					case a.Line != "" && strings.Contains(a.Line+a.Input, "echo"), a.Program,
						strings.Contains(a.Path, "secret"), a.Change && filepath.Base(a.Path) == "fixed":
						return errors.New("no: a rule")
					}
					return nil
				}
			})
			b.write("secret/a.txt", "word\n")
			b.write("open/a.txt", "word\n")
			b.write("open/secret", "word\n")
			b.write("fixed", "word\n")
			before := b.tree()
			for name, args := range map[string]object{
				"exec": {"command": "echo 1"}, "execute_code": {"language": "python", "code": "1"},
				"grep": {"pattern": "word", "path": "secret"}, "list": {"path": "secret"},
				"read": {"path": "open/secret"}, "write": {"path": "secret/b.txt", "content": ""},
				"edit":  {"path": "fixed", "old_string": "word", "new_string": "x"},
				"patch": {"patch": "--- a/fixed\n+++ b/fixed\n@@ -1 +1 @@\n-word\n+x\n"},
			} {
				if text := b.bad(name, args); !strings.Contains(text, "no: a rule") {
					t.Errorf("%s, %s: %q", searcher, name, text)
				}
			}
			if text := b.bad("exec", object{"command": "sh", "stdin": "echo"}); !strings.Contains(text, "no: a rule") {
				t.Errorf("%s: %q", searcher, text)
			}
			if diff := cmp.Diff(before, b.tree()); diff != "" {
				t.Errorf("%s: (-before +after)\n%s", searcher, diff)
			}
			if searcher == "own" {
				t.Setenv("PATH", t.TempDir())
			}
			for _, args := range []object{{"pattern": "word"}, {"pattern": "word", "files_only": true}} {
				text, _ := b.ok("grep", args)
				if !strings.Contains(text, "open/a.txt") || strings.Contains(text, "secret") ||
					strings.Contains(text, "left out") {
					t.Errorf("%s: grep %v gives %q", searcher, args, text)
				}
			}
			if text, _ := b.ok("read", object{"path": "fixed"}); text != "word\n" {
				t.Errorf("%s: %q", searcher, text)
			}
		}
	}
}
