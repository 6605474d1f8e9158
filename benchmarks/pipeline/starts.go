package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// The gates of a start. Beyond the command itself, "run -- true" takes 2.5 starts of an empty program on a quiet
// machine. So do the hook and a shim, which start nothing or give way to the program. On a shared machine the same
// ratios came to 4.7 while six other processes ran. A bare tee waits for processes, and cat through toktee mostly
// computes. So their ratio goes from 4.6 to 6 with the machine, for the same program.
//
// In CI, each limit is a third above the largest of the medians that were measured on two cores at a load of 5 to 25,
// in starts of an empty program.
const (
	maxToEmpty   = 2.5
	maxOverCat   = 9 // ms
	maxToEmptyCI = 6
	maxCatToBare = 7.5
	maxKeeping   = 2 // ms, of a small output and of 100 KB
	maxKeepingCI = 3 // starts of an empty program

	maxHook, maxReplace, maxPrefix, maxPiped = 3, 5, 3.5, 3

	maxHookCI    = 4.5
	maxReplaceCI = 7
	maxPrefixCI  = 4
	maxPipedCI   = 3
	catSize      = 100_000
	shortSize    = 4_000
)

// A start is one way to start something, measured in turns with others.
type start struct {
	name  string
	argv  func(i int) []string
	stdin string
	took  []time.Duration
}

// starts measures what toktee adds to a command: each of the rows is the median over pairs that are made in turns.
func (m *meter) starts(t *table) error {
	m.say("start: %d pairs of true, and of cat", m.o.pairs)
	if err := m.startTrue(t); err != nil {
		return err
	}
	return m.startCat(t)
}

// startTrue measures the costs that don't depend on the command's output.
func (m *meter) startTrue(t *table) error {
	truth, err := exec.LookPath("true")
	if err != nil {
		return err
	}
	shim := m.path("true")
	if err := os.Remove(shim); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Symlink(m.toktee, shim); err != nil {
		return err
	}
	shims := m.path("shims")
	if err := os.MkdirAll(shims, 0o700); err != nil {
		return err
	}
	if err := os.Symlink(m.toktee, filepath.Join(shims, "ls")); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	alone, empty := steady("alone", truth), steady("empty", m.empty)
	run, stand := steady("toktee", m.toktee, "run", "--", truth), steady("shim", shim)
	hook, replace := m.hook("hook", "done\n"), m.hook("replace", replaced)
	all := []*start{alone, empty, run, hook, replace, stand}
	type measured struct {
		name      string
		limit, ci float64
		took      func() []time.Duration
	}
	beyond := func(s, base *start) func() []time.Duration {
		return func() []time.Duration { return differences(s.took, base.took) }
	}
	rows := []measured{
		{"run -- true, beyond true", maxToEmpty, maxToEmptyCI, beyond(run, alone)},
		{"hook, of a short output", maxHook, maxHookCI, func() []time.Duration { return hook.took }},
		{"hook, of an output that it replaces", maxReplace, maxReplaceCI,
			func() []time.Duration { return replace.took }},
		{"a shim of true, beyond true", maxToEmpty, maxToEmptyCI, beyond(stand, alone)},
	}
	if runtime.GOOS == "linux" {
		bare, prefix := m.prefixed("bare", "/bin/sh -c"), m.prefixed("prefix", m.toktee+" prefix")
		raw, piped := m.piped("raw", "1"), m.piped("piped", "")
		all = append(all, bare, prefix, raw, piped)
		rows = append(rows,
			measured{"the shell prefix of Claude Code, beyond the shell", maxPrefix, maxPrefixCI, beyond(prefix, bare)},
			measured{"a shim before a pipe, beyond TOKTEE_RAW", maxPiped, maxPipedCI, beyond(piped, raw)})
	}
	if err := m.inTurns(all...); err != nil {
		return err
	}
	t.took("true", all...)
	for _, r := range rows {
		took := r.took()
		value := median(quotients(took, empty.took))
		note := fmt.Sprintf("%.3g ms", milliseconds(median(took)))
		name, unit := "start: "+r.name+", to an empty program", "times"
		t.add(row{kind: absolute, name: name, value: value, limit: r.limit, unit: unit, note: note})
		t.add(row{kind: ratio, name: name, value: value, limit: r.ci, unit: unit, note: note})
	}
	return nil
}

// replaced is an output for which a hook answers with a short text.
var replaced = strings.Repeat("compiling a file of the project with all of its options\n", 200)

// hook returns the start of a hook for an output of Claude Code's Bash.
func (m *meter) hook(name, output string) *start {
	event, _ := json.Marshal(map[string]any{ // of texts
		"session_id": "s", "cwd": m.dir, "hook_event_name": "PostToolUse", "tool_name": "Bash",
		"tool_input":      map[string]string{"command": "make all"},
		"tool_response":   map[string]any{"stdout": output, "stderr": "", "interrupted": false},
		"permission_mode": "bypassPermissions",
	})
	s := steady(name, m.toktee, "hook", "claude")
	s.stdin = string(event)
	return s
}

// prefixed returns the start of Claude Code's shell for a command that does nothing, under a prefix. Its output is a
// file, as Claude Code's is.
func (m *meter) prefixed(name, prefix string) *start {
	return steady(name, "/bin/sh", "-c", "export SHELL=/bin/sh; exec "+prefix+
		` "source none 2>/dev/null || true && eval 'true' < /dev/null && pwd -P >| cwd" >captured 2>&1`)
}

// piped returns the start of a program before a pipe in a shell of ours. raw is the value of TOKTEE_RAW.
func (m *meter) piped(name, raw string) *start {
	return steady(name, "/bin/sh", "-c",
		"export TOKTEE_AGENT=$PPID TOKTEE_RAW="+raw+" PATH="+m.path("shims")+`:"$PATH"; ls -d / | cat`)
}

// startCat measures the cost of short outputs, captured logs that are kept, in the store and the journal: with the run
// of 100 KB, and for that and 4 KB against the same run with --no-store.
func (m *meter) startCat(t *table) error {
	cat, err := exec.LookPath("cat")
	if err != nil {
		return err
	}
	large, small, of, err := m.catFiles()
	if err != nil {
		return err
	}
	for _, c := range []struct {
		size  string
		files []string
	}{{"4 KB", small}, {"100 KB", large}} {
		starts := func(name string, before ...string) *start {
			argv := func(i int) []string { return append(slices.Clone(before), cat, c.files[i]) }
			return &start{name: name, argv: argv}
		}
		alone, bare := starts("alone"), starts("bare", m.bare, m.path("bare.out"))
		not, kept := starts("not", m.toktee, "run", "--no-store", "--"), starts("kept", m.toktee, "run", "--")
		empty := steady("empty", m.empty)
		if err := m.inTurns(alone, empty, bare, not, kept); err != nil {
			return err
		}
		t.took("cat "+c.size, alone, empty, bare, not, kept)
		keeping := differences(kept.took, not.took)
		name := "start: keeping the output, cat of " + c.size + ", beyond --no-store"
		t.add(row{
			kind: absolute, name: name, value: milliseconds(median(keeping)), limit: maxKeeping, unit: "ms",
			note: fmt.Sprintf(
				"%.3g ms with, %.3g without", milliseconds(median(kept.took)), milliseconds(median(not.took))),
		})
		t.add(row{
			kind: ratio, name: name + ", to an empty program", value: median(quotients(keeping, empty.took)),
			limit: maxKeepingCI, unit: "times",
		})
		if c.size == "4 KB" {
			continue
		}
		over := differences(kept.took, alone.took)
		t.add(row{
			kind: absolute, name: "start: run -- cat of 100 KB of " + of + ", kept, beyond cat",
			value: milliseconds(median(over)), limit: maxOverCat, unit: "ms",
			note: fmt.Sprintf("%.3g empty programs", median(quotients(over, empty.took))),
		})
		t.add(row{
			kind: ratio, name: "start: run -- cat of 100 KB, kept, to a bare tee",
			value: median(quotients(kept.took, bare.took)), limit: maxCatToBare, unit: "times",
		})
	}
	return m.isKept(t, large[len(large)-1])
}

// isKept checks that the store has the last output.
func (m *meter) isKept(t *table, file string) error {
	last, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(m.ctx, m.toktee, "show")
	cmd.Env = m.env
	kept, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("toktee show: %w", err)
	}
	problem := ""
	if !bytes.Equal(kept, last) {
		problem = fmt.Sprintf("toktee show gives %d bytes, other than the %d that cat printed", len(kept), len(last))
	}
	t.truth("start: the output of cat is kept", problem)
	return nil
}

// steady returns a start of the same program each time.
func steady(name string, argv ...string) *start {
	return &start{name: name, argv: func(int) []string { return argv }}
}

// inTurns starts each once, and again, until there are enough of them. The first round is to warm up.
func (m *meter) inTurns(all ...*start) error {
	for i := range m.o.pairs + 1 {
		for _, s := range all {
			d, err := m.time(s.stdin, s.argv(i)...)
			if err != nil {
				return err
			}
			if i > 0 {
				s.took = append(s.took, d)
			}
		}
	}
	return nil
}

// took keeps the starts' own times.
func (t *table) took(of string, all ...*start) {
	for _, s := range all {
		for _, d := range s.took {
			t.sample("Start/"+of+"/"+s.name, d, "")
		}
	}
}

// catFiles writes two files for each pair, of 100 KB and of 4 KB. The files hold successive parts of the captured logs,
// from the beginning again after the end. The store keeps equal outputs once, so each file has a first line of its own.
// of names the kind of logs.
func (m *meter) catFiles() (large, small []string, of string, err error) {
	logs, err := m.captured()
	if err != nil {
		return nil, nil, "", err
	}
	text := slices.Concat(logs...)
	of = "captured outputs"
	if m.o.jobs != "" {
		of = "CI logs"
	}
	for i := range m.o.pairs + 1 {
		part := fmt.Appendf(nil, "log %d\n", i)
		for at := i * catSize % len(text); len(part) < catSize; at = 0 {
			part = append(part, text[at:min(len(text), at+catSize-len(part))]...)
		}
		large = append(large, m.path(fmt.Sprintf("large-%d", i)))
		small = append(small, m.path(fmt.Sprintf("small-%d", i)))
		err := errors.Join(os.WriteFile(large[i], part, 0o600), os.WriteFile(small[i], part[:shortSize], 0o600))
		if err != nil {
			return nil, nil, "", err
		}
	}
	return large, small, of, nil
}
