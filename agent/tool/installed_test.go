//go:build unix

package tool

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// With "." in the search path, searching in a folder and running code there don't run the programs that lie in it.
func TestToolsRunNoProgramOfTheFolder(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"rg", "python3", "python", "bash", "sh"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n: >ran-"+name+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("PATH", "."+string(os.PathListSeparator)+"/nowhere")
	set, err := New(Options{Root: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	for name, args := range map[string]string{
		"grep":         `{"pattern":"ran"}`,
		"execute_code": `{"language":"python","code":"print(1)"}`,
		"exec":         `{"command":":"}`,
	} {
		tool, _ := set.Tool(name)
		if _, err := tool.Run(context.Background(), json.RawMessage(args)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "ran-") {
			t.Errorf("%s of the folder has run", strings.TrimPrefix(e.Name(), "ran-"))
		}
	}
}
