package clients

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// patience is how long one run of an agent may take. opencode installs packages at its first.
const patience = 5 * time.Minute

// A site is where a client lives during its runs: a home and a project of its own, and the model that it talks to.
type site struct {
	t       *testing.T
	c       *client
	home    string
	project string
	program string   // the client's
	toktee  string   // the program under test
	mcp     []string // the command of the MCP server in the agent's settings
	path    string   // the variable PATH
	model   *fakemodel.Server
	url     string // of the model, or of what is before it
	prompt  string // of sub-agents
	sub     []fakemodel.Call
	stdin   string // of the client
	agent   bool   // it is started by "toktee agent", which puts shims into its PATH
	shell   string // the user's
	said    string // what the last run printed to its standard error
}

// newSite makes the home and the project. They stay where the test fails, to be looked at.
func newSite(t *testing.T, c *client, tools *tools) *site {
	t.Helper()
	dir, err := os.MkdirTemp("", "toktee-"+c.name+"-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("home and project are left in %s", dir)
			return
		}
		_ = os.RemoveAll(dir)
	})
	model, err := fakemodel.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(model.Close)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := &site{
		t: t, c: c, home: filepath.Join(dir, "home"), project: filepath.Join(dir, "work"), model: model, url: model.URL,
		shell: "/bin/bash", mcp: []string{self, serveMCP}, // this test's program can be an MCP server
		toktee: tools.toktee, path: tools.path, program: tools.cache.install(t, c.pkg, c.version, c.program),
	}
	s.path = filepath.Dir(s.program) + string(os.PathListSeparator) + s.path
	s.fill(tools)
	return s
}

// fill makes the home and the project anew.
func (s *site) fill(tools *tools) {
	s.t.Helper()
	for _, dir := range []string{s.home, s.project} {
		if err := os.RemoveAll(dir); err != nil {
			s.t.Fatal(err)
		}
	}
	for path, text := range projectFiles() {
		s.put(filepath.Join(s.project, path), text)
	}
	// Login shells forget the agent's PATH, and read the user's own.
	s.write(".profile", "export PATH=\"$PATH:"+s.path+"\"\n")
	// Compiled packages are the machine's: agents hand down few variables, but all of them HOME.
	s.link(tools.gocache, ".cache/go-build")
	if err := os.MkdirAll(s.under("tmp"), 0o700); err != nil {
		s.t.Fatal(err)
	}
	s.command("sh", "-c", projectHistory)
	s.command("go", "test", "-run", "xxx", "./...") // compiles the tests, so that no agent has to wait for it
	s.c.setup(s)
}

// tools are what all sites share.
type tools struct {
	cache   *cache
	toktee  string
	path    string
	gocache string
}

// newTools builds toktee and finds what the agents need.
func newTools(t *testing.T) *tools {
	t.Helper()
	cache := openCache(t)
	dir := t.TempDir()
	exe := filepath.Join(dir, "toktee")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", dir, root+"/cmd/toktee", root+"/cmd/toktee-desk")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building toktee: %v\n%s", err, out)
	}
	goEnv, err := exec.CommandContext(t.Context(), "go", "env", "GOCACHE", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	values := strings.Split(strings.TrimSpace(string(goEnv)), "\n")
	dirs := []string{dir, cache.bin, filepath.Join(values[1], "bin"), "/usr/local/bin", "/usr/bin", "/bin"}
	return &tools{cache, exe, strings.Join(dirs, string(os.PathListSeparator)), values[0]}
}

// under is a path in the home.
func (s *site) under(path string) string { return filepath.Join(s.home, filepath.FromSlash(path)) }

// write writes a file in the home.
func (s *site) write(path, text string) { s.put(s.under(path), text) }

func (s *site) put(path, text string) {
	s.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func (s *site) link(target, path string) {
	s.t.Helper()
	if err := os.MkdirAll(filepath.Dir(s.under(path)), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.Symlink(target, s.under(path)); err != nil {
		s.t.Fatal(err)
	}
}

// env is the whole environment of an agent, and of what a user would type beside it.
func (s *site) env() []string {
	return []string{
		"PATH=" + s.path, "HOME=" + s.home, "TMPDIR=" + s.under("tmp"), "LANG=C.UTF-8", "TERM=dumb", "SHELL=" + s.shell,
		"NO_PROXY=127.0.0.1,localhost", "GOTOOLCHAIN=local", "GOPROXY=off",
	}
}

// command runs a program in the project as the user, and returns what it printed.
func (s *site) command(name string, args ...string) string {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), name, args...)
	cmd.Dir, cmd.Env = s.project, s.env()
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// play has the model make the calls, and returns their results as the model got them.
func (s *site) play(run string, calls []fakemodel.Call) []fakemodel.Result {
	s.t.Helper()
	results, out := s.converse(run, calls)
	if len(results) != len(calls) {
		s.t.Fatalf("%s: %d results of %d calls\n%s", run, len(results), len(calls), lastBytes(out, 3000))
	}
	return results
}

// converse runs the client once. It returns the results in its last request, and its standard output.
func (s *site) converse(run string, calls []fakemodel.Call) ([]fakemodel.Result, []byte) {
	s.t.Helper()
	s.model.Play(s.c.main, calls...)
	s.model.PlaySub(s.prompt, s.sub...)
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	argv := append([]string{s.program}, s.c.args(s)...)
	if s.agent {
		argv = append([]string{s.toktee, "agent", "--"}, argv...)
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = s.project, append(s.env(), s.c.env(s)...), 10*time.Second
	start := time.Now()
	if s.stdin != "" {
		cmd.Stdin = io.MultiReader(strings.NewReader(s.stdin), open(3*time.Second))
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	s.said = stderr.String()
	results := s.model.Results()
	for i := range results {
		results[i] = tidy(results[i])
	}
	s.keep(run)
	s.t.Logf("%s: %d results, %s", run, len(results), time.Since(start).Round(time.Second/10))
	if err != nil {
		s.t.Fatalf("%s: %v, %d results of %d calls\n%s\n%s", run, err, len(results), len(calls), lastBytes(out, 3000),
			lastBytes(stderr.Bytes(), 3000))
	}
	return results, out
}

// open is a reader that ends after a time: some clients stop their work when their input ends.
type open time.Duration

func (o open) Read([]byte) (int, error) {
	time.Sleep(time.Duration(o))
	return 0, io.EOF
}

// keep writes the requests beside the project, to be looked at after a failure.
func (s *site) keep(run string) {
	for i, r := range s.model.Requests() {
		s.put(filepath.Join(filepath.Dir(s.home), "requests", run, fmt.Sprintf("%03d.json", i+1)), string(r.Body))
	}
}

func lastBytes(b []byte, n int) []byte { return b[max(0, len(b)-n):] }
