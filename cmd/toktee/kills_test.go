//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/testing/sweep"
)

// tree is a command with a child, one that ignores SIGTERM, one that has lost its parent, and one in its own session.
// Each has its name in its environment.
const tree = `#!/bin/sh
LEAF=$TREE-child sleep 1000 &
(trap '' TERM; LEAF=$TREE-deaf exec sleep 1000) &
(LEAF=$TREE-orphan sleep 1000 &)
LEAF=$TREE-session setsid sleep 1000 &
sleep 0.05
: >ready
wait
`

// kills are the ways in which agents end a command that they have started as the leader of a session.
var kills = []struct {
	name string
	may  []string // the survivors of a tree without toktee
	kill func(pid int)
}{
	{"process", []string{"child", "deaf", "orphan", "session"}, func(pid int) { syscall.Kill(pid, syscall.SIGKILL) }},
	{"group", []string{"session"}, func(pid int) { syscall.Kill(-pid, syscall.SIGKILL) }},
	{"session", []string{"session"}, func(pid int) {
		for _, member := range processesWith(func(dir string) bool { return sessionOf(dir) == pid }) {
			syscall.Kill(member, syscall.SIGKILL)
		}
	}},
	{"TERM, then KILL of the group", []string{"session"}, func(pid int) {
		syscall.Kill(-pid, syscall.SIGTERM)
		time.Sleep(200 * time.Millisecond)
		syscall.Kill(-pid, syscall.SIGKILL)
	}},
	{"TERM, then KILL of the process", []string{"child", "deaf", "orphan", "session"}, func(pid int) {
		syscall.Kill(pid, syscall.SIGTERM)
		time.Sleep(200 * time.Millisecond)
		syscall.Kill(pid, syscall.SIGKILL)
	}},
}

// processesWith lists the processes whose folder in /proc passes the test.
func processesWith(test func(dir string) bool) []int {
	var pids []int
	names, _ := os.ReadDir("/proc")
	for _, n := range names {
		if pid, err := strconv.Atoi(n.Name()); err == nil && test(filepath.Join("/proc", n.Name())) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// sessionOf reads a process's session, the fourth field after the name in brackets.
func sessionOf(dir string) int {
	b, _ := os.ReadFile(filepath.Join(dir, "stat"))
	fields := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
	if len(fields) < 4 {
		return 0
	}
	session, _ := strconv.Atoi(fields[3])
	return session
}

// leaves returns the processes of a tree that live, by their names.
func leaves(name string) map[string][]int {
	found := map[string][]int{}
	for _, leaf := range []string{"child", "deaf", "orphan", "session"} {
		want := []byte("LEAF=" + name + "-" + leaf + "\x00")
		pids := processesWith(func(dir string) bool {
			env, err := os.ReadFile(filepath.Join(dir, "environ"))
			return err == nil && bytes.Contains(append(env, 0), want)
		})
		if len(pids) > 0 {
			found[leaf] = pids
		}
	}
	return found
}

// survivors starts a command that runs the tree, ends it, and returns the names of the survivors. It waits
// some time for the end of all but those that may be left.
func survivors(t *testing.T, name string, cmd *exec.Cmd, input string, kill func(pid int), may []string) []string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tree"), []byte(tree), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd.Dir, cmd.Env = dir, append(cmd.Env, "TREE="+name)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(in, input)
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(dir, "ready")); err == nil && len(leaves(name)) == 4 {
			break
		}
		if time.Since(begin) > 20*time.Second {
			cmd.Process.Kill()
			t.Fatalf("the tree has only %v", leaves(name))
		}
	}
	kill(cmd.Process.Pid)
	in.Close()
	cmd.Wait()
	var left map[string][]int
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(20 * time.Millisecond) {
		left = leaves(name)
		if beyond(slices.Collect(maps.Keys(left)), may) == nil {
			break
		}
	}
	for _, pids := range left {
		for _, pid := range pids {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	return slices.Sorted(maps.Keys(left))
}

// beyond returns the names that aren't among those that may be left.
func beyond(names, may []string) []string {
	var more []string
	for _, n := range names {
		if !slices.Contains(may, n) {
			more = append(more, n)
		}
	}
	return more
}

// TestKills holds that a command's processes end with toktee, however that is ended, but for those in a session of
// their own. Without toktee, they end with the command's group.
func TestKills(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("setsid is not installed")
	}
	dir := t.TempDir()
	toktee := builtToktee(t, dir)
	desk := exec.Command("go", "build", "-o", filepath.Join(filepath.Dir(toktee), "toktee-desk"), "../toktee-desk")
	if out, err := desk.CombinedOutput(); err != nil {
		t.Fatalf("building toktee-desk: %v\n%s", err, out)
	}
	bin := filepath.Join(dir, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "treeshim"), []byte("#!/bin/sh\n. ./tree\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	env := append(agentsEnv(dir), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	install := exec.Command(toktee, "shims", "install", "treeshim")
	install.Env = env
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("shims install: %v\n%s", err, out)
	}
	const call = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",` +
		`"capabilities":{},"clientInfo":{"name":"x","version":"0"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"exec","arguments":{"command":"./tree"}}}
`
	ways := []struct {
		name, input string
		argv        []string
	}{
		{"run", "", []string{toktee, "run", "--", "./tree"}},
		{"run with a limit", "", []string{toktee, "run", "--raw", "--timeout", "1h", "--", "./tree"}},
		{"shim", "", []string{toktee, "agent", "--", os.Args[0], "sh", "-c", "treeshim; true"}},
		{"tool", "", []string{toktee, "tool", "--pass-env", "TREE", "exec", `{"command":"./tree"}`}},
		{"mcp", call, []string{toktee, "mcp", "--tools", "--any-client", "--pass-env", "TREE"}},
		{"mcp-proxy", "", []string{toktee, "mcp-proxy", "--", "./tree"}},
	}
	for round := range 50 {
		if round%sweep.Every(50) != 0 {
			continue
		}
		for k, how := range kills {
			without := exec.Command("./tree")
			without.Env = os.Environ()
			name := fmt.Sprintf("t%d-%d-%d", os.Getpid(), round, k)
			may := survivors(t, name, without, "", how.kill, how.may)
			if !slices.Equal(may, how.may) {
				t.Fatalf("%s: without toktee %v are left, want %v", how.name, may, how.may)
			}
			for w, way := range ways {
				cmd := exec.Command(way.argv[0], way.argv[1:]...)
				cmd.Env = env
				name := fmt.Sprintf("t%d-%d-%d-%d", os.Getpid(), round, k, w)
				may := []string{"session"}
				if way.name == "shim" {
					may = how.may // it is the agent that is ended, which takes nothing along
				}
				got := survivors(t, name, cmd, way.input, how.kill, may)
				if beyond(got, may) != nil {
					t.Errorf("%s, %s: %v are left, want at most %v", way.name, how.name, got, may)
				}
			}
		}
	}
}
