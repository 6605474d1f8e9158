package proc_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/toktee/toktee/internal/run/proc"
)

// jobVariable makes the test binary a program that runs a script as a job on its terminal, and then reads a line from
// the terminal itself.
const jobVariable = "TOKTEE_TEST_JOB"

// apartScript marks a script that doesn't share the terminal.
const apartScript = ": apart; "

func TestMain(m *testing.M) {
	if script := os.Getenv(aloneVariable); script != "" {
		os.Exit(runAlone(script))
	}
	script := os.Getenv(jobVariable)
	if script == "" {
		os.Exit(m.Run())
	}
	var out bytes.Buffer
	script, apart := strings.CutPrefix(script, apartScript)
	exit, err := proc.Run(context.Background(), proc.Command{
		Argv: []string{"sh", "-c", script}, Stdin: os.Stdin, Stdout: &out, Stderr: &out, Terminal: !apart,
	})
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	fmt.Fprintf(os.Stderr, "%s|code %d|%v|then %s|\n", strings.TrimSpace(out.String()), exit.Code, err,
		strings.TrimSpace(line))
	os.Exit(0)
}

// openTerminal makes a pseudo terminal.
func openTerminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no pseudo terminals here: %v", err)
	}
	t.Cleanup(func() { master.Close() })
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { slave.Close() })
	return master, slave
}

func TestTerminal(t *testing.T) {
	if _, err := exec.LookPath("ps"); err != nil {
		t.Skip("ps isn't installed")
	}
	const foreground = `test "$(ps -o pgid= -p $$)" = "$(ps -o tpgid= -p $$)" && echo fore || echo back; `
	tests := []struct {
		name, script string
		piped        bool // our output isn't the terminal
		want         string
	}{
		{"at once", foreground + "read x; echo got $x", false, "fore\ngot one|code 0|<nil>|then two|"},
		{"when it asks", foreground + "read x; echo got $x; " + foreground, true,
			"back\ngot one\nfore|code 0|<nil>|then two|"},
		{"by the terminal's own name", "read x </dev/tty; echo got $x", true, "got one|code 0|<nil>|then two|"},
		{"interrupted", "trap 'read x; echo got $x; exit 7' INT; kill -INT $$", false,
			"got one|code 7|<nil>|then two|"},
		{"apart, it has none to ask on", apartScript + "(read x </dev/tty) 2>/dev/null && echo got $x || echo refused",
			true, "refused|code 0|<nil>|then one|"},
		{"suspended", "kill -STOP $$; read x; echo got $x", false, "got one|code 0|<nil>|then two|"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			master, slave := openTerminal(t)
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), jobVariable+"="+tt.script)
			cmd.Stdin, cmd.Stdout = slave, slave
			if tt.piped {
				cmd.Stdout = &bytes.Buffer{}
			}
			var got bytes.Buffer
			cmd.Stderr = &got
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			hung := time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() })
			defer hung.Stop()
			if _, err := master.WriteString("one\ntwo\n"); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("the program that ran the job: %v", err)
			}
			if s := strings.TrimSpace(got.String()); s != tt.want {
				t.Errorf("got %q, want %q", s, tt.want)
			}
		})
	}
}
