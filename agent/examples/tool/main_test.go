package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/summarize"
)

// notes is a file of lines, every second of which is a TODO.
func notes(t *testing.T, lines int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(path, []byte(strings.Repeat("a plant\nTODO: water it\n", lines/2)), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func arguments(path string) string {
	b, _ := json.Marshal(map[string]string{"path": path})
	return string(b)
}

// A tool is tested by what it answers, by what it says of a bad call, and by what it does once its context has ended.
func TestRun(t *testing.T) {
	path := notes(t, 4)
	for _, c := range []struct {
		name string
		args []string
		code int
		out  string
		err  string
	}{
		{"found", []string{arguments(path)}, 0, path + ":2:TODO: water it", "todo: "},
		{"no path", []string{`{}`}, 1, "want a path", ""},
		{"no file", []string{`{"path":"nowhere.txt"}`}, 1, "nowhere.txt", ""},
		{"no arguments", nil, 2, "", "one JSON object"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, errs strings.Builder
			if code := run(context.Background(), c.args, &out, &errs); code != c.code {
				t.Errorf("exit %d, want %d", code, c.code)
			}
			if !strings.Contains(out.String(), c.out) || !strings.Contains(errs.String(), c.err) {
				t.Errorf("got %q and %q, want %q and %q", out.String(), errs.String(), c.out, c.err)
			}
		})
	}
}

func TestCancelled(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(why)
	todo := newTodo(tool.NewRunner(tool.Options{Summarize: summarize.Config{Enabled: true}}))
	got, err := todo.Run(ctx, json.RawMessage(arguments(notes(t, 4))))
	if !errors.Is(err, why) || !got.Failed() || strings.Contains(got.LLMContent(), "TODO") {
		t.Errorf("a context that has ended gives %q and %v, want nothing done and %v", got.LLMContent(), err, why)
	}
}
