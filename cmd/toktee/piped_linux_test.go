package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/integrations/shim"
	"github.com/toktee/toktee/result"
)

// A filtered is a command line whose pipe gets a part of what a program prints.
type filtered struct {
	name, script string
	// kept is what is kept of the program's output: one or both streams, the start of what it printed before its reader
	// had gone, or nothing.
	kept string
}

const (
	keptOut   = "stdout"
	keptBoth  = "both"
	keptStart = "start"
	keptNone  = ""
)

// inPipes are the forms of pipelines; PROG is the program.
var inPipes = []filtered{
	{"tail", "PROG 2>/dev/null | tail -2", keptOut},
	{"both streams", "PROG 2>&1 | tail -2", keptBoth},
	{"head of all", "PROG 2>/dev/null | head -5000", keptOut},
	{"grep", "PROG 2>/dev/null | grep -c 1", keptOut},
	{"grep -q", "PROG 2>/dev/null | grep -q nothing; echo $?", keptOut},
	{"tee", "PROG 2>/dev/null | tee log | wc -l", keptOut},
	{"subshell", "(cd . && PROG 2>/dev/null) | tail -1", keptOut},
	{"group", "{ PROG 2>&1; } | tail -1", keptBoth},
	{"and", "true && PROG 2>/dev/null | sort | tail -1 && echo after", keptOut},
	{"or", "false || PROG 2>/dev/null | cat; echo $?", keptOut},
	{"xargs", "echo x | xargs PROG 2>/dev/null | tail -1", keptOut},
	{"timeout", "timeout 20 PROG 2>/dev/null | tail -1", keptOut},
	{"while read", "PROG 2>/dev/null | while read l; do n=$l; done; echo $?", keptOut},
	{"loop", "for i in 1; do PROG 2>/dev/null; done | wc -l", keptOut},
	{"reader ends early", "PROG 2>/dev/null | head -1", keptStart},
	{"reader ends early, SIGPIPE ignored", "trap '' PIPE; PROG 2>/dev/null | head -1", keptStart},
	{"substituted", `echo "$(PROG 2>/dev/null | tail -1)"`, keptOut},
	{"into a file", "PROG >log 2>&1; tail -1 log", keptNone},
	{"background", "PROG 2>/dev/null | tail -1 & wait", keptNone},
}

// onlyBash are forms that not every shell has.
var onlyBash = []filtered{
	{"pipefail", "set -o pipefail; PROG 2>/dev/null | tail -1", keptOut},
	{"PIPESTATUS", `PROG 2>/dev/null | tail -1; echo "${PIPESTATUS[@]}"`, keptOut},
	{"|&", "PROG |& tail -1", keptBoth},
	{"into a file and a pipe", "PROG >log 2>&1 | cat; wc -l <log", keptNone},
}

// longRun prints 3000 lines to each stream, of which the last names an error, and exits with 3.
const longRun = `#!/bin/sh
seq 1 3000
seq 1 3000 >&2
echo "main.c:7: error: no total"
exit 3
`

// TestPiped: a program before a pipe prints and exits as it does without a shim. What it printed is kept with its exit
// status, which is unknown if its reader has ended it.
func TestPiped(t *testing.T) {
	dir := t.TempDir()
	toktee, bin := builtToktee(t, dir), filepath.Join(dir, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	names := append(slices.Clone(shim.Defaults), "check-all") // and one that the user names
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(longRun), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	env := append(agentsEnv(dir), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
		"CLAUDE_CODE_SESSION_ID=left")
	install := exec.Command(toktee, append([]string{"shims", "install"}, names...)...)
	install.Env = env
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("shims install: %v\n%s", err, out)
	}
	var lines strings.Builder
	for i := range 3000 {
		fmt.Fprintln(&lines, i+1)
	}
	out := lines.String() + "main.c:7: error: no total\n"
	both := lines.String() + out
	runs := 0
	check := func(t *testing.T, shell, program string, f filtered) {
		t.Helper()
		script := strings.ReplaceAll(f.script, "PROG", program)
		run := func(argv ...string) (string, int) {
			cmd := exec.Command(argv[0], argv[1:]...)
			cmd.Env, cmd.Dir = env, t.TempDir()
			b, _ := cmd.Output()
			return string(b), cmd.ProcessState.ExitCode()
		}
		st := store.Open(store.Options{Dir: filepath.Join(dir, "store", fmt.Sprint(runs))})
		runs++
		env = append(env, "TOKTEE_STORE="+filepath.Join(dir, "store", fmt.Sprint(runs-1)))
		want, wantCode := run(os.Args[0], shell, "-c", script)
		got, code := run(toktee, "agent", "--no-gateway", "--", os.Args[0], shell, "-c", script)
		if got != want || code != wantCode {
			t.Errorf("it prints %q and exits with %d, without toktee %q and %d", got, code, want, wantCode)
		}
		list, _, err := st.List(10)
		if f.kept == keptNone {
			if len(list) > 0 {
				t.Errorf("%d outputs are kept", len(list))
			}
			return
		}
		if err != nil || len(list) != 1 {
			t.Fatalf("%d outputs are kept, %v", len(list), err)
		}
		r, err := st.Payload(list[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := io.ReadAll(r)
		if err = cmp.Or(err, r.Close()); err != nil {
			t.Fatal(err)
		}
		var res result.ToolResult
		if err := json.Unmarshal(list[0].Result, &res); err != nil {
			t.Fatal(err)
		}
		exit, known := res.ExitCode()
		switch f.kept {
		case keptStart:
			if !strings.HasPrefix(out, string(kept)) || len(kept) == 0 || known && exit != 3 {
				t.Errorf("kept are %d bytes, exit code %d %v", len(kept), exit, known)
			}
		default:
			whole := map[string]string{keptOut: out, keptBoth: both}[f.kept]
			if !bytes.Equal(kept, []byte(whole)) || !known || exit != 3 {
				t.Errorf("kept are %d bytes of %d, exit code %d %v", len(kept), len(whole), exit, known)
			}
		}
	}
	for _, shell := range []string{"bash", "dash", "zsh"} {
		if _, err := exec.LookPath(shell); err != nil {
			t.Logf("%s isn't there", shell)
			continue
		}
		list := inPipes
		if shell == "bash" {
			list = append(list, onlyBash...)
		}
		for _, f := range list {
			t.Run(shell+"/"+f.name, func(t *testing.T) { check(t, shell, "make", f) })
		}
	}
	for _, f := range []struct{ name, program, script, want string }{
		{"without an end", "#!/bin/sh\nwhile echo line; do :; done\n", "cargo | head -2", "line\nline\n"},
		{"of a process that outlives it", "#!/bin/sh\necho now\n(sleep 1.5; echo late) &\n", "cargo | cat",
			"now\nlate\n"},
		{"whose reader has ended, of a process that outlives it", "#!/bin/sh\necho now\nsleep 5 &\n",
			"begin=$(date +%s); cargo 2>&1 | grep -q now; echo $(($(date +%s) - begin < 4))", "1\n"},
		{"that ignores SIGPIPE as its shell does", "#!/bin/sh\nwhile echo line; do :; done 2>/dev/null\nexit 5\n",
			"trap '' PIPE; cargo | head -1; echo ${PIPESTATUS[0]}", "line\n5\n"},
		{"that doesn't ignore SIGPIPE", "#!/bin/sh\nwhile echo line; do :; done 2>/dev/null\nexit 5\n",
			"cargo | head -1; echo ${PIPESTATUS[0]}", "line\n141\n"},
		{"with input", "#!/bin/sh\ncat\n", "echo in | cargo | cat", "in\n"},
		{"that can't start", "#!/no/such/program\n", "cargo | cat; echo ${PIPESTATUS[0]}", "126\n"},
		{"whose shim gets a signal",
			"#!/bin/sh\ntrap 'echo stopped; exit 7' TERM\nsleep 0.3; kill -TERM $PPID\nwhile :; do sleep 0.1; done\n",
			"cargo | cat; echo ${PIPESTATUS[0]}", "stopped\n7\n"},
		{"whose group gets a signal",
			"#!/bin/sh\nn=0; trap 'n=$((n+1))' TERM\nsleep 0.3; kill -TERM 0\nsleep 0.5; echo $n signal\n",
			"set -m; (trap : TERM; cargo | { trap : TERM; while read l; do echo $l; done; }); :", "1 signal\n"},
		{"that a signal ends, as dash states it", "#!/bin/sh\nkill -TERM $$\n",
			"if type dash; then dash -c 'cargo | cat; :' 2>&1; else echo Terminated; fi", "Terminated\n"},
		{"killed", "#!/bin/sh\nkill -KILL $$\n", "cargo | cat; echo ${PIPESTATUS[0]}", "137\n"},
	} {
		t.Run(f.name, func(t *testing.T) {
			if _, err := exec.LookPath("bash"); err != nil {
				t.Skip("bash isn't there")
			}
			if err := os.WriteFile(filepath.Join(bin, "cargo"), []byte(f.program), 0o755); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(toktee, "agent", "--no-gateway", "--", os.Args[0], "bash", "-c", f.script)
			cmd.Env, cmd.Dir = env, t.TempDir()
			if b, err := cmd.Output(); !strings.HasSuffix(string(b), f.want) || err != nil {
				t.Errorf("it prints %q, %v", b, err)
			}
		})
	}
	if err := os.WriteFile(filepath.Join(bin, "cargo"), []byte(longRun), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) { check(t, "sh", name, inPipes[0]) })
	}
}

// TestPipedStops: a person stops a program before a pipe, and the shell goes on.
func TestPipedStops(t *testing.T) {
	dir, err := os.MkdirTemp("", "stops")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) }) // the shell may still write there
	toktee, bin := builtToktee(t, dir), filepath.Join(dir, "bin")
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash isn't there")
	}
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	program := []byte("#!/bin/sh\necho up >&2\nsleep 60\n")
	if err := os.WriteFile(filepath.Join(bin, "cargo"), program, 0o755); err != nil {
		t.Fatal(err)
	}
	s := newScreen(t, dir, fmt.Sprintf("export PATH='%s':$PATH %s=1; '%s' shims install cargo >/dev/null; "+
		"'%[3]s' agent --no-gateway -- '%[4]s' sh -c 'exec bash --norc -i </dev/tty >/dev/tty 2>&1'",
		bin, agentVariable, toktee, os.Args[0]), 90)
	s.press("cargo | tail -1\n")
	s.wait("up")
	s.press("\x1a")
	s.wait("Stopped")
	s.press("kill -9 %1; wait; echo goes $((1)) on; exit\n")
	s.wait("goes 1 on")
}
