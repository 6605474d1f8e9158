package mcptest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A tour calls every tool of a server.
type tour struct {
	*lab
	*client
	listed, called []string
}

// list lists the tools.
func (r *tour) list() {
	t := r.client.t
	reply := r.send("tools/list", object{}, object{"typed": true})
	if reply.Error != nil {
		t.Fatalf("tools/list: %+v", *reply.Error)
	}
	var list struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(reply.Result, &list); err != nil {
		t.Fatal(err)
	}
	r.listed = nil
	for _, tool := range list.Tools {
		if tool.Name != pagingTool {
			r.listed = append(r.listed, tool.Name)
		}
	}
}

func (r *tour) use(tool string, args object, how object) toolResult {
	r.client.t.Helper()
	r.called = append(r.called, tool)
	res := r.call(tool, args, how)
	if res.IsError {
		r.client.t.Errorf("%s: %s", tool, excerpt(res.text()))
	}
	return res
}

// everywhere holds that each tool was called.
func (r *tour) everywhere() {
	r.client.t.Helper()
	listed, called := slices.Sorted(slices.Values(r.listed)), slices.Compact(slices.Sorted(slices.Values(r.called)))
	if len(listed) == 0 || !slices.Equal(listed, called) {
		r.client.t.Errorf("called %q, but there are %q", called, listed)
	}
}

// program is the main script of an installed package.
func (l *lab) program(pkg string) []string {
	folder := filepath.Join(l.packages.dir, "node_modules", "@modelcontextprotocol", pkg)
	return []string{l.node, filepath.Join(folder, "dist", "index.js")}
}

// asks are the capabilities of a client that a server may ask.
var asks = object{
	"sampling": object{}, "elicitation": object{"form": object{}, "url": object{}},
	"roots": object{"listChanged": true},
	"tasks": object{"requests": object{
		"sampling": object{"createMessage": object{}}, "elicitation": object{"create": object{}},
	}},
}

// everything calls every tool of server-everything, which asks its client back, runs tasks, and says things unasked.
func (r *tour) everything() {
	t := r.client.t
	// Some tools are there once the server knows what its client can do.
	for range 50 {
		if r.list(); slices.Contains(r.listed, "simulate-research-query") {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	typed := object{"typed": true}
	long := strings.Repeat("one line of an echo\n", 400)
	r.use("echo", object{"message": "short"}, typed)
	r.use("echo", object{"message": long}, typed)
	for _, kind := range []string{"error", "success", "debug"} {
		r.use("get-annotated-message", object{"messageType": kind, "includeImage": true}, typed)
	}
	r.use("get-env", object{}, typed)
	r.use("get-resource-links", object{"count": 10}, typed)
	r.use("get-resource-reference", object{"resourceType": "Text", "resourceId": 1}, typed)
	r.use("get-resource-reference", object{"resourceType": "Blob", "resourceId": 2}, typed)
	r.use("get-structured-content", object{"location": "New York"}, typed)
	if sum := r.use("get-sum", object{"a": 3, "b": 4}, typed); !strings.Contains(sum.text(), "7") {
		t.Errorf("get-sum: %s", sum.text())
	}
	r.use("get-tiny-image", object{}, typed)
	data := "data:text/plain;base64,aGVsbG8="
	for _, kind := range []string{"resource", "resourceLink"} {
		r.use("gzip-file-as-resource", object{"name": "a.gz", "data": data, "outputType": kind}, typed)
	}
	r.use("toggle-simulated-logging", object{}, typed)
	r.use("toggle-subscriber-updates", object{}, typed)
	done := r.use("trigger-long-running-operation", object{"duration": 0.2, "steps": 4}, object{"progress": true})
	if !counts(done.Progress, 4) {
		t.Errorf("progress %v", done.Progress)
	}
	r.use("get-roots-list", object{}, typed)
	r.use("trigger-elicitation-request", object{}, typed)
	r.use("trigger-url-elicitation", object{"url": "http://127.0.0.1:1/"}, typed)
	r.use("trigger-sampling-request", object{"prompt": "say", "maxTokens": 10}, typed)
	r.use("trigger-sampling-request-async", object{"prompt": "say", "maxTokens": 10}, typed)
	r.use("trigger-elicitation-request-async", object{}, typed)
	r.research()
	r.use("toggle-simulated-logging", object{}, typed)
	r.use("toggle-subscriber-updates", object{}, typed)
	r.everywhere()
	r.prompts()
}

// research runs a task: it is started, asks back, and its result is fetched.
func (r *tour) research() {
	t := r.client.t
	r.called = append(r.called, "simulate-research-query")
	reply := r.send("tools/call", object{
		"name": "simulate-research-query", "arguments": object{"topic": "python", "ambiguous": true},
		"task": object{"ttl": 60000},
	}, nil)
	var task struct {
		Task struct{ TaskID, Status string }
	}
	if reply.Error != nil || json.Unmarshal(reply.Result, &task) != nil || task.Task.TaskID == "" {
		t.Fatalf("no task: %+v %s", reply.Error, reply.Result)
	}
	id := object{"taskId": task.Task.TaskID}
	if reply := r.send("tasks/get", id, nil); reply.Error != nil {
		t.Errorf("tasks/get: %+v", *reply.Error)
	}
	reply = r.send("tasks/result", id, nil)
	if reply.Error != nil {
		t.Fatalf("tasks/result: %+v", *reply.Error)
	}
	if got := result(t, reply).text(); !strings.Contains(got, "python (programming)") {
		t.Errorf("tasks/result: %s", excerpt(got))
	}
}

// prompts and resources pass as they are.
func (r *tour) prompts() {
	t := r.client.t
	for _, ask := range []struct {
		method string
		params object
	}{
		{"ping", object{}},
		{"prompts/list", object{}},
		{"prompts/get", object{"name": "simple-prompt"}},
		{"resources/list", object{}},
		{"resources/templates/list", object{}},
		{"resources/read", object{"uri": "demo://resource/dynamic/text/1"}},
		{"logging/setLevel", object{"level": "debug"}},
		{"completion/complete", object{
			"ref":      object{"type": "ref/prompt", "name": "completable-prompt"},
			"argument": object{"name": "department", "value": "E"},
		}},
	} {
		if reply := r.send(ask.method, ask.params, nil); reply.Error != nil {
			t.Errorf("%s: %+v", ask.method, *reply.Error)
		}
	}
}

// filesystem calls every tool of server-filesystem in a folder.
func (r *tour) filesystem(dir string) {
	t := r.client.t
	typed := object{"typed": true}
	in := func(name string) string { return filepath.Join(dir, name) }
	var long strings.Builder
	for i := range 600 {
		fmt.Fprintf(&long, "line %d of the notes, which say a little of everything\n", i+1)
	}
	files := map[string]string{"notes.txt": long.String(), "pixel.png": "\x89PNG", "a/b/deep.txt": "deep\n"}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(in(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(in(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 150 {
		if err := os.WriteFile(in(fmt.Sprintf("a/file-%03d.txt", i)), []byte("x\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r.list()
	for _, tool := range []string{"read_file", "read_text_file"} {
		r.use(tool, object{"path": in("notes.txt")}, typed)
	}
	r.use("read_text_file", object{"path": in("notes.txt"), "head": 3}, typed)
	r.use("read_media_file", object{"path": in("pixel.png")}, typed)
	r.use("read_multiple_files", object{"paths": []string{in("notes.txt"), in("a/b/deep.txt")}}, typed)
	r.use("write_file", object{"path": in("new.txt"), "content": long.String()}, typed)
	r.use("edit_file", object{
		"path": in("new.txt"), "edits": []any{object{"oldText": "line 300 of", "newText": "LINE 300 of"}},
	}, typed)
	r.use("create_directory", object{"path": in("made")}, typed)
	r.use("list_directory", object{"path": in("a")}, typed)
	r.use("list_directory_with_sizes", object{"path": in("a")}, typed)
	r.use("directory_tree", object{"path": dir}, typed)
	r.use("move_file", object{"source": in("new.txt"), "destination": in("made/moved.txt")}, typed)
	r.use("search_files", object{"path": dir, "pattern": "**/*.txt"}, typed)
	r.use("get_file_info", object{"path": in("notes.txt")}, typed)
	r.use("list_allowed_directories", object{}, typed)
	if res := r.call("read_text_file", object{"path": in("missing.txt")}, typed); !res.IsError {
		t.Errorf("a missing file: %s", res.text())
	}
	b, err := os.ReadFile(in("made/moved.txt"))
	if err != nil || !strings.Contains(string(b), "\nLINE 300 of the notes") {
		t.Errorf("the file wasn't edited: %v", err)
	}
	r.everywhere()
}

func TestServers(t *testing.T) {
	t.Parallel()
	t.Run("everything", func(t *testing.T) {
		t.Parallel()
		l := newLab(t)
		c := l.client("2025-11-25")
		command, path := l.recorded("everything", l.program("server-everything")...)
		c.connect(command, object{"capabilities": asks})
		r := &tour{lab: l, client: c}
		r.everything()
		c.close()
		rec := read(t, path)
		compare(t, rec, rec)
	})
	t.Run("filesystem", func(t *testing.T) {
		t.Parallel()
		l := newLab(t)
		dir := t.TempDir()
		c := l.client("2026-07-28")
		command, path := l.recorded("filesystem", append(l.program("server-filesystem"), dir)...)
		c.connect(command, object{"mode": "auto"})
		r := &tour{lab: l, client: c}
		r.filesystem(dir)
		c.close()
		rec := read(t, path)
		compare(t, rec, rec)
	})
}
