//go:build unix

// Package npm_test installs the npm packages from their tarballs into a fresh folder, and runs toktee through them.
package npm_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

var npm = flag.Bool("npm", false, "build the npm packages and install them")

// An install is a folder into which the packages were installed.
type install struct{ dir string }

// installed builds the executables for this system, makes the packages from them as from a release's folder, and
// installs them, without asking anybody for the packages of other systems.
func installed(t *testing.T) *install {
	t.Helper()
	if !*npm {
		t.Skip("it builds and installs packages with npm: -npm")
	}
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	dist, fresh := filepath.Join(t.TempDir(), "dist"), t.TempDir()
	built := filepath.Join(dist, "built") + string(filepath.Separator)
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", built, "../../cmd/toktee", "../../cmd/toktee-desk")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // a third smaller, so packed sooner
	output(t, build)
	write(t, filepath.Join(dist, "metadata.json"), map[string]string{"version": "1.2.3-test.1"})
	binary := func(name string) map[string]string {
		return map[string]string{
			"type": "Binary", "name": name, "path": "dist/built/" + name,
			"goos": runtime.GOOS, "goarch": runtime.GOARCH,
		}
	}
	write(t, filepath.Join(dist, "artifacts.json"), []map[string]string{
		{"type": "Archive", "name": "toktee.tar.gz", "path": "dist/toktee.tar.gz"},
		binary("toktee"), binary("toktee-desk"),
	})
	output(t, exec.Command("node", "build.mjs", dist))
	tarballs, err := filepath.Glob(filepath.Join(dist, "npm", "*.tgz"))
	if err != nil || len(tarballs) != 2 {
		t.Fatalf("tarballs: %v, %v", tarballs, err)
	}
	write(t, filepath.Join(fresh, "package.json"), map[string]string{"name": "fresh"})
	cmd := exec.Command("npm", append([]string{"install", "--offline", "--no-audit", "--no-fund"}, tarballs...)...)
	cmd.Dir = fresh
	output(t, cmd)
	return &install{fresh}
}

// command is toktee as npm has installed it.
func (i *install) command(args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(i.dir, "node_modules", ".bin", "toktee"), args...)
	cmd.Dir = i.dir
	cmd.Env = append(os.Environ(), "TOKTEE_STORE="+filepath.Join(i.dir, "store"),
		"XDG_CONFIG_HOME="+i.dir, "XDG_DATA_HOME="+i.dir, "TOKTEE_ACTIVE=", "TOKTEE_RAW=")
	return cmd
}

// output runs a command that must succeed, and returns what it prints.
func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", cmd.Args, err, out, stderr.Bytes())
	}
	return string(out)
}

func write(t *testing.T, path string, v any) {
	t.Helper()
	b, err := json.Marshal(v)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o755)
	}
	if err == nil {
		err = os.WriteFile(path, b, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestPackages(t *testing.T) {
	i := installed(t)
	t.Run("output and input", func(t *testing.T) {
		if got := output(t, i.command("run", "--", "echo", "hi")); got != "hi\n" {
			t.Errorf("it prints %q", got)
		}
		cmd := i.command("summarize", "--no-store")
		cmd.Stdin = strings.NewReader("from a pipe\n")
		if got := output(t, cmd); got != "from a pipe\n" {
			t.Errorf("of a pipe it prints %q", got)
		}
	})
	t.Run("npx", func(t *testing.T) {
		cmd := i.command()
		npx, err := exec.LookPath("npx")
		if err != nil {
			t.Skip(err)
		}
		cmd.Path, cmd.Args = npx, []string{"npx", "--offline", "toktee", "run", "--", "echo", "hi"}
		if got := output(t, cmd); got != "hi\n" {
			t.Errorf("it prints %q", got)
		}
	})
	t.Run("the second executable", func(t *testing.T) {
		cmd := i.command("mcp")
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer ended(cmd)
		defer in.Close() // which ends it
		fmt.Fprintln(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{`+
			`"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`)
		if got, err := bufio.NewReader(out).ReadString('\n'); !strings.Contains(got, "toktee_output") {
			t.Errorf("it answers %q, %v", got, err)
		}
	})
	t.Run("exit codes", func(t *testing.T) {
		for _, code := range []int{0, 1, 7, 127} {
			cmd := i.command("run", "--", "sh", "-c", "exit "+strconv.Itoa(code))
			if cmd.Run(); cmd.ProcessState.ExitCode() != code {
				t.Errorf("%v for exit code %d", cmd.ProcessState, code)
			}
		}
	})
	t.Run("a pipe that closes", func(t *testing.T) {
		cmd := i.command("run", "--raw", "--", "seq", "1", "1000000")
		sh := exec.Command("sh", "-c", `"$@" | head -1`, "sh")
		sh.Args, sh.Env = append(sh.Args, cmd.Args...), cmd.Env
		if got := output(t, sh); got != "1\n" {
			t.Errorf("head gets %q", got)
		}
	})
	t.Run("its own path", func(t *testing.T) {
		output(t, i.command("shims", "install", "make"))
		target, err := os.Readlink(filepath.Join(i.dir, "toktee", "shims", "make"))
		if err != nil || !strings.Contains(target, "/@toktee/") || !strings.HasSuffix(target, "/bin/toktee") {
			t.Errorf("what it takes for itself is %s, %v: want the binary, not the script", target, err)
		}
	})
	t.Run("signals", i.signals)
	t.Run("Ctrl-C", i.interrupt)
	t.Run("no binary", i.noBinary) // the last: it removes the binary
}

// traps is a command that says so once it has begun, in a file, and when it is told to stop.
const traps = `trap 'echo told; exit 9' INT TERM; echo begun >begun; while :; do sleep 0.05; done`

// begun waits until the command has begun.
func (i *install) begun(t *testing.T) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if os.Remove(filepath.Join(i.dir, "begun")) == nil {
			return
		}
	}
	t.Fatal("the command hasn't begun")
}

// ended waits for a command; one that goes on is killed.
func ended(cmd *exec.Cmd) {
	hung := time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() })
	defer hung.Stop()
	cmd.Wait() // its error is the exit code
}

// signals sends signals to the script alone: the command must be told once, and the exit code be that of toktee.
func (i *install) signals(t *testing.T) {
	for sig, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		var out bytes.Buffer
		cmd := i.command("run", "--", "sh", "-c", traps)
		cmd.Stdout, cmd.WaitDelay = &out, time.Second
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		i.begun(t)
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		ended(cmd)
		if code := cmd.ProcessState.ExitCode(); code != want || strings.Count(out.String(), "told") != 1 {
			t.Errorf("%v: exit code %d, want %d; it prints %q", sig, code, want, &out)
		}
	}
}

// interrupt types Ctrl-C on a terminal, where it is the command's own.
func (i *install) interrupt(t *testing.T) {
	cmd := i.command("run", "--", "sh", "-c", traps)
	f, err := pty.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out bytes.Buffer
	read := make(chan struct{})
	go func() { out.ReadFrom(f); close(read) }()
	i.begun(t)
	if _, err := f.WriteString("\x03"); err != nil {
		t.Fatal(err)
	}
	ended(cmd)
	<-read
	if code := cmd.ProcessState.ExitCode(); code != 9 || !strings.Contains(out.String(), "told") {
		t.Errorf("exit code %d, want the command's 9; it prints %q", code, &out)
	}
}

// noBinary wants one line where there is no binary: on a system without a build, and where npm left it out.
func (i *install) noBinary(t *testing.T) {
	script := filepath.Join(i.dir, "node_modules", "toktee", "toktee.js")
	fails := func(setup, want string) {
		t.Helper()
		cmd := exec.Command("node", "-e", setup+"require("+strconv.Quote(script)+")")
		out, err := cmd.CombinedOutput()
		if err == nil || cmd.ProcessState.ExitCode() != 1 {
			t.Errorf("it ends with %v", err)
		}
		if text := string(out); !strings.HasPrefix(text, "toktee: "+want) || strings.Count(text, "\n") != 1 {
			t.Errorf("it says %q, want %q", text, want)
		}
	}
	fails(`Object.defineProperty(process, "arch", {value: "mips"}); `,
		"there is no build for "+runtime.GOOS+"-mips: want one of")
	if err := os.RemoveAll(filepath.Join(i.dir, "node_modules", "@toktee")); err != nil {
		t.Fatal(err)
	}
	fails("", "@toktee/")
}
