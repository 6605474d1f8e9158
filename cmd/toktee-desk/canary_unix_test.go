//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/live"
)

// canary is in everything that is to be forgotten. A database may have only a part of it.
const canary = "xqkanarienvogelzz"

// A cage is the home of a user: every file that toktee writes is below root.
type cage struct {
	*testing.T
	root, dir string // dir is the store
	session   string // "s", or the canary if the session is to be forgotten
	env       []string
}

func newCage(t *testing.T, session string) *cage {
	root := t.TempDir()
	c := &cage{T: t, root: root, dir: filepath.Join(root, "store"), session: session}
	c.env = append(os.Environ(), "TOKTEE_STORE="+c.dir, "CLAUDE_CODE_SESSION_ID=")
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "TMPDIR"} {
		c.env = append(c.env, name+"="+filepath.Join(root, name))
		c.ok(os.Mkdir(filepath.Join(root, name), 0o700))
	}
	return c
}

func (c *cage) ok(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

func (c *cage) command(args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(programs, "toktee"), args...)
	cmd.Env, cmd.Dir = c.env, c.root
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

func (c *cage) toktee(args ...string) string {
	c.Helper()
	out, err := c.command(args...).CombinedOutput()
	if exit := new(exec.ExitError); err != nil && (!errors.As(err, &exit) || args[0] != "run") {
		c.Fatalf("toktee %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// run runs a command whose output and command line have the canary, with n lines.
func (c *cage) run(n int) {
	c.Helper()
	c.toktee("run", "--session", c.session, "--", "sh", "-c", fmt.Sprintf("seq -f %s%%g 1 %d; exit 1", canary, n))
}

// kill starts a run that prints without an end, and kills it when ready returns true.
func (c *cage) kill(ready func() bool, flags ...string) {
	c.Helper()
	args := append([]string{"run"}, flags...)
	cmd := c.command(append(args, "--", "sh", "-c", "yes "+canary+"yes | head -c 300000000; sleep 20")...)
	c.ok(cmd.Start())
	for end := time.Now().Add(2 * time.Minute); !ready(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			c.Error("it didn't come so far")
			break
		}
	}
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	cmd.Wait()
}

// spooled reports whether a recording has reached the disk.
func (c *cage) spooled() bool {
	files, _ := filepath.Glob(filepath.Join(c.dir, "tmp", "spool-*"))
	for _, f := range files {
		if info, err := os.Stat(f); err == nil && info.Size() > 0 {
			return true
		}
	}
	return false
}

func (c *cage) write(name, text string) {
	c.Helper()
	path := filepath.Join(c.dir, name)
	c.ok(os.MkdirAll(filepath.Dir(path), 0o700))
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	c.ok(err)
	_, err = f.WriteString(text)
	c.ok(errors.Join(err, f.Close()))
}

// note appends an event of the session to the journal.
func (c *cage) note(e journal.Event) {
	c.Helper()
	e.Time = time.Now()
	c.ok(journal.Append(c.store().JournalDir(), e))
}

func (c *cage) store() *store.Store { return store.Open(store.Options{Dir: c.dir}) }

func (c *cage) ledger() *ledger.Ledger {
	c.Helper()
	st := c.store()
	l, err := ledger.Open(c.Context(), ledger.Options{
		Path: filepath.Join(c.dir, ledger.Name), Journal: st.JournalDir(), Store: st,
	})
	c.ok(err)
	_, err = l.Index(c.Context(), nil)
	c.ok(err)
	c.Cleanup(func() { l.Close() })
	return l
}

// records returns the files of the records.
func (c *cage) records() []string {
	c.Helper()
	files, err := filepath.Glob(filepath.Join(c.dir, "records", "*"))
	c.ok(err)
	return files
}

// ids returns the ids of the results that the store or the journal has.
func (c *cage) ids() map[string]bool {
	c.Helper()
	ids := map[string]bool{}
	list, _, err := c.store().List(0)
	c.ok(err)
	for _, r := range list {
		ids[r.ID] = true
	}
	_, _, err = journal.Read(c.Context(), c.store().JournalDir(), journal.Position{},
		func(e journal.Event, _ journal.Position) error {
			ids[e.ID] = true
			return nil
		})
	c.ok(err)
	delete(ids, "")
	return ids
}

// found returns the files below root with a part of the canary in their names, their bytes, or what they compress.
func (c *cage) found() (names []string) {
	c.Helper()
	has := func(b []byte) bool {
		return bytes.Contains(b, []byte(canary[:10])) || bytes.Contains(b, []byte(canary[7:]))
	}
	c.ok(filepath.WalkDir(c.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		bad := has([]byte(path)) || has(b)
		for at := b; !bad; {
			_, rest, ok := bytes.Cut(at, []byte("\x28\xb5\x2f\xfd"))
			if !ok {
				break
			}
			r, e := zstd.NewReader(bytes.NewReader(at[len(at)-len(rest)-4:]))
			c.ok(e)
			text, _ := io.ReadAll(io.LimitReader(r, 1<<20)) // of half a file, what can be read
			r.Close()
			bad, at = has(text), rest
		}
		if bad {
			names = append(names, path[len(c.root):])
		}
		return err
	}))
	return names
}

func compressed(text string) string {
	var b bytes.Buffer
	w, _ := zstd.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

const many = 60_000 // lines of an output that has a file of its own

// situations lists the states in which a store may be after an interruption.
var situations = []struct {
	name string
	do   func(c *cage)
}{
	{"a small output", func(c *cage) { c.run(300) }},
	{"an output with its own file", func(c *cage) { c.run(many * 5) }},
	{"an output that two results have", func(c *cage) {
		c.run(many)
		c.toktee("summarize", "--session", c.session, c.copyOf())
	}},
	{"a run killed while it spools", func(c *cage) { c.kill(c.spooled, "--session", c.session) }},
	{"a run killed without a store", func(c *cage) {
		start := time.Now()
		c.kill(func() bool { return time.Since(start) > time.Second }, "--no-store")
	}},
	{"a run killed while a viewer follows", func(c *cage) {
		var f *live.File
		c.kill(func() bool {
			if f == nil {
				runs, _ := abort.List(filepath.Join(c.root, "XDG_RUNTIME_DIR", "toktee", "runs"))
				if len(runs) == 0 {
					return false
				}
				var err error
				f, err = live.Follow(filepath.Join(c.dir, "tmp"), runs[0].ID)
				c.ok(err)
			}
			n, _ := f.Size()
			return n > 0
		}, "--session", c.session)
		c.ok(f.Close())
	}},
	{"runs killed at any time", func(c *cage) {
		for wait := time.Duration(0); wait < 60*time.Millisecond; wait += 4 * time.Millisecond {
			script := fmt.Sprintf("seq -f %s%%g 1 %d", canary, many)
			cmd := c.command("run", "--session", c.session, "--", "sh", "-c", script)
			c.ok(cmd.Start())
			time.Sleep(wait)
			syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
			cmd.Wait()
		}
		c.run(10)
	}},
	{"half a record", func(c *cage) { c.run(10); c.write("tmp/put-1", canary) }},
	{"half a payload", func(c *cage) {
		c.run(10)
		c.write("tmp/put-1", compressed(strings.Repeat(canary, 9999))[:50])
	}},
	{"half a recording in a private folder", func(c *cage) {
		c.run(10)
		c.write("tmp/spool-1/spool-2.zst", compressed(canary))
	}},
	{"a payload without a record", func(c *cage) { c.run(many); c.ok(os.Remove(c.records()[0])) }},
	{"a record put twice", func(c *cage) { c.run(10); c.run(10) }},
	{"a damaged record", func(c *cage) {
		c.run(10)
		b, err := os.ReadFile(c.records()[0])
		c.ok(errors.Join(err, os.WriteFile(c.records()[0], b[20:], 0o600)))
	}},
	{"a pruned result", func(c *cage) { c.run(10); c.ledger(); c.ok(os.Remove(c.records()[0])) }},
	{"half a line of the journal", func(c *cage) {
		c.run(10)
		today := time.Now().UTC().Format(time.DateOnly)
		c.write("journal/"+today+".jsonl", "\n{\"event\":\"result\",\"command\":\""+canary)
	}},
	{"half a line of an earlier day", func(c *cage) {
		c.run(10)
		c.write("journal/2026-01-02.jsonl", "\n{\"command\":\""+canary)
	}},
	{"an earlier request to forget", func(c *cage) {
		c.run(10)
		c.note(journal.Event{Kind: journal.Forgot, Session: c.session})
		c.run(10)
	}},
	{"a session that the journal alone knows", func(c *cage) {
		c.env = append(c.env, "CLAUDE_CODE_SESSION_ID="+c.session)
		c.toktee("run", "--", "sh", "-c", "seq -f "+canary+"%g 1 300")
	}},
	{"a sub-agent", func(c *cage) { c.session += "/agent"; c.run(300); c.ledger() }},
	{"a call that was repeated", func(c *cage) { c.run(20); c.run(20); c.run(300); c.run(300) }},
	{"hooks", func(c *cage) {
		for _, n := range []int{1500, 1500, 5} {
			if n == 5 && c.session != canary {
				continue // a short output has no id, but a session
			}
			event, err := json.Marshal(map[string]any{
				"session_id": c.session, "cwd": c.root, "hook_event_name": "PostToolUse", "tool_name": "Bash",
				"tool_input":    map[string]string{"command": "make " + canary},
				"tool_response": map[string]any{"stdout": strings.Repeat(canary+"\n", n), "stderr": ""},
			})
			c.ok(err)
			cmd := c.command("hook", "claude")
			cmd.Stdin = bytes.NewReader(event)
			c.ok(cmd.Run())
		}
	}},
	{"a consent", func(c *cage) {
		c.run(10)
		for id := range c.ids() {
			c.toktee("store", "share", id)
		}
	}},
	{"an indexed ledger", func(c *cage) { c.run(many); c.ledger() }},
	{"a ledger that is open", func(c *cage) { c.run(many); c.ledger().Changed(c.Context()) }},
	{"a ledger whose process was killed", func(c *cage) {
		c.run(many)
		c.ledger()
		aside := c.TempDir()
		c.ok(os.CopyFS(aside, os.DirFS(c.dir))) // with the log, which the end of the process would remove
		c.ok(os.RemoveAll(c.dir))
		c.ok(os.CopyFS(c.dir, os.DirFS(aside)))
	}},
	{"a ledger that was moved aside", func(c *cage) {
		c.run(10)
		c.write(ledger.Name+".damaged-20260102T030405", canary)
	}},
	{"a damaged ledger", func(c *cage) {
		c.run(many)
		c.ledger().Close()
		path := filepath.Join(c.dir, ledger.Name)
		b, err := os.ReadFile(path)
		c.ok(errors.Join(err, os.WriteFile(path, append([]byte("no database"), b[11:]...), 0o600)))
	}},
	{"a report of an experiment", func(c *cage) {
		c.run(10)
		line := fmt.Sprintf("{\"session\":%q}\n", c.session)
		c.write("experiments/x.jsonl", line)
		c.write("experiments/.experiment-1", line)
	}},
}

// copyOf writes the output of [cage.run] to a file outside of root.
func (c *cage) copyOf() string {
	var b strings.Builder
	for i := range many {
		fmt.Fprintf(&b, "%s%d\n", canary, i+1)
	}
	path := filepath.Join(c.TempDir(), "output")
	c.ok(os.WriteFile(path, []byte(b.String()), 0o600))
	return path
}

// TestNothingIsLeft leaves a store in each situation, forgets each result, the session or everything, and looks for the
// canary in all files: no byte of it is left.
func TestNothingIsLeft(t *testing.T) {
	for _, s := range situations {
		for _, by := range []string{"result", "session", "all"} {
			t.Run(s.name+", by "+by, func(t *testing.T) {
				t.Parallel()
				c := newCage(t, map[string]string{"result": "s", "session": canary, "all": canary}[by])
				c.toktee("run", "--", "echo", "another output")
				s.do(c)
				if len(c.found()) == 0 {
					t.Fatal("before, no file has it")
				}
				switch by {
				case "result":
					for id := range c.ids() {
						c.toktee("store", "forget", id)
					}
				case "session":
					c.toktee("store", "forget", "--session", canary)
				case "all":
					c.toktee("store", "forget", "--all")
				}
				if names := c.found(); len(names) > 0 {
					t.Errorf("afterwards, these have it: %q", names)
				}
				if out := c.toktee("store", "verify"); !strings.HasSuffix(out, ": no damage found\n") {
					t.Errorf("verify: %s", out)
				}
			})
		}
	}
}
