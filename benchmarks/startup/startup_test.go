package startup

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	limit = 500 * time.Microsecond
	runs  = 10
	// patience is how often a command is run before a package that is over the limit is to blame, and not the machine.
	patience = 60
)

// TestInit runs the command and fails when the init of a package is over the limit in all runs.
func TestInit(t *testing.T) {
	dir := t.TempDir()
	command := build(t, dir)
	input := filepath.Join(dir, "input")
	if err := os.WriteFile(input, bytes.Repeat([]byte("one line of many\n"), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "GODEBUG=inittrace=1", "TOKTEE_STORE="+filepath.Join(dir, "store"),
		"XDG_CONFIG_HOME="+filepath.Join(dir, "config"), "TOKTEE_RAW=", "TOKTEE_ACTIVE=")
	for _, c := range []struct {
		name string
		args []string
	}{
		{"run", []string{"run", "--", "true"}},
		{"summarize", []string{"summarize", input}},
		{"show", []string{"show"}}, // what summarize has kept
	} {
		t.Run(c.name, func(t *testing.T) {
			costs := Costs{}
			for i := range patience {
				if i >= runs && len(costs.Over(limit)) == 0 {
					break
				}
				cmd := exec.Command(command, c.args...)
				cmd.Env, cmd.Dir = env, dir
				var stderr bytes.Buffer
				cmd.Stderr = &stderr
				if err := cmd.Run(); err != nil {
					t.Fatalf("toktee %s: %v: %s", c.name, err, stderr.Bytes())
				}
				if n := costs.Add(stderr.Bytes()); n < 20 {
					t.Fatalf("the trace of toktee %s names %d packages, fewer than there are: is its form new?\n%s",
						c.name, n, stderr.Bytes())
				}
			}
			for _, o := range costs.Over(limit) {
				t.Error(o)
			}
			sum := time.Duration(0)
			for _, d := range costs {
				sum += d
			}
			t.Logf("%d packages, %v in all; the most costly: %s", len(costs), sum, top(costs, 5))
		})
	}
}

// build makes the command, as a user would.
func build(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "toktee.exe") // the name suits all systems
	cmd := exec.Command("go", "build", "-o", path, pkg)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v: %s", err, out)
	}
	touch(t)
	return path
}

const pkg = "github.com/toktee/toktee/cmd/toktee"

// touch reads the folders of what was built, so that go test doesn't take an older result for this one.
func touch(t *testing.T) {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "-f",
		"{{with .Module}}{{if .Main}}{{$.Dir}}\n{{.GoMod}}{{end}}{{end}}", pkg).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	read := 0
	for _, path := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if f, err := os.Open(path); err != nil {
			t.Error(err)
		} else {
			f.Close()
			read++
		}
	}
	if read == 0 {
		t.Error("go list names no folder of the command")
	}
}

func top(c Costs, n int) string {
	var s string
	for _, p := range c.dearest()[:min(n, len(c))] {
		s += fmt.Sprintf("\n  %v %s", c[p], p)
	}
	return s
}

func TestCosts(t *testing.T) {
	c := Costs{}
	n := c.Add([]byte("init runtime @0.1 ms, 0.40 ms clock, 0 bytes, 0 allocs\n" +
		"toktee: a word of the command's own\n" +
		"init example.org/slow @2.1 ms, 21 ms clock, 16 bytes, 3 allocs\n" +
		"init example.org/noisy @2.1 ms, 3.5 ms clock, 16 bytes, 3 allocs\n" +
		"init example.org/torn @2.1"))
	if n != 3 {
		t.Errorf("%d packages, want 3", n)
	}
	c.Add([]byte("init runtime @0.1 ms, 0.60 ms clock, 0 bytes, 0 allocs\n" +
		"init example.org/slow @2.1 ms, 20 ms clock, 16 bytes, 3 allocs\n" +
		"init example.org/noisy @2.1 ms, 0.013 ms clock, 16 bytes, 3 allocs\n"))
	if got, want := c.Over(limit), []string{"example.org/slow: init takes 20ms, more than 500µs"}; !slices.Equal(got,
		want) {
		t.Errorf("Over: got %q, want %q", got, want)
	}
	if got, want := c.dearest(), []string{"example.org/slow", "runtime", "example.org/noisy"}; !slices.Equal(got,
		want) {
		t.Errorf("dearest: got %q, want %q", got, want)
	}
}
