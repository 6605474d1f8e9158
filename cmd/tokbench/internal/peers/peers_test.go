package peers

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
	"github.com/toktee/toktee/cmd/tokbench/internal/summarytest"
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
func through(t *testing.T, template string, o Options, cases ...corpus.Case) []Case {
	t.Helper()
	p, err := Parse("fake=" + template)
	if err != nil {
		t.Fatal(err)
	}
	all, err := Run(t.Context(), &score.Bench{Summarise: summarytest.Honest, Jobs: 3}, cases, []Peer{p}, o)
	if err != nil {
		t.Fatal(err)
	}
	return all[0]
}

// told is a story by a command with arguments.
func told(id, command string) corpus.Case {
	c := summarytest.Story(id, 40)
	c.Command, c.Stderr = command, []byte("and so on\n")
	return c
}

const (
	asIs     = "exec \"$@\"\n"
	lastFive = "\"$@\" 2>&1 | tail -n 5\nexit 0\n"
)

func TestPeersAreScored(t *testing.T) {
	cases := []corpus.Case{told("a", "tell --long 'the story' now"), told("b", "tell")}
	for _, c := range through(t, script(t, asIs)+" {cmd}", Options{}, cases...) {
		if c.NotRun != "" || c.Changed || c.Tokens != c.RawTokens || c.Lost != 0 || c.Exit != 3 ||
			c.OurTokens > c.Tokens {
			t.Errorf("%s as it is: %+v", c.Case.ID, c)
		}
	}
	list := through(t, script(t, lastFive)+" {cmd}", Options{Needs: []string{"tail"}}, cases...)
	tallied := rows(list)
	if len(tallied) != 1 {
		t.Fatalf("%d rows, want one", len(tallied))
	}
	r := tallied[0]
	peer := r.peer.Measure()
	// The first fact stands in the first line, the second in the last but one.
	if r.run != 2 || r.peer.Labelled != 2 || r.green != 2 || r.exitChanged != 2 || r.bigger != 0 {
		t.Errorf("the last five lines: %+v", r)
	}
	if peer.Recall == nil || *peer.Recall != 0.5 || peer.Intact == nil || *peer.Intact != 0 {
		t.Errorf("the last five lines: %+v", r)
	}
	if peer.Saved < 0.7 || peer.Net > -0.1 {
		t.Errorf("the last five lines save %v, net %v: want most of 40 lines, and the price of both lost facts",
			peer.Saved, peer.Net)
	}
	for _, c := range list {
		if c.OurTokens > max(c.Tokens, summary.SmallestBudget) {
			t.Errorf("ours has %d tokens, the peer's %d", c.OurTokens, c.Tokens)
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
		for _, c := range through(t, script(t, peer)+" {cmd}", Options{AnyCall: true}, cases...) {
			if c.NotRun == "" && c.Lost != 0 {
				t.Errorf("peer %q on %s: %+v", peer, c.Case.ID, c)
			}
		}
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("the real program ran")
	}
	list := through(t, script(t, "uname >/dev/null 2>&1 && echo found; command -v ls\nexec \"$@\"\n")+" {cmd}",
		Options{}, cases...)
	for _, c := range list {
		if c.Changed || c.NotRun != "" {
			t.Errorf("a peer finds more on PATH than the shim: %+v", c)
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
			o := Options{Needs: []string{"sleep"}}
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
		s, err := newStage(nil)
		if err != nil {
			t.Fatal(err)
		}
		defer s.close()
		c := told("a", "tell 'a b' c")
		out, why, err := s.play(t.Context(), &p, &c, Options{Timeout: time.Minute})
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

func TestPeersReportIsTheSameWithAnyNumberOfJobs(t *testing.T) {
	var cases []corpus.Case
	for i := range 7 {
		c := told(fmt.Sprint("case", i), "tell "+strings.Repeat("x", i))
		c.Family = []string{"odd", "even"}[i%2]
		cases = append(cases, c)
	}
	cases[3].Command = "tell | head"
	p, err := Parse("last=" + script(t, lastFive) + " {cmd}")
	if err != nil {
		t.Fatal(err)
	}
	var want string
	for _, jobs := range []int{1, 4} {
		r := Report{Peers: []Peer{p}}
		if r.Cases, err = Run(t.Context(), &score.Bench{Summarise: summarytest.Honest, Jobs: jobs}, cases, r.Peers,
			Options{Needs: []string{"tail"}}); err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		js, err := r.JSON()
		if err != nil {
			t.Fatal(err)
		}
		got.Write(js)
		if err := r.Print(&got); err != nil {
			t.Fatal(err)
		}
		if err := r.Markdown(&got); err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{"not run: 1: not one simple command", "- 1 not run: not one simple command",
			`"red_as_green": 6`, "| odd |"} {
			if !strings.Contains(got.String(), s) {
				t.Errorf("the report lacks %q:\n%s", s, got.String())
			}
		}
		if want == "" {
			want = got.String()
		}
		if diff := cmp.Diff(want, got.String()); diff != "" {
			t.Errorf("%d jobs (-1 job +%d jobs):\n%s", jobs, jobs, diff)
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
	times, err := Time(t.Context(), &c, list, 3, Options{Needs: []string{"sleep", "head"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(times.Raw) != 3 || len(times.Peers[0]) != 3 || times.Peers[2] != nil || len(times.Peers[3]) != 3 {
		t.Fatalf("three rounds of peers that ask and one that doesn't: %+v", times)
	}
	for i, slow := range times.Peers[1] {
		alone := times.Raw[i]
		if slow.Clock < 50*time.Millisecond || slow.Clock < alone.Clock || slow.Processor > slow.Clock+time.Second {
			t.Errorf("round %d: a peer that sleeps for 50 ms took %v, the command alone %v", i, slow, alone)
		}
	}
	nothing, err := TimeNothing(t.Context(), list, 2, Options{Needs: []string{"sleep", "head"}})
	if err != nil || len(nothing.Raw) != 2 || len(nothing.Peers[1]) != 2 {
		t.Errorf("a program that does nothing: %+v, %v", nothing, err)
	}
	if _, err := Time(t.Context(), &corpus.Case{Command: "a | b"}, list, 1, Options{}); err == nil {
		t.Error("a pipe is timed, want an error")
	}
}
