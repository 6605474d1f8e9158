//go:build unix

package postgres

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/contrib/stores/postgres/pgtest"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/host/journal"
)

// real is the server, and missing why there is none.
var (
	real    *pgtest.Server
	missing error
)

// drawn is how many random journals there are, where the flag of rapid names no number.
const drawn = "40"

func TestMain(m *testing.M) {
	flag.Set("rapid.checks", drawn)
	flag.Parse()
	real, missing = pgtest.Start()
	code := m.Run()
	if real != nil {
		real.Stop()
	}
	os.Exit(code)
}

// database is the address of a new database.
func database(t *testing.T) string {
	t.Helper()
	if missing != nil {
		t.Skip(missing)
	}
	return real.URL(real.Database(t), pgtest.Owner)
}

var allBy = []ledger.By{
	ledger.ByNothing, ledger.ByTool, ledger.ByCommand, ledger.BySession, ledger.ByDay, ledger.ByAgent,
	ledger.ByStrategy,
}

// locations have days that begin at odd times, days of 23 and 25 hours, and one that there never was.
var locations = func() (all []*time.Location) {
	for _, name := range []string{
		"UTC", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns", "Pacific/Apia",
	} {
		if loc, err := time.LoadLocation(name); err == nil {
			all = append(all, loc)
		}
	}
	return append(all, time.FixedZone("odd", 3601))
}()

func open(t *testing.T, url string) *Ledger {
	t.Helper()
	l, err := Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// A machine is one with a journal and a ledger.
type machine struct {
	name, dir string
	l         *ledger.Ledger
}

func newMachine(t *testing.T, name, dir string) *machine {
	t.Helper()
	l, err := ledger.Open(t.Context(), ledger.Options{
		Path: filepath.Join(dir, ledger.Name), Journal: filepath.Join(dir, "journal"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return &machine{name, dir, l}
}

// note appends events to the journal, and to those of another machine too.
func (m *machine) note(t rapid.TB, events []journal.Event) {
	t.Helper()
	for _, e := range events {
		if err := journal.Append(filepath.Join(m.dir, "journal"), e); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := m.l.IndexCalls(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
}

// push pushes the machine's ledger.
func (m *machine) push(t rapid.TB, team *Ledger) {
	t.Helper()
	if _, err := team.Push(context.Background(), m.name, m.l.Lines(context.Background())); err != nil {
		t.Fatal(err)
	}
}

// drawEvents are any events, in the order of their days.
func drawEvents(t *rapid.T) (events []journal.Event) {
	pick := func(name string, from ...string) string { return rapid.SampledFrom(from).Draw(t, name) }
	at := time.Date(2026, 10, 24, 12, 0, 0, 0, time.UTC)
	for range rapid.IntRange(0, 50).Draw(t, "n") {
		at = at.Add(time.Duration(rapid.Int64Range(0, int64(9*time.Hour)).Draw(t, "later")))
		e := journal.Event{
			Kind: journal.Kind(pick("event", "result", "result", "result", "result", "passed", "whole", "fetched",
				"again", "compacted", "fetched", "forgot")),
			Time: at, Session: pick("session", "", "s", "s", "s/a", "s/b", "t", "s0"),
		}
		id := pick("id", "1", "2", "3", "4", "5")
		switch e.Kind {
		case journal.Result, journal.Passed:
			e.ID, e.Tool = id, pick("tool", "", "Bash", "Read", "Grep", "mcp__x__y")
			e.Command = pick("command", "go test ./...", "go build", "a.go", "", "nul \x00 and \"quotes\", ü\\\n")
			e.Program, e.Strategy = pick("program", "", "claude", "codex"), pick("strategy", "general", "read")
			e.Outcome = pick("outcome", "pass", "fail", "unknown")
			e.Raw, e.Given = rapid.IntRange(0, 9999).Draw(t, "raw"), rapid.IntRange(0, 9999).Draw(t, "given")
			e.Bytes, e.Fallback = rapid.Int64Range(0, 1<<40).Draw(t, "bytes"), rapid.Bool().Draw(t, "fallback")
			if rapid.Bool().Draw(t, "code") {
				code := rapid.IntRange(0, 255).Draw(t, "exit")
				e.ExitCode = &code
			}
		case journal.Forgot:
			if e.ID = id; e.Session != "" {
				e.ID = ""
			}
		default:
			e.ID, e.Given = id, rapid.IntRange(0, 999).Draw(t, "printed")
		}
		events = append(events, e)
	}
	return events
}

// TestStats pushes the ledgers of two machines with random journals, the first of them before and after its second
// half, and compares all sums with those of a ledger in SQLite.
func TestStats(t *testing.T) {
	team := open(t, database(t))
	base := t.TempDir()
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		dir := filepath.Join(base, fmt.Sprint(n))
		anna := newMachine(t, "anna", filepath.Join(dir, "anna"))
		bert := newMachine(t, "bert", filepath.Join(dir, "bert"))
		defer func() {
			anna.l.Close()
			bert.l.Close()
			os.RemoveAll(dir)
		}()
		for _, m := range []string{"anna", "bert"} {
			if err := team.Remove(t.Context(), m); err != nil {
				rt.Fatal(err)
			}
		}
		events := drawEvents(rt)
		half := rapid.IntRange(0, len(events)).Draw(rt, "half")
		anna.note(rt, events[:half])
		anna.push(rt, team)
		compare(rt, "half", team, anna.l, ledger.Query{})
		anna.note(rt, events[half:])
		anna.push(rt, team)
		anna.push(rt, team)
		q := ledger.Query{Location: locations[rapid.IntRange(0, len(locations)-1).Draw(rt, "location")]}
		compare(rt, "one machine", team, anna.l, q)
		at := func(name string) time.Time {
			d := rapid.Int64Range(0, int64(14*24*time.Hour)).Draw(rt, name)
			return time.Date(2026, 10, 23, 0, 0, 0, 0, time.UTC).Add(time.Duration(d))
		}
		q.Since, q.Until = at("since"), at("until")
		compare(rt, "a span", team, anna.l, q)
		year := func(name string) time.Time {
			y := rapid.SampledFrom([]int{1, 1600, 2026, 2300, 9999}).Draw(rt, name)
			return time.Date(y, 11, 1, 0, 0, 0, 0, time.UTC)
		}
		compare(rt, "a span of years", team, anna.l, ledger.Query{Since: year("from"), Until: year("to")})
		q.Until, q.Session = time.Time{}, rapid.SampledFrom([]string{"", "s", "s/a"}).Draw(rt, "of")
		compare(rt, "a session", team, anna.l, q)
		twice(rt, team, anna, bert, events)
	})
}

// twice pushes the same calls from another machine too: everything is there twice.
func twice(rt *rapid.T, team *Ledger, anna, bert *machine, events []journal.Event) {
	rt.Helper()
	bert.note(rt, events)
	bert.push(rt, team)
	one, err := anna.l.Stats(context.Background(), ledger.Query{})
	if err != nil {
		rt.Fatal(err)
	}
	t := one[0].Totals
	one[0].Totals.Add(t)
	two, err := team.Stats(context.Background(), ledger.Query{})
	if err != nil {
		rt.Fatal(err)
	}
	if d := cmp.Diff(one, two); d != "" {
		rt.Errorf("two machines (-twice one's +team's):\n%s", d)
	}
}

// compare asks both for all groups.
func compare(t rapid.TB, what string, team *Ledger, l *ledger.Ledger, q ledger.Query) {
	t.Helper()
	for _, q.By = range allBy {
		want, err := l.Stats(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		got, err := team.Stats(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("%s, by %q from %v to %v in %v of %q (-SQLite +PostgreSQL):\n%s", what, q.By, q.Since, q.Until,
				q.Location, q.Session, d)
		}
	}
}

// TestPushFails: what can't be read changes nothing, and names what is wrong.
func TestPushFails(t *testing.T) {
	team := open(t, database(t))
	m := newMachine(t, "anna", t.TempDir())
	defer m.l.Close()
	m.note(t, []journal.Event{{Kind: journal.Result, Time: time.Now(), ID: "1", Tool: "Bash", Raw: 9, Given: 3}})
	m.push(t, team)
	for text, want := range map[string]string{
		"":                                "no export of a ledger",
		"{}\n":                            "no export of a ledger",
		`{"toktee_ledger":2}`:             "version 2",
		`{"toktee_ledger":1}` + "\n{\"ca": "line 2 of the export",
		`{"toktee_ledger":1}` + strings.Repeat("\n"+`{"call":{"seq":1}}`, 2): "duplicate key",
	} {
		if _, err := team.Push(t.Context(), "anna", ledger.ReadExport(strings.NewReader(text))); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("Push of %q: %v, want %q", text, err, want)
		}
	}
	compare(t, "afterwards", team, m.l, ledger.Query{})
	if _, err := team.Stats(t.Context(), ledger.Query{By: "week"}); err == nil {
		t.Error("groups by week are no error")
	}
}

// TestSessions: names that are the same text to PostgreSQL are of two sessions.
func TestSessions(t *testing.T) {
	team := open(t, database(t))
	m := newMachine(t, "anna", t.TempDir())
	defer m.l.Close()
	for i, name := range []string{"s\x00", "s\uFFFD"} {
		m.note(t, []journal.Event{{Kind: journal.Result, Time: time.Now(), Session: name, Raw: 9 * (i + 1)}})
	}
	m.push(t, team)
	groups, err := team.Stats(t.Context(), ledger.Query{By: ledger.BySession})
	if err != nil || len(groups) != 2 || groups[0].Raw != 18 || groups[1].Raw != 9 {
		t.Errorf("groups: %+v, %v", groups, err)
	}
}

// A closed lid is an export that says nothing any more.
type closedLid struct{ opened chan struct{} }

func (c closedLid) Read([]byte) (int, error) {
	<-c.opened
	return 0, io.EOF
}

// TestSilence: a machine that says nothing in the middle of a push keeps its next sync waiting for a time alone, and
// can't end the push when it is back.
func TestSilence(t *testing.T) {
	silence = time.Second
	defer func() { silence = 10 * time.Minute }()
	team := open(t, database(t))
	lid, first := closedLid{make(chan struct{})}, make(chan error)
	go func() {
		export := io.MultiReader(strings.NewReader(`{"toktee_ledger":1}`), lid)
		_, err := team.Push(t.Context(), "anna", ledger.ReadExport(export))
		first <- err
	}()
	for team.pool.Stat().AcquiredConns() == 0 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(100 * time.Millisecond)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := team.Claim(ctx, "anna", Origin{Store: "store of anna"}, false); err != nil {
		t.Errorf("the lock is held: %v", err)
	}
	close(lid.opened)
	if err := <-first; err == nil {
		t.Error("the push has ended well")
	}
}

// TestUpgrade: a database of the first version keeps what it has, and whose store has a name.
func TestUpgrade(t *testing.T) {
	url := database(t)
	exec(t, url, "CREATE SCHEMA toktee; CREATE TABLE toktee.version (version bigint NOT NULL);"+steps[0]+
		"INSERT INTO toktee.version VALUES (1); INSERT INTO toktee.stores VALUES ('anna', 'store of anna');"+
		"INSERT INTO toktee.contexts VALUES ('anna', 's', 0, 1)")
	team := open(t, url)
	from := Origin{Store: "store of anna", Ledger: 7, First: time.Now()}
	if err := team.Claim(t.Context(), "anna", Origin{Store: "another"}, false); !errors.Is(err, ErrTaken) {
		t.Errorf("another store: %v", err)
	}
	if err := team.Claim(t.Context(), "anna", from, false); err != nil {
		t.Error(err)
	}
	var requests int
	err := team.pool.QueryRow(t.Context(), "SELECT requests FROM toktee.contexts").Scan(&requests)
	if err != nil || requests != 1 {
		t.Errorf("requests: %d, %v", requests, err)
	}
}

// TestOpen opens a database twice at once, again, and when a newer version has made it.
func TestOpen(t *testing.T) {
	url := database(t)
	errs := make(chan error)
	for range 4 {
		go func() {
			l, err := Open(t.Context(), url)
			if err == nil {
				l.Close()
			}
			errs <- err
		}()
	}
	for range 4 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	c, err := pgx.Connect(t.Context(), url)
	if err == nil {
		_, err = c.Exec(t.Context(), "INSERT INTO toktee.version VALUES (99)")
	}
	if err != nil {
		t.Fatal(err)
	}
	c.Close(t.Context())
	if _, err := Open(t.Context(), url); !errors.Is(err, ledger.ErrNewer) || !strings.Contains(err.Error(), "99") {
		t.Errorf("a newer version: %v", err)
	}
	if _, err := Open(t.Context(), "host=/nowhere user=x"); err == nil {
		t.Error("no server is no error")
	}
}
