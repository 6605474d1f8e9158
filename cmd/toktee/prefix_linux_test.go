package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/integrations/setup"
	"github.com/toktee/toktee/internal/text/shell"
)

// A prefixed is Claude Code with toktee as the prefix of its shell.
type prefixed struct {
	t      *testing.T
	toktee string
	prefix string
	dir    string
	shell  string
	env    []string
}

func newPrefixed(t *testing.T) *prefixed {
	t.Helper()
	dir := t.TempDir()
	toktee := builtToktee(t, dir)
	place := &setup.Place{Data: dir, Program: toktee}
	p := &prefixed{t: t, toktee: toktee, prefix: place.MissingPrefix(), dir: dir, shell: "/bin/bash"}
	if err := place.WritePrefix(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "snapshot.sh"), []byte("greet() { echo hello; }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.env = append(agentsEnv(dir), "CLAUDE_CODE_SESSION_ID=s1", "GO_TEST=1", agentVariable+"=", "HOME="+dir)
	return p
}

// line is what Claude Code's shell gets for a command.
func (p *prefixed) line(command string) string {
	return "source " + p.dir + "/snapshot.sh 2>/dev/null || true && eval " + shell.Quote([]string{command}) +
		" < /dev/null && pwd -P >| " + p.dir + "/cwd"
}

// start starts a shell's line as Claude Code does, with both outputs in a file.
func (p *prefixed) start(line string, under bool) (cmd *exec.Cmd, out *os.File) {
	p.t.Helper()
	if under {
		line = "'" + p.prefix + "' " + shell.Quote([]string{line})
	}
	path := filepath.Join(p.t.TempDir(), "output")
	out, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { out.Close() })
	cmd = exec.Command(p.shell, "-c", line)
	cmd.Stdout, cmd.Stderr, cmd.Dir = out, out, p.dir
	cmd.Env = append(slices.Clip(p.env), "SHELL="+p.shell)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	return cmd, out
}

// ended waits for a command, and returns what is in its file, and how it ended.
func (p *prefixed) ended(cmd *exec.Cmd, out *os.File) (text string, st syscall.WaitStatus) {
	p.t.Helper()
	err := cmd.Wait()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		p.t.Fatal(err)
	}
	b, err := os.ReadFile(out.Name())
	if err != nil {
		p.t.Fatal(err)
	}
	return string(b), cmd.ProcessState.Sys().(syscall.WaitStatus)
}

func (p *prefixed) run(command string, under bool) (string, syscall.WaitStatus) {
	p.t.Helper()
	cmd, out := p.start(p.line(command), under)
	return p.ended(cmd, out)
}

// TestPrefixPasses runs commands with and without the prefix: what they print, how they end and where they stay is the
// same.
func TestPrefixPasses(t *testing.T) {
	p := newPrefixed(t)
	for _, sh := range []string{"bash", "zsh"} {
		path, err := exec.LookPath(sh)
		if err != nil {
			continue
		}
		p.shell = path
		for _, command := range []string{
			"true", "false", "seq 2000", "seq 2000 | grep -c 1", "greet; exit 7", "cd / && pwd", "cat",
			"grep nothing /dev/null", "printf '\\0\\377'; exit 2", "echo it\\'s \"$HOME\" >&2; exit 3",
			"cat <<'X'\nit's \"q\" $HOME\nX\nfalse", "kill -TERM $$", "kill -KILL $$", "kill -QUIT $$",
			"seq 20; kill -HUP $$",
			"nosuchprogram", "toktee show 401882137095 || seq 2000", "echo $SHLVL $0; set -o | grep pipefail",
			"sh -c 'ps -o pgid= -p $$; ps -o sid= -p $$' | wc -l", "trap 'echo bye' EXIT; exit 4", "exec false",
		} {
			want, st := p.run(command, false)
			folder, _ := os.ReadFile(filepath.Join(p.dir, "cwd"))
			got, is := p.run(command, true)
			if now, _ := os.ReadFile(filepath.Join(p.dir, "cwd")); !bytes.Equal(now, folder) {
				t.Errorf("%s: %s: it ends in %s, want %s", sh, command, now, folder)
			}
			if got != want || is != st {
				t.Errorf("%s: %s: got %.300q, status %v, want %.300q, %v", sh, command, got, is, want, st)
			}
		}
	}
}

// TestPrefixShortens has failing commands with long outputs: the agent gets the short text, toktee show the whole.
func TestPrefixShortens(t *testing.T) {
	p := newPrefixed(t)
	for _, sh := range []string{"bash", "zsh"} {
		path, err := exec.LookPath(sh)
		if err != nil {
			continue
		}
		p.shell = path
		for _, command := range []string{
			"seq 2000; exit 3", "cd / && seq 2001 >&2; false", "seq 2002 | sed 's/^/it'\"'\"'s /'\n false",
			"seq 300000; exit 3", "seq 2003\nprintf '\\0\\377'; exit 2",
		} {
			want, st := p.run(command, false)
			got, is := p.run(command, true)
			m := regexp.MustCompile(`toktee show (\d{12})`).FindStringSubmatch(got)
			if m == nil || len(got) > len(want)/2 || is != st || strings.Contains(got, "exit ") {
				t.Errorf("%s: %s: status %v, want %v, and a short text:\n%.500s", sh, command, is, st, got)
				continue
			}
			show := exec.Command(p.toktee, "show", m[1], "--all")
			show.Env = p.env
			if whole, err := show.Output(); err != nil || !strings.Contains(want, "\x00") && string(whole) != want {
				t.Errorf("%s: toktee show has %d bytes, want %d: %v", command, len(whole), len(want), err)
			}
		}
	}
}

// TestPrefixLeaves has outputs that stay whole though their commands fail.
func TestPrefixLeaves(t *testing.T) {
	p := newPrefixed(t)
	whole, _ := p.run("seq 2000; exit 3", false)
	for name, change := range map[string]func(p *prefixed) (line string){
		"switched off": func(p *prefixed) string {
			p.env = append(p.env, "TOKTEE_RAW=1")
			return p.line("seq 2000; exit 3")
		},
		"behind a gateway": func(p *prefixed) string {
			p.env = append(p.env, "TOKTEE_GATEWAY=claude")
			return p.line("seq 2000; exit 3")
		},
		"no store": func(p *prefixed) string {
			p.env = append(p.env, "TOKTEE_STORE=/proc/none")
			return p.line("seq 2000; exit 3")
		},
		"another form":    func(p *prefixed) string { return "seq 2000; exit 3" },
		"an unknown eval": func(p *prefixed) string { return "eval \"$(echo seq 2000)\"; (exit 3) && pwd -P >| cwd" },
	} {
		t.Run(name, func(t *testing.T) {
			q := *p
			q.t = t
			cmd, out := q.start(change(&q), true)
			if got, st := q.ended(cmd, out); got != whole || st.ExitStatus() != 3 {
				t.Errorf("status %v, %d bytes, want %d: %.200s", st, len(got), len(whole), got)
			}
		})
	}
	cmd := exec.Command(p.prefix, p.line("seq 2000; exit 3")) // into a pipe
	cmd.Env, cmd.Dir = append(slices.Clip(p.env), "SHELL="+p.shell), p.dir
	if got, _ := cmd.CombinedOutput(); string(got) != whole {
		t.Errorf("a pipe got %d bytes, want %d", len(got), len(whole))
	}
}

// awaitFile waits until there is a file.
func awaitFile(t *testing.T, path string) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			return
		} else if time.Now().After(end) {
			t.Fatal(err)
		}
	}
}

// TestPrefixStreams has a command whose output is in the file while it runs.
func TestPrefixStreams(t *testing.T) {
	p := newPrefixed(t)
	cmd, out := p.start(p.line("seq 2000; touch ready; while test -e ready; do sleep 0.01; done; exit 3"), true)
	awaitFile(t, filepath.Join(p.dir, "ready"))
	if b, err := os.ReadFile(out.Name()); err != nil || !bytes.HasSuffix(b, []byte("\n2000\n")) {
		t.Errorf("meanwhile, the file has %d bytes: %v", len(b), err)
	}
	os.Remove(filepath.Join(p.dir, "ready"))
	if got, _ := p.ended(cmd, out); !strings.Contains(got, "toktee show") {
		t.Errorf("it ends with\n%.200s", got)
	}
}

// TestPrefixIsKilled ends the prefix as agents do: its command ends as it does without.
func TestPrefixIsKilled(t *testing.T) {
	p := newPrefixed(t)
	for _, k := range []struct {
		name string
		kill func(pid int) error
	}{
		{"TERM", func(pid int) error { return syscall.Kill(pid, syscall.SIGTERM) }},
		{"KILL", func(pid int) error { return syscall.Kill(pid, syscall.SIGKILL) }},
		{"TERM of the group", func(pid int) error { return syscall.Kill(-pid, syscall.SIGTERM) }},
		{"KILL of the group", func(pid int) error { return syscall.Kill(-pid, syscall.SIGKILL) }},
	} {
		var want syscall.WaitStatus
		for _, under := range []bool{false, true} {
			ready := filepath.Join(p.dir, "ready")
			os.Remove(ready)
			cmd, out := p.start(p.line("seq 2000; echo $$ >pid; touch ready; while :; do sleep 0.01; done"), under)
			awaitFile(t, ready)
			if err := k.kill(cmd.Process.Pid); err != nil {
				t.Fatal(err)
			}
			text, st := p.ended(cmd, out)
			if !under {
				want = st
			}
			if st != want || len(text) < 8000 {
				t.Errorf("%s: with the prefix %v: status %v, want %v, %d bytes", k.name, under, st, want, len(text))
			}
			b, _ := os.ReadFile(filepath.Join(p.dir, "pid"))
			end := time.Now().Add(2 * time.Minute)
			for {
				if _, err := os.Stat("/proc/" + strings.TrimSpace(string(b))); err != nil {
					break
				} else if time.Now().After(end) {
					t.Errorf("%s: with the prefix %v: the shell is left", k.name, under)
					break
				}
				time.Sleep(time.Millisecond)
			}
		}
	}
}

// TestPrefixStarts has what else Claude Code starts through the prefix: a server gets the prefix' place, and a hook the
// shell that it has without.
func TestPrefixStarts(t *testing.T) {
	p := newPrefixed(t)
	server := exec.Command(p.prefix, "readlink '/proc/self/exe'")
	server.Env = p.env
	out, err := server.Output()
	if err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), "readlink") &&
		!strings.HasSuffix(strings.TrimSpace(string(out)), "coreutils") {
		t.Errorf("a server: %v: %s", err, out)
	}
	pid := exec.Command(p.prefix, "cat /proc/self/stat")
	pid.Env = p.env
	if out, err := pid.Output(); err != nil || !strings.HasPrefix(string(out), strconv.Itoa(pid.Process.Pid)+" ") {
		t.Errorf("a server isn't in the prefix' place: %v: %s, want process %d", err, out, pid.Process.Pid)
	}
	for line, want := range map[string]string{
		"echo 'a  b' | cat; exit 2": "a  b\n", "exit 2": "",
		"printf '%s\\n' *.sh; exit 2": "snapshot.sh\n", ": && exit 2": "",
	} {
		hook := exec.Command(p.prefix, line)
		hook.Env, hook.Dir = p.env, p.dir
		out, _ := hook.Output()
		if string(out) != want || hook.ProcessState.ExitCode() != 2 {
			t.Errorf("%s: code %d, %q", line, hook.ProcessState.ExitCode(), out)
		}
	}
}
