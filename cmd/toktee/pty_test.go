//go:build unix

package main

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// TestPty: under --pty, a command has a terminal as it would have without toktee, and a person can use it.
func TestPty(t *testing.T) {
	const ended = `; echo "code $?"; ` +
		`for w in $(stty -a); do case $w in echo|icanon) echo -n "$w ";; esac; done; echo over`
	for _, c := range []struct {
		name, script string
		use          func(s *screen)
		want         string
	}{
		{"a terminal", "toktee run --pty -- sh -c 'test -t 0 && test -t 1 && test -t 2 && stty size; exit 7'", nil,
			"30 90\r\ncode 7\r\n"},
		{"what is typed", "toktee run --pty -- sh -c 'echo up; read x; echo got $x'",
			func(s *screen) { s.wait("up\r\n"); s.press("one\n") }, "one\r\ngot one\r\ncode 0\r\n"},
		{"one key", "toktee run --pty -- sh -c 'stty raw -echo; echo up; dd bs=1 count=1 2>/dev/null; stty sane'",
			func(s *screen) { s.wait("up\n"); s.press("k") }, "kcode 0\r\n"},
		{"an end of file", "toktee run --pty -- sh -c 'echo up; cat'",
			func(s *screen) { s.wait("up\r\n"); s.press("a\n\x04") }, "a\r\na\r\ncode 0\r\n"},
		// A shell that is about to start a program may keep the signal from it: the inner one has started all it will.
		{"Ctrl-C", `toktee run --pty -- sh -c 'sh -c "echo up; exec sleep 60"; :'`,
			func(s *screen) { s.wait("up"); s.press("\x03") }, "\r\n^Ccode 130\r\n"},
		{"Ctrl-C that is handled",
			`toktee run --pty -- sh -c 'trap "echo bye; exit 5" INT; echo up; while :; do sleep 0.1; done'`,
			func(s *screen) { s.wait("up"); s.press("\x03") }, "\r\n^Cbye\r\ncode 5\r\n"},
		{"Ctrl-Z",
			`set -m; toktee run --pty -- sh -c 'echo up; read x; echo got $x'; echo "code $?"; fg >/dev/null`,
			func(s *screen) {
				s.wait("up")
				s.press("\x1a")
				s.wait("code 148\r\n")
				time.Sleep(500 * time.Millisecond) // so that the command goes on
				s.press("one\n")
			}, "one\r\ngot one\r\ncode 0\r\n"},
		{"Ctrl-Z for a program that reads keys",
			"toktee run --pty -- sh -c 'stty raw -echo; echo up; dd bs=1 count=1 2>/dev/null | od -An -c; stty sane'",
			func(s *screen) { s.wait("up\n"); s.press("\x1a") }, " 032\ncode 0\r\n"},
		{"Ctrl-Z without a shell", "toktee run --pty -- sh -c 'echo up; read x; echo got $x'",
			func(s *screen) { s.wait("up"); s.press("\x1aone\n") }, "\r\none\r\ngot one\r\ncode 0\r\n"},
		{"Ctrl-Z for a job of the command's",
			`toktee run --pty -- sh -c 'set -m; sh -c "echo up; read x; echo got \$x"; echo job $?; fg >/dev/null'`,
			func(s *screen) {
				s.wait("up")
				s.press("\x1a")
				s.wait("job 148\r\n")
				time.Sleep(500 * time.Millisecond) // so that the job goes on
				s.press("one\n")
			}, "one\r\ngot one\r\ncode 0\r\n"},
		{"another size",
			`toktee run --pty -- sh -c 'trap "stty size; exit" WINCH; echo up; while :; do sleep 0.1; done'`,
			func(s *screen) {
				s.wait("up")
				if err := pty.Setsize(s.master, &pty.Winsize{Rows: 20, Cols: 70}); err != nil {
					s.t.Fatal(err)
				}
			}, "\r\n20 70\r\ncode 0\r\n"},
		{"a signal", "toktee run --pty -- sh -c 'echo up $PPID; sleep 60'", func(s *screen) {
			s.wait("up")
			pid := strings.TrimSpace(s.wait("\n"))
			if err := exec.Command("sh", "-c", "kill "+pid).Run(); err != nil {
				s.t.Fatal(err)
			}
		}, "code 143\r\n"},
		{"a program that isn't there", "toktee run --pty -- nothing", nil,
			"toktee: nothing: command not found\r\ncode 127\r\n"},
		{"into a pipe", "toktee run --pty -- sh -c 'test -t 1 && read x || echo end' 2>/dev/null | cat", nil,
			"end\r\ncode 0\r\n"},
		{"a pipe as input", "echo one | toktee run --pty -- sh -c 'read x; test -t 1 && echo got $x'", nil,
			"got one\r\r\ncode 0\r\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newScreen(t, t.TempDir(), c.script+ended, 90)
			if c.use != nil {
				c.use(s)
			}
			got := strings.ReplaceAll(s.wait("over\r\n"), "^Z", "") // which may be shown before or after the stop
			if got != c.want+"icanon echo " {
				t.Errorf("the terminal shows %q, want %q", got, c.want+"icanon echo ")
			}
		})
	}
}

// TestPtyRecording: the recording has the bytes of the terminal, and is marked.
func TestPtyRecording(t *testing.T) {
	dir := t.TempDir()
	s := newScreen(t, dir, `toktee run --pty -- sh -c 'printf "\033[31mred\033[0m\n"; echo end'; `+
		`toktee show | od -c; toktee run --no-store --pty -- true; toktee ls --json | cat; echo over`, 90)
	got := s.wait("over\r\n")
	for _, want := range []string{
		`033   \[   3   1   m   r   e   d 033   \[   0   m  \\r  \\n`, `"pty":true`,
	} {
		if !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%s\nlacks %s", got, want)
		}
	}
}
