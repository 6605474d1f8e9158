package shim_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/integrations/shim"
)

func TestCheck(t *testing.T) {
	for _, name := range shim.Defaults {
		if err := shim.Check(name); err != nil {
			t.Errorf("a default is refused: %v", err)
		}
	}
	for name, want := range map[string]string{
		"":         `"" is no program's name: want one without a path, such as npm`,
		"../npm":   `"../npm" is no program's name: want one without a path, such as npm`,
		"bash":     `"bash" gets no shim: shells, git, ssh, and programs that start others stay as they are`,
		"sudo":     `"sudo" gets no shim: shells, git, ssh, and programs that start others stay as they are`,
		"git":      `"git" gets no shim: shells, git, ssh, and programs that start others stay as they are`,
		"toktee":   `"toktee" is toktee itself`,
		"my-tests": "",
	} {
		got := ""
		if err := shim.Check(name); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("Check(%q) = %q, want %q", name, got, want)
		}
	}
}

// program writes an executable file.
func program(t *testing.T, path string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReal(t *testing.T) {
	dir := t.TempDir()
	self := program(t, filepath.Join(dir, "own", "toktee"))
	f := shim.Folder{Dir: filepath.Join(dir, "shims"), Self: self}
	if err := f.Install([]string{"npm"}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(self)
	if err != nil {
		t.Fatal(err)
	}
	want := program(t, filepath.Join(dir, "bin", "npm"))
	if err := os.Mkdir(filepath.Join(dir, "npm"), 0o755); err != nil { // a folder of that name is no program
		t.Fatal(err)
	}
	path := strings.Join([]string{f.Dir, ".", dir, filepath.Dir(want)}, string(filepath.ListSeparator))
	if got, err := shim.Real("npm", path, info); err != nil || got != want {
		t.Errorf("Real = %q, %v; want %q", got, err, want)
	}
	if got, err := shim.Real("npm", f.Dir, info); err == nil || err.Error() != "npm: command not found" {
		t.Errorf("without npm, Real = %q, %v; want npm: command not found", got, err)
	}
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	old, self := program(t, filepath.Join(dir, "old", "toktee")), program(t, filepath.Join(dir, "own", "toktee"))
	f := shim.Folder{Dir: filepath.Join(dir, "shims"), Self: old}
	if err := f.Install([]string{"go", "npm"}); err != nil {
		t.Fatal(err)
	}
	f.Self = self
	if err := f.Install([]string{"npm"}); err != nil { // toktee has moved
		t.Fatal(err)
	}
	got, err := f.Links()
	want := []shim.Link{{Name: "go", Target: old, Stale: true}, {Name: "npm", Target: self}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("Links mismatch, %v (-want +got):\n%s", err, diff)
	}

	// What isn't a shim stays, and is in nobody's way but its own.
	program(t, filepath.Join(f.Dir, "make"))
	if err := f.Install([]string{"cargo", "make"}); err == nil {
		t.Error("a program in the folder was replaced")
	}
	if _, err := os.Lstat(filepath.Join(f.Dir, "cargo")); err == nil {
		t.Error("a shim was made before all were checked")
	}
	removed, err := f.Remove(nil)
	if err != nil || !slices.Equal(removed, []string{"go", "npm"}) {
		t.Errorf("Remove = %q, %v; want go and npm", removed, err)
	}
	if _, err := os.Stat(filepath.Join(f.Dir, "make")); err != nil {
		t.Errorf("another's program is gone: %v", err)
	}
	if got := f.Path("/bin:" + f.Dir + ":/usr/bin"); got != f.Dir+":/bin:/usr/bin" {
		t.Errorf("Path = %q", got)
	}
}

// processes are those above: pid 2 is the parent.
type processes map[int]shim.Process

func (p processes) Look(pid int) (shim.Process, bool) { found, ok := p[pid]; return found, ok }

// HasOpen takes a process's own output for the file in which it captures others'.
func (p processes) HasOpen(pid int, id string) bool { return p[pid].Output == id }

func TestIsAgents(t *testing.T) {
	bash := func(parent int, output string) shim.Process {
		return shim.Process{Parent: parent, Name: "bash", Output: output}
	}
	node := func(script string) shim.Process {
		return shim.Process{Parent: 1, Name: "MainThread", Args: []string{"/usr/bin/node", "--no-warnings", script}}
	}
	gemini := node("/home/dev/node_modules/@google/gemini-cli/dist/index.js")
	const agents, other = "1:10", "1:11" // the agent's output, and another
	tests := []struct {
		name  string
		above processes
		env   string
		ours  string
		want  bool
	}{
		{"the agent's shell", processes{2: bash(3, agents), 3: gemini}, "", agents, true},
		{"a pipe", processes{2: bash(3, agents), 3: gemini}, "", other, false},
		{"a script's output", processes{2: bash(3, agents), 3: bash(4, agents), 4: gemini}, "", agents, true},
		{"substituted in a subshell", processes{2: bash(3, other), 3: bash(4, agents), 4: gemini}, "", other, false},
		{"no shell", processes{2: {Parent: 1, Name: "codex", Output: agents}}, "", agents, true},
		{"a shell that redirected and became the program", processes{2: {Parent: 1, Name: "codex", Output: agents}},
			"", other, false},
		{"a build that reads it", processes{
			2: bash(3, other), 3: {Parent: 4, Name: "make"}, 4: bash(5, agents), 5: gemini,
		}, "", other, false},
		{"a program that reads it", processes{2: {Parent: 3, Name: "python3", Args: []string{"python3", "claude.py"}},
			3: bash(4, agents), 4: gemini}, "", other, false},
		{"a person's shell", processes{2: bash(3, agents), 3: {Parent: 1, Name: "sshd"}}, "", agents, false},
		{"another script in node", processes{2: bash(3, agents), 3: node("/srv/app/server.js")}, "", agents, false},
		{"redirected by the shell itself", processes{
			2: {Parent: 3, Name: "dash", Output: other, Saved: []string{agents}}, 3: gemini,
		}, "", other, false},
		{"its input redirected by the shell itself", processes{
			2: {Parent: 3, Name: "bash", Output: agents, Errors: agents, Saved: []string{other}}, 3: gemini,
		}, "", agents, true},
		{"input and output redirected", processes{
			2: {Parent: 3, Name: "bash", Output: other, Errors: agents, Saved: []string{"1:12", agents}}, 3: gemini,
		}, "", other, false},
		{"both outputs redirected", processes{
			2: {Parent: 3, Name: "bash", Output: other, Errors: other, Saved: []string{agents, agents}}, 3: gemini,
		}, "", other, false},
		{"named by the agent", processes{}, shim.OutputVariable + "=" + agents, agents, true},
		{"another than named", processes{2: bash(3, other), 3: gemini}, shim.OutputVariable + "=" + agents, other,
			false},
		{"an agent that toktee started", processes{2: bash(77, agents), 77: {Parent: 1, Name: "own-agent"}},
			shim.AgentVariable + "=77", agents, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := shim.Output{
				ID: tt.ours, Parent: 2, Processes: tt.above,
				Getenv: func(key string) (string, bool) { return strings.CutPrefix(tt.env, key+"=") },
			}
			if got := o.IsAgents(); got != tt.want {
				t.Errorf("IsAgents = %v, want %v", got, tt.want)
			}
			o.Terminal = true
			if o.IsAgents() {
				t.Error("a terminal is taken for an agent's output")
			}
		})
	}
	socket := shim.Output{
		ID: agents, Parent: 2, Processes: processes{2: {Parent: 1, Name: "codex", Output: other}}, Socket: true,
		Getenv: func(string) (string, bool) { return "", false },
	}
	if !socket.IsAgents() {
		t.Error("a socket, of which the agent has the other end, isn't taken for its own")
	}
	background := shim.Output{
		ID: agents, Parent: 2, Processes: processes{2: bash(3, agents), 3: gemini}, Background: true,
		Getenv: func(string) (string, bool) { return "", false },
	}
	if background.IsAgents() {
		t.Error("a background job's output is taken for the agent's")
	}
}

// TestShellLines reads the lines in the shells of agents, twice: the folder comes first in PATH, once.
func TestShellLines(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "it's here")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	f := &shim.Folder{Dir: dir}
	for _, name := range []string{"sh", "bash", "dash", "zsh"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Logf("no %s here", name)
			continue
		}
		cmd := exec.Command(path, "-c", f.Shell(4711)+f.Shell(4711)+`printf '%s\n' "$PATH" "$TOKTEE_AGENT"`)
		cmd.Env = []string{"PATH=/usr/bin:/bin"}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
		if diff := cmp.Diff(dir+":/usr/bin:/bin\n4711\n", string(out)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
}
