package table

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/toktee/toktee/cmd/tokbench/internal/score/scoretest"
	"github.com/toktee/toktee/internal/measure/corpus"
)

// script writes a program for the test and returns its path.
func script(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// through puts cases through one peer.
func through(t *testing.T, template string, o RunOptions, cases ...corpus.Case) []Answer {
	t.Helper()
	p, err := Parse("fake=" + template)
	if err != nil {
		t.Fatal(err)
	}
	all, err := answers(t.Context(), 3, cases, []Peer{p}, o)
	if err != nil {
		t.Fatal(err)
	}
	return all[0]
}

// told is a story by a command with arguments.
func told(id, command string) corpus.Case {
	c := scoretest.Story(id, 40)
	c.Command, c.Stderr = command, []byte("and so on\n")
	return c
}

const (
	asIs     = "exec \"$@\"\n"
	lastFive = "\"$@\" 2>&1 | tail -n 5\nexit 0\n"
)

func TestAnswers(t *testing.T) {
	cases := []corpus.Case{told("a", "tell --long 'the story' now"), told("b", "tell")}
	for i, a := range through(t, script(t, asIs)+" {cmd}", RunOptions{}, cases...) {
		want := Answer{Text: string(cases[i].Stdout) + string(cases[i].Stderr), Exit: 3}
		if diff := cmp.Diff(want, a); diff != "" {
			t.Errorf("%s as it is (-want +got):\n%s", cases[i].ID, diff)
		}
	}
	for i, a := range through(t, script(t, lastFive)+" {cmd}", RunOptions{Needs: []string{"tail"}}, cases...) {
		isEnd := strings.Count(a.Text, "\n") == 5 && strings.HasSuffix(a.Text, "and so on\n")
		if a.NotRun != "" || a.Exit != 0 || !isEnd {
			t.Errorf("the last five lines of %s: %+v", cases[i].ID, a)
		}
	}
}

// TestPeersNeverRunTheProgram holds that neither the program that the command names nor any other can be found.
func TestPeersNeverRunTheProgram(t *testing.T) {
	real, mark := t.TempDir(), filepath.Join(t.TempDir(), "ran")
	if err := os.WriteFile(filepath.Join(real, "tell"), []byte("#!/bin/sh\n: >'"+mark+"'\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", real+string(os.PathListSeparator)+os.Getenv("PATH"))
	cases := []corpus.Case{told("a", "tell story"), told("b", "whisper story")}
	for _, peer := range []string{asIs, "tell story\nuname; ls /; \"$@\"\n", "PATH=$PATH:; tell\n"} {
		for i, a := range through(t, script(t, peer)+" {cmd}", RunOptions{}, cases...) {
			if a.NotRun == "" && !strings.Contains(a.Text, "long story") {
				t.Errorf("peer %q on %s: %+v", peer, cases[i].ID, a)
			}
		}
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("the real program ran")
	}
	list := through(t, script(t, "uname >/dev/null 2>&1 && echo found; command -v ls\nexec \"$@\"\n")+" {cmd}",
		RunOptions{}, cases...)
	for _, a := range list {
		if strings.Contains(a.Text, "found") || a.NotRun != "" {
			t.Errorf("a peer finds more on PATH than the shim: %+v", a)
		}
	}
}

func TestPeersSayWhatIsNotRun(t *testing.T) {
	for _, tt := range []struct{ name, peer, command, want string }{
		{"simple", asIs, "tell a 'b c' \"d\\\"e\" f\\ g", ""},
		{"no command", asIs, "", noCommand},
		{"a pipe", asIs, "tell | head", notSimple},
		{"two", asIs, "tell; tell", notSimple},
		{"a redirection", asIs, "tell 2>&1", notSimple},
		{"a variable before", asIs, "A=1 tell", notSimple},
		{"in the background", asIs, "tell &", notSimple},
		{"not Bash", asIs, "tell (", notSimple},
		{"a glob", asIs, "tell *.go", needsShell},
		{"a variable", asIs, "tell \"$HOME\"", needsShell},
		{"a home", asIs, "tell ~/x", needsShell},
		{"a path", asIs, "./tell", byPath},
		{"exec", asIs, "exec /bin/tell", builtin},
		{"kill", asIs, "kill -9 123", builtin},
		{"another call", "exec \"$1\" --json\n", "tell a", otherCall},
		{"one call too many", "\"$@\"; \"$1\"\n", "tell a", otherCall},
		{"its version", "\"$1\" --version; \"$@\"\n", "tell a", ""},
		{"its version alone", "\"$1\" --version\n", "tell a", notAsked},
		{"where git is", "\"$1\" -C / rev-parse --show-toplevel || \"$@\"\n", "git log", ""},
		{"another log", "\"$1\" log -3; \"$@\"\n", "git log", otherCall},
		{"no call", "echo done\n", "tell a", notAsked},
		{"what the peer needs", asIs, "sleep 9", shadowed},
		{"slow", "sleep 30\n", "tell", timedOut},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			o := RunOptions{Needs: []string{"sleep"}}
			if tt.want == timedOut {
				o.Timeout = 100 * time.Millisecond
			}
			list := through(t, script(t, tt.peer)+" {cmd}", o, told("a", tt.command))
			if list[0].NotRun != tt.want {
				t.Errorf("not run: %q, want %q", list[0].NotRun, tt.want)
			}
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// TestPeerTemplates holds how the command stands in a template: as words, or as one line where it is part of a word.
func TestPeerTemplates(t *testing.T) {
	peer := script(t, "for a in \"$@\"; do echo \"<$a>\"; done; tell 'a b' c >/dev/null\n")
	for _, tt := range []struct{ template, want string }{
		{"{cmd}", "<tell>\n<a b>\n<c>\n"},
		{"-x  -- {cmd} -y", "<-x>\n<-->\n<tell>\n<a b>\n<c>\n<-y>\n"},
		{"'{cmd}'", "<tell 'a b' c>\n"},
		{"\"{cmd} | tail\" ''", "<tell 'a b' c | tail>\n<>\n"},
	} {
		p, err := Parse("fake=" + peer + " " + tt.template)
		if err != nil {
			t.Fatal(err)
		}
		s, err := newStage(RunOptions{Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		defer s.close()
		c := told("a", "tell 'a b' c")
		out, why, err := s.play(t.Context(), &p, &c)
		if err != nil || why != "" {
			t.Fatal(err, why)
		}
		if diff := cmp.Diff(tt.want+"and so on\n", out.text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.template, diff)
		}
	}
	for _, tt := range []struct{ peer, want string }{
		{"rtk", "want NAME=TEMPLATE"}, {"=sh {cmd}", "want NAME=TEMPLATE"}, {"a=sh", "want a program and {cmd}"},
		{"a={cmd}", "want a program and {cmd}"},
		{"a=sh '{cmd}", "quote"}, {"a=no-such-program {cmd}", "command not found"},
	} {
		if _, err := Parse(tt.peer); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Parse(%q): %v, want an error with %q", tt.peer, err, tt.want)
		}
	}
}

// A round is the command alone and then each peer; a peer that never asks the command has no times.
func TestTimes(t *testing.T) {
	var list []Peer
	const tooMuch = "head -c 34000000 /dev/zero\n" // to be kept, but timed output is dropped
	for _, text := range []string{asIs, "sleep 0.05\n" + asIs, "echo done\n", tooMuch + asIs} {
		p, err := Parse("fake=" + script(t, text) + " {cmd}")
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	c := told("a", "tell story")
	times, err := timeRuns(t.Context(), &c, "", list, 3, RunOptions{Needs: []string{"sleep", "head"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(times[0]) != 3 || len(times[1]) != 3 || times[3] != nil || len(times[4]) != 3 {
		t.Fatalf("three rounds of peers that ask and one that doesn't: %+v", times)
	}
	for i, slow := range times[2] {
		if slow.Clock < 50*time.Millisecond || slow.Processor > slow.Clock+time.Second {
			t.Errorf("round %d: a peer that sleeps for 50 ms took %v", i, slow)
		}
	}
	program, err := exec.LookPath("true")
	if err != nil {
		t.Fatal(err)
	}
	c.Command = "nothing"
	nothing, err := timeRuns(t.Context(), &c, program, list, 2, RunOptions{Needs: []string{"sleep", "head"}})
	if err != nil || len(nothing[0]) != 2 || len(nothing[2]) != 2 {
		t.Errorf("a program that does nothing: %+v, %v", nothing, err)
	}
	if _, err := timeRuns(t.Context(), &corpus.Case{Command: "a | b"}, "", list, 1, RunOptions{}); err == nil {
		t.Error("a pipe is timed, want an error")
	}
}
