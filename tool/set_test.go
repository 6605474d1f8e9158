package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tool"
)

func Example() {
	set, err := tool.New(tool.Options{Summarize: summarize.Config{Enabled: true}})
	if err != nil {
		panic(err)
	}
	defer set.Close()
	exec, _ := set.Tool("exec")
	r, err := exec.Run(context.Background(), json.RawMessage(`{"command": "echo seen; exit 3"}`))
	fmt.Print(r.LLMContent(), err)
	// Output:
	// exit 3
	// seen
	// <nil>
}

// box is a set of tools over a folder of its own.
type box struct {
	*tool.Set
	t   *testing.T
	dir string
}

func newBox(t *testing.T, change func(*tool.Options)) *box {
	t.Helper()
	o := tool.Options{Root: t.TempDir(), Summarize: summarize.Config{Enabled: true}}
	if change != nil {
		change(&o)
	}
	set, err := tool.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { set.Close() })
	return &box{set, t, o.Root}
}

func (b *box) write(name, content string) {
	b.t.Helper()
	path := filepath.Join(b.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		b.t.Fatal(err)
	}
}

func (b *box) content(name string) string {
	b.t.Helper()
	got, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil {
		b.t.Fatal(err)
	}
	return string(got)
}

// tree are all files of the box with their content, and the folders and links.
func (b *box) tree() map[string]string {
	b.t.Helper()
	tree := map[string]string{}
	err := filepath.WalkDir(b.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == b.dir {
			return err
		}
		rel, _ := filepath.Rel(b.dir, path)
		switch {
		case d.IsDir():
			tree[rel+"/"] = ""
		case d.Type()&fs.ModeSymlink != 0:
			tree[rel], _ = os.Readlink(path)
		default:
			tree[rel] = b.content(rel)
		}
		return nil
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return tree
}

// call calls a tool with arguments that are marshalled.
func (b *box) call(ctx context.Context, name string, args map[string]any) (result.ToolResult, error) {
	b.t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		b.t.Fatal(err)
	}
	tl, ok := b.Tool(name)
	if !ok {
		b.t.Fatalf("there is no tool %q", name)
	}
	return tl.Run(ctx, raw)
}

// ok is a call that must do well; it returns what the person sees.
func (b *box) ok(name string, args map[string]any) (string, result.ToolResult) {
	b.t.Helper()
	r, err := b.call(b.t.Context(), name, args)
	if err != nil || r.IsError() {
		b.t.Fatalf("%s(%v): error %v, result %q", name, args, err, r.LLMContent())
	}
	ui, _ := r.UIContent()
	return ui, r
}

// bad is a call that must fail, and leave everything as it is; it returns what the model is told.
func (b *box) bad(name string, args map[string]any) string {
	b.t.Helper()
	before := b.tree()
	r, err := b.call(b.t.Context(), name, args)
	if err != nil || !r.IsError() || r.Error().Kind != result.KindInput {
		b.t.Errorf("%s(%v): error %v, result %+v, %q; want an input error", name, args, err, r.Error(), r.LLMContent())
	}
	if diff := cmp.Diff(before, b.tree()); diff != "" {
		b.t.Errorf("%s(%v) failed and left changes (-before +after):\n%s", name, args, diff)
	}
	return r.LLMContent()
}

// Every schema names exactly the arguments that the tool takes.
func TestSchemas(t *testing.T) {
	b := newBox(t, nil)
	var names []string
	for _, tl := range b.Tools() {
		names = append(names, tl.Name)
		var schema struct {
			Type                 string
			AdditionalProperties *bool
			Required             []string
			Properties           map[string]json.RawMessage
		}
		if err := json.Unmarshal(tl.Schema, &schema); err != nil {
			t.Fatalf("%s: %v", tl.Name, err)
		}
		if schema.Type != "object" || schema.AdditionalProperties == nil || *schema.AdditionalProperties || tl.Description == "" || !tl.Cancellable {
			t.Errorf("%s: %+v", tl.Name, tl)
		}
		said := b.bad(tl.Name, map[string]any{"no_such_argument": 1})
		_, list, _ := strings.Cut(said, "want ")
		took := strings.Split(list, ", ")
		slices.Sort(took)
		var props []string
		for p := range schema.Properties {
			props = append(props, p)
		}
		slices.Sort(props)
		if diff := cmp.Diff(props, took); diff != "" {
			t.Errorf("%s: arguments (-schema +taken):\n%s", tl.Name, diff)
		}
		for _, r := range schema.Required {
			if _, ok := schema.Properties[r]; !ok {
				t.Errorf("%s: %q is required, and no property", tl.Name, r)
			}
		}
	}
	want := []string{"exec", "execute_code", "grep", "list", "read", "edit", "patch", "write"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("Tools() mismatch (-want +got):\n%s", diff)
	}
}

func TestArguments(t *testing.T) {
	b := newBox(t, nil)
	b.write("a.txt", "one\n")
	for _, tt := range []struct{ tool, args, want string }{
		{"read", `{"path":7}`, `argument "path" is a JSON number: want a string`},
		{"read", `[]`, "the arguments are not a JSON object but a JSON array: want path, offset, limit, intent"},
		{"read", `{"path":"a.txt"`, "the arguments are not a JSON object"},
		{"read", ``, "no path"},
		{"read", `{"path":"a.txt","offset":-1}`, "offset -1, limit 0: want numbers from 1, or 0 for none"},
		{"read", `{"path":"a.txt","limit":"x"}`, `argument "limit" is a JSON string: want a whole number`},
		{"read", `{"path":"a.txt","file_path":"b"}`, `unknown argument "file_path"`},
		{"exec", `{"command":["true"],"timeout":"soon"}`, `time limit "soon": want seconds`},
		{"exec", `{"command":{}}`, "want a command line"},
		{"exec", `{"command":" "}`, "no command"},
		{"exec", `{"command":"true","timeout":-1}`, "time limit -1"},
		{"exec", `{"command":"true","timeout":1,"timeout_ms":1}`, "want one of them"},
		{"exec", `{"command":"true","tty":true}`, "no terminals"},
		{"exec", `{"command":"true","env":{"A=":"x"}}`, `"A=" can't be a variable`},
		{"exec", `{"command":"true","dir":".."}`, "outside of the root"},
		{"exec", `{"command":"true","dir":"a.txt"}`, "not a folder"},
		{"execute_code", `{"language":"cobol","code":"x"}`, "want python, javascript or go"},
		{"execute_code", `{"language":"go"}`, "no code"},
		{"grep", `{"path":"."}`, "no pattern"},
		{"list", `{"glob":"[a"}`, "syntax error in pattern"},
		{"write", `{"path":"b.txt"}`, "no content"},
		{"patch", `{}`, "no patch"},
	} {
		tl, _ := b.Tool(tt.tool)
		r, err := tl.Run(t.Context(), json.RawMessage(tt.args))
		if err != nil || !r.IsError() || !strings.Contains(r.LLMContent(), tt.want) {
			t.Errorf("%s(%s): error %v, %q; want %q in it", tt.tool, tt.args, err, r.LLMContent(), tt.want)
		}
	}
	tl, _ := b.Tool("read")
	if r, err := tl.Run(t.Context(), json.RawMessage(`{"file_path":"a.txt"}`)); err != nil || r.LLMContent() != "one\n" {
		t.Errorf("under another name: %q, error %v", r.LLMContent(), err)
	}
}

// effects are calls that leave a trace when they are made.
var effects = map[string]map[string]any{
	"exec":         {"command": "echo x >made"},
	"execute_code": {"language": "python", "code": "open('made','w')"},
	"grep":         {"pattern": "one"},
	"list":         {},
	"read":         {"path": "a.txt"},
	"edit":         {"path": "a.txt", "old_string": "one", "new_string": "two"},
	"patch":        {"patch": "*** Begin Patch\n*** Add File: made\n+x\n*** End Patch\n"},
	"write":        {"path": "made", "content": "x"},
}

func TestAlreadyCancelled(t *testing.T) {
	for name, args := range effects {
		t.Run(name, func(t *testing.T) {
			b := newBox(t, nil)
			b.write("a.txt", "one\n")
			before := b.tree()
			why := errors.New("not today")
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(why)
			r, err := b.call(ctx, name, args)
			if !errors.Is(err, why) || r.ToolName() != name || !errors.Is(r.Error(), result.ErrAborted) || !strings.Contains(r.LLMContent(), "stopped on request") {
				t.Errorf("error %v, result %q, %v", err, r.LLMContent(), r.Error())
			}
			if diff := cmp.Diff(before, b.tree()); diff != "" {
				t.Errorf("it has left something (-before +after):\n%s", diff)
			}
		})
	}
}

// Paths don't lead out of the root, by whatever way.
func TestConfined(t *testing.T) {
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := newBox(t, nil)
	b.write("in/a.txt", "one\n")
	for link, to := range map[string]string{
		"out": outside, "file": filepath.Join(outside, "secret"), "up": "../" + filepath.Base(outside), "dangling": filepath.Join(outside, "new"), "good": "in",
	} {
		if err := os.Symlink(to, filepath.Join(b.dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"../x", filepath.Join(outside, "secret"), "out/secret", "file", "in/../../x", "up/secret", "dangling", "out/new", "up/new/x"} {
		for tl, args := range map[string]map[string]any{
			"read": {"path": path}, "list": {"path": path}, "grep": {"pattern": "s", "path": path},
			"edit":  {"path": path, "old_string": "secret", "new_string": "x"},
			"write": {"path": path, "content": "x"},
			"exec":  {"command": "true", "dir": path},
			"patch": {"patch": "*** Begin Patch\n*** Delete File: " + path + "\n*** End Patch\n"},
		} {
			if said := b.bad(tl, args); strings.Contains(said, "secret\n") {
				t.Errorf("%s(%v) tells %q", tl, args, said)
			}
		}
		if path != "../x" && path != "in/../../x" {
			b.bad("patch", map[string]any{"patch": "*** Begin Patch\n*** Add File: " + path + "\n+x\n*** End Patch\n"})
		}
	}
	if got, err := os.ReadDir(outside); err != nil || len(got) != 1 {
		t.Errorf("outside: %v, error %v", got, err)
	}
	if got, _ := b.ok("read", map[string]any{"path": "good/a.txt"}); got != "one\n" {
		t.Errorf("by a link that stays inside: %q", got)
	}
	if got, _ := b.ok("read", map[string]any{"path": filepath.Join(b.dir, "in/a.txt")}); got != "one\n" {
		t.Errorf("by an absolute path inside: %q", got)
	}

	free := newBox(t, func(o *tool.Options) { o.Unconfined = true })
	if got, _ := free.ok("read", map[string]any{"path": filepath.Join(outside, "secret")}); got != "secret\n" {
		t.Errorf("unconfined: %q", got)
	}
	free.ok("write", map[string]any{"path": filepath.Join(outside, "secret"), "content": "new\n"})
	if got, _ := os.ReadFile(filepath.Join(outside, "secret")); string(got) != "new\n" {
		t.Errorf("unconfined: wrote %q", got)
	}
}

// A store that can't keep an output: the text promises nothing.
func TestStore(t *testing.T) {
	var stored []string
	fail := false
	b := newBox(t, func(o *tool.Options) {
		o.Summarize.Recovery = func(id string, lines int) string { return fmt.Sprintf("%d more: %s", lines, id) }
		o.Store = func(_ context.Context, r result.ToolResult, command string, src summarize.Source) error {
			if fail {
				return errors.New("no space")
			}
			stored = append(stored, fmt.Sprintf("%s %s %d", r.ID(), command, src.Len()))
			return nil
		}
	})
	args := map[string]any{"command": "seq 1 20000"}
	_, r := b.ok("exec", args)
	if want := r.ID() + " seq 1 20000 108894"; len(stored) != 1 || stored[0] != want || !strings.Contains(r.LLMContent(), "more: "+r.ID()) {
		t.Errorf("stored %q, want %q; text %q", stored, want, r.LLMContent())
	}
	fail = true
	if _, r = b.ok("exec", args); strings.Contains(r.LLMContent(), "more: ") {
		t.Errorf("text %q", r.LLMContent())
	}
}
