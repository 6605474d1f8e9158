package ledger

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host/journal"
)

// childDir makes a test's process one that indexes.
const childDir = "TOKTEE_TEST_LEDGER_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		l, err := Open(context.Background(), home{dir}.options())
		for err == nil {
			_, err = l.Index(context.Background(), nil)
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// TestKilled lets two processes index what a third one notes, kills them at random times, and compares the totals
// with a recount.
func TestKilled(t *testing.T) {
	h := home{t.TempDir()}
	var events []journal.Event
	rng := rand.New(rand.NewPCG(3, 4))
	l := h.open(t)
	for round := range 6 {
		var children [2]*exec.Cmd
		for i := range children {
			children[i] = exec.Command(os.Args[0])
			children[i].Env = append(os.Environ(), childDir+"="+h.dir)
			if err := children[i].Start(); err != nil {
				t.Fatal(err)
			}
		}
		for n := range 150 {
			e := journal.Event{
				Kind: journal.Result, Time: noon.Add(time.Duration(round*150+n) * time.Second), Tool: "Bash",
				ID: fmt.Sprintf("%012d", round*150+n), Session: fmt.Sprint(n % 5), Raw: rng.IntN(1000),
				Given: rng.IntN(100), Command: []string{"go test", "make", "ls"}[rng.IntN(3)],
			}
			if n%10 == 3 {
				e.Kind, e.ID = journal.Fetched, events[rng.IntN(len(events))].ID
			}
			if n%25 == 0 {
				h.keep(t, round*150+n, strings.Repeat(fmt.Sprintf("line of %d\n", n), 50), e)
			} else {
				h.note(t, e)
			}
			events = append(events, e)
			if n == 70 { // one of them in the middle of its work, the other at the end
				time.Sleep(time.Duration(rng.IntN(60)) * time.Millisecond)
				kill(t, children[0])
			}
		}
		kill(t, children[1])
	}
	index(t, l)
	compare(t, l, events, Query{})
	if got, _ := hits(t, l, Search{Text: "line", Limit: 1 << 20}); len(got) != 6*6*50 {
		t.Errorf("%d lines are found, want %d", len(got), 6*6*50)
	}
	var outputs, docs int
	if err := l.read.QueryRow("SELECT (SELECT count(*) FROM outputs), (SELECT sum(chunks) FROM outputs)").Scan(&outputs,
		&docs); err != nil || outputs != 36 || docs != 36 {
		t.Errorf("%d outputs of %d chunks are indexed, %v, want 36", outputs, docs, err)
	}
}

func kill(t *testing.T, c *exec.Cmd) {
	t.Helper()
	if err := c.Process.Kill(); err != nil {
		t.Fatalf("the process ended by itself: %v", err)
	}
	err := c.Wait()
	if e := (*exec.ExitError)(nil); !errors.As(err, &e) || e.Exited() {
		t.Fatalf("the process ended by itself: %v", err)
	}
}

// TestSQLite lets SQLite's own program, where it is installed, read the database while it is open, and recount it.
func TestSQLite(t *testing.T) {
	program, err := exec.LookPath("sqlite3")
	if err != nil {
		t.Skip("sqlite3 isn't installed")
	}
	h := home{t.TempDir()}
	var events []journal.Event
	for n := range 200 {
		e := journal.Event{
			Kind: journal.Result, Time: noon.Add(time.Duration(n) * time.Hour), ID: fmt.Sprint(n), Raw: n * 7, Given: n,
			Tool: []string{"Bash", "Read"}[n%2], Session: fmt.Sprint(n % 3),
		}
		events = append(events, e)
	}
	h.note(t, events...)
	l := h.open(t)
	index(t, l)
	ask := func(query string) string {
		out, err := exec.Command(program, "-readonly", h.options().Path, query).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", query, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	if got := ask("PRAGMA integrity_check"); got != "ok" {
		t.Errorf("integrity: %s", got)
	}
	groups, err := l.Stats(t.Context(), Query{By: ByTool})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, g := range groups {
		want = append(want, g.Value+"|"+strconv.FormatInt(g.Calls, 10)+"|"+strconv.FormatInt(g.Saved, 10))
	}
	got := strings.Split(ask("SELECT tool, count(*), sum(raw - given) FROM calls GROUP BY 1 ORDER BY 3 DESC"), "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("by tool (-ours +sqlite3):\n%s", diff)
	}
	if got := ask("PRAGMA user_version"); got != fmt.Sprint(schemaVersion) {
		t.Errorf("version %s", got)
	}
	if _, err := os.Stat(filepath.Join(h.dir, Name)); err != nil {
		t.Error(err)
	}
}
