package tool_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
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

// An object is what the arguments of a call are in JSON.
type object = map[string]any

// A box is a set of tools over a temporary folder.
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
func (b *box) call(ctx context.Context, name string, args object) (result.ToolResult, error) {
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

// checkMode checks the permissions of a file.
func (b *box) checkMode(name string, want fs.FileMode) {
	b.t.Helper()
	st, err := os.Stat(filepath.Join(b.dir, name))
	if err != nil {
		b.t.Fatal(err)
	}
	if runtime.GOOS != "windows" && st.Mode().Perm() != want {
		b.t.Errorf("%s has mode %v; want %v", name, st.Mode(), want)
	}
}

// ok is a call that must succeed; it returns what the person sees.
func (b *box) ok(name string, args object) (string, result.ToolResult) {
	b.t.Helper()
	r, err := b.call(b.t.Context(), name, args)
	if err != nil || r.Failed() {
		b.t.Fatalf("%s(%v): error %v, result %q", name, args, err, r.LLMContent())
	}
	ui, _ := r.UIContent()
	return ui, r
}

// bad is a call that must fail and leave everything as it is; it returns the text for the model.
func (b *box) bad(name string, args object) string {
	b.t.Helper()
	before := b.tree()
	r, err := b.call(b.t.Context(), name, args)
	if err != nil || !r.Failed() || r.Error().Kind != result.KindInput {
		b.t.Errorf("%s(%v): error %v, result %+v, %q; want an input error", name, args, err, r.Error(), r.LLMContent())
	}
	if diff := cmp.Diff(before, b.tree()); diff != "" {
		b.t.Errorf("%s(%v) failed and left changes (-before +after):\n%s", name, args, diff)
	}
	return r.LLMContent()
}

var update = flag.Bool("update", false, "rewrite testdata/schemas.txt")

// The schemas are what models are sent, and paid for in every request: none changes unseen. Each names exactly the
// arguments that its tool takes.
func TestSchemas(t *testing.T) {
	b := newBox(t, nil)
	count, err := tokens.New("")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, tl := range b.Tools() {
		var compact bytes.Buffer
		if err := json.Compact(&compact, tl.Schema); err != nil {
			t.Fatalf("%s: %v", tl.Name, err)
		}
		fmt.Fprintf(&all, "%s: %d tokens\n%s\n\n", tl.Name, count.CountString(compact.String()), tl.Schema)
		if tl.Description == "" || !tl.Cancellable {
			t.Errorf("%s: description %q, cancellable %v", tl.Name, tl.Description, tl.Cancellable)
		}
		said := b.bad(tl.Name, object{"no_such_argument": 1})
		_, took, _ := strings.Cut(said, "want ")
		if diff := cmp.Diff(properties(t, tl.Schema), strings.Split(took, ", ")); diff != "" {
			t.Errorf("%s: arguments (-schema +taken):\n%s", tl.Name, diff)
		}
	}
	const file = "testdata/schemas.txt"
	if *update {
		if err := os.WriteFile(file, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), all.String()); diff != "" {
		t.Errorf("if it is meant: go test ./agent/tool -run Schemas -update (-want +got):\n%s", diff)
	}
}

// properties returns the names of a schema's properties in their order.
func properties(t *testing.T, schema json.RawMessage) (names []string) {
	t.Helper()
	var s struct{ Properties json.RawMessage }
	if err := json.Unmarshal(schema, &s); err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(s.Properties))
	dec.Token() // the brace; what follows was checked above
	for dec.More() {
		name, _ := dec.Token()
		names = append(names, fmt.Sprint(name))
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return names
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
		{"read", `{"path":"a.txt","limit":1.5}`, `argument "limit" is a JSON number 1.5: want a whole number`},
		{"read", `{"path":"a.txt","limit":1e30}`, `argument "limit" is a JSON number 1e+30: want a whole number`},
		{"read", `{"path":{},"limit":1}`, `argument "path" is a JSON object: want a string`},
		{"read", `{"path":null}`, "no path"},
		{"list", `{"hidden":"yes"}`, `argument "hidden" is a JSON string: want true or false`},
		{"list", `{"depth":[]}`, `argument "depth" is a JSON array: want a whole number`},
		{"exec", `{"command":"true","env":{"A":1}}`, `argument "env" is a JSON object: want an object of strings`},
		{"execute_code", `{"language":"go","code":"x","args":[1]}`, `"args" is a JSON array: want a list of strings`},
		{"exec", `{"cmd":"true","timeout_ms":true}`, `argument "timeout_ms" is a JSON bool: want a whole number`},
		{"read", `{"path":"a.txt","file_path":"b"}`, `unknown argument "file_path"`},
		{"exec", `{"command":["true"],"timeout":"soon"}`, `time limit "soon": want seconds`},
		{"exec", `{"command":{}}`, "want a command line"},
		{"exec", `{"command":" "}`, "no command"},
		{"exec", `{"command":"true","timeout":-1}`, "time limit -1"},
		{"exec", `{"command":"true","timeout":1,"timeout_ms":1}`, "want one of them"},
		{"exec", `{"command":"true","timeout_ms":9000000000000000}`, "want a number up to 9223372036854"},
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
		{"abort", `{}`, "no reason"},
		{"abort", `{"reason":" \n\u001b[0m"}`, "no reason"},
		{"abort", `{"reason":7}`, `argument "reason" is a JSON number: want a string`},
		{"abort", `{"reason":"x","all":true,"run":"1-x"}`, "want one of them"},
		{"abort", `{"reason":"x","run":"../x"}`, "bad run id"},
	} {
		tl, _ := b.Tool(tt.tool)
		r, err := tl.Run(t.Context(), json.RawMessage(tt.args))
		if err != nil || !r.Failed() || !strings.Contains(r.LLMContent(), tt.want) {
			t.Errorf("%s(%s): error %v, %q; want %q in it", tt.tool, tt.args, err, r.LLMContent(), tt.want)
		}
	}
	tl, _ := b.Tool("read")
	for _, args := range []string{
		`{"file_path":"a.txt"}`, `{"path":"a.txt","limit":null}`, `{"path":"a.txt","offset":1.0,"limit":0}`,
	} {
		if r, err := tl.Run(t.Context(), json.RawMessage(args)); err != nil || r.LLMContent() != "one\n" {
			t.Errorf("read(%s): %q, error %v", args, r.LLMContent(), err)
		}
	}
}

// effects are calls that leave a trace when they are made.
var effects = map[string]object{
	"exec":         {"command": "echo x >made"},
	"execute_code": {"language": "python", "code": "open('made','w')"},
	"grep":         {"pattern": "one"},
	"list":         {},
	"read":         {"path": "a.txt"},
	"edit":         {"path": "a.txt", "old_string": "one", "new_string": "two"},
	"patch":        {"patch": "*** Begin Patch\n*** Add File: made\n+x\n*** End Patch\n"},
	"write":        {"path": "made", "content": "x"},
	"abort":        {"reason": "x", "all": true},
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
			text := r.LLMContent()
			if !errors.Is(err, why) || r.ToolName() != name || !strings.Contains(text, "stopped on request") {
				t.Errorf("error %v, result of %s: %q", err, r.ToolName(), text)
			}
			if !errors.Is(r.Error(), result.ErrAborted) {
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
		"out":      outside,
		"file":     filepath.Join(outside, "secret"),
		"up":       "../" + filepath.Base(outside),
		"dangling": filepath.Join(outside, "new"),
		"good":     "in",
	} {
		if err := os.Symlink(to, filepath.Join(b.dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{
		"../x", filepath.Join(outside, "secret"), "out/secret", "file", "in/../../x", "up/secret", "dangling",
		"out/new", "up/new/x",
	} {
		for tl, args := range map[string]object{
			"read": {"path": path}, "list": {"path": path}, "grep": {"pattern": "s", "path": path},
			"edit":  {"path": path, "old_string": "secret", "new_string": "x"},
			"write": {"path": path, "content": "x"},
			"exec":  {"command": "true", "dir": path},
			"patch": {"patch": "*** Begin Patch\n*** Delete File: " + path + "\n*** End Patch\n"},
		} {
			if said := b.bad(tl, args); strings.Contains(said, "secret\n") {
				t.Errorf("%s(%v) shows %q", tl, args, said)
			}
		}
		if path != "../x" && path != "in/../../x" {
			b.bad("patch", object{"patch": "*** Begin Patch\n*** Add File: " + path + "\n+x\n*** End Patch\n"})
		}
	}
	if got, err := os.ReadDir(outside); err != nil || len(got) != 1 {
		t.Errorf("outside: %v, error %v", got, err)
	}
	if got, _ := b.ok("read", object{"path": "good/a.txt"}); got != "one\n" {
		t.Errorf("by a link that stays inside: %q", got)
	}
	if got, _ := b.ok("read", object{"path": filepath.Join(b.dir, "in/a.txt")}); got != "one\n" {
		t.Errorf("by an absolute path inside: %q", got)
	}

	free := newBox(t, func(o *tool.Options) { o.Unconfined = true })
	if got, _ := free.ok("read", object{"path": filepath.Join(outside, "secret")}); got != "secret\n" {
		t.Errorf("unconfined: %q", got)
	}
	free.ok("write", object{"path": filepath.Join(outside, "secret"), "content": "new\n"})
	if got, _ := os.ReadFile(filepath.Join(outside, "secret")); string(got) != "new\n" {
		t.Errorf("unconfined: wrote %q", got)
	}
}

// A program can deliver outputs by itself: it sees the call and the whole output, and its result is the call's.
func TestDeliver(t *testing.T) {
	var delivered []string
	fail := false
	b := newBox(t, func(o *tool.Options) {
		o.Deliver = func(
			ctx context.Context, cfg summarize.Config, req summarize.Request, _ ...string,
		) (result.ToolResult, error) {
			if fail {
				return result.ToolResult{}, errors.New("no space")
			}
			delivered = append(delivered, fmt.Sprintf("%s: %s: %d bytes", req.Tool, req.Command, req.Source.Len()))
			cfg.Recovery = func(id string, lines int) string { return fmt.Sprintf("%d more: %s", lines, id) }
			return summarize.Summarize(ctx, cfg, req)
		}
	})
	args := object{"command": "seq 1 20000"}
	_, r := b.ok("exec", args)
	want := []string{"exec: seq 1 20000: 108894 bytes"}
	if !slices.Equal(delivered, want) || !strings.Contains(r.LLMContent(), "more: "+r.ID()) {
		t.Errorf("delivered %q, want %q; text %q", delivered, want, r.LLMContent())
	}
	fail = true
	if r, err := b.call(t.Context(), "exec", args); err != nil || !strings.Contains(r.LLMContent(), "no space") {
		t.Errorf("Deliver fails: text %q, error %v", r.LLMContent(), err)
	}
}
