//go:build unix

package team_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toktee/toktee/contrib/stores/postgres"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/host/journal"
)

// work is what an agent did in some days: n events of all kinds.
func work(seed uint64, from time.Time, n int) (events []journal.Event) {
	r := rand.New(rand.NewPCG(seed, 1))
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	for range n {
		from = from.Add(time.Duration(r.Int64N(int64(20 * time.Minute))))
		e := journal.Event{
			Kind: journal.Kind(pick("result", "result", "result", "passed", "fetched", "again", "compacted")),
			Time: from, Session: pick("", "s", "s/a", "t"), ID: fmt.Sprintf("%012d", r.IntN(50)), Door: "hook",
			Program: pick("claude", "codex"), Given: r.IntN(900),
		}
		if e.Kind == journal.Result || e.Kind == journal.Passed {
			e.Tool, e.Command, e.Kept = pick("Bash", "Read"), pick("go test ./...", "make", "a.go"), true
			e.Outcome, e.Strategy = pick("pass", "fail", "unknown"), pick("general", "exec")
			e.Raw, e.Bytes = r.IntN(9000), r.Int64N(1<<30)
		}
		events = append(events, e)
	}
	return events
}

// sums are the groups of several ledgers together.
func sums(t *testing.T, q ledger.Query, ledgers ...*ledger.Ledger) map[string]ledger.Totals {
	t.Helper()
	all := map[string]ledger.Totals{}
	for _, l := range ledgers {
		groups, err := l.Stats(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			s := all[g.Value]
			s.Calls += g.Calls
			s.Passed += g.Passed
			s.Bytes += g.Bytes
			s.Raw += g.Raw
			s.Given += g.Given
			s.Refetches += g.Refetches
			s.RefetchTokens += g.RefetchTokens
			s.Saved += g.Saved
			s.Reread += g.Reread
			s.Failed += g.Failed
			s.Unknown += g.Unknown
			s.Fallbacks += g.Fallbacks
			all[g.Value] = s
		}
	}
	return all
}

// compare compares all sums of the team's database with those of the ledgers that are in it.
func compare(t *testing.T, what, database string, ledgers ...*ledger.Ledger) {
	t.Helper()
	db, err := postgres.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, q := range []ledger.Query{
		{}, {By: ledger.ByTool}, {By: ledger.ByCommand}, {By: ledger.BySession}, {By: ledger.ByDay},
		{By: ledger.ByAgent}, {By: ledger.ByStrategy}, {By: ledger.ByTool, Since: day.Add(50 * time.Hour)},
	} {
		groups, err := db.Stats(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]ledger.Totals{}
		for _, g := range groups {
			got[g.Value] = g.Totals
		}
		if d := cmp.Diff(sums(t, q, ledgers...), got); d != "" {
			t.Fatalf("%s, by %q since %v (-ledgers +team):\n%s", what, q.By, q.Since, d)
		}
	}
}

var day = time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC)

// TestTwoComputers: the team has the calls of both, once, however often they are synced and whoever is offline, and
// without what was forgotten.
func TestTwoComputers(t *testing.T) {
	name := newDatabase(t)
	anna, bert := newComputer(t, "anna-laptop", name, ""), newComputer(t, "bert-desk", name, "")
	anna.note(work(1, day, 300)...)
	bert.note(work(2, day, 500)...)
	anna.expect(`^synced: \d+ calls of anna-laptop\n$`, "store", "sync")
	annaWas := anna.ledger()
	compare(t, "anna alone", anna.team.Database, annaWas)
	bert.toktee("store", "sync")
	compare(t, "both", anna.team.Database, annaWas, bert.ledger())
	for range 2 {
		anna.toktee("store", "sync")
		bert.toktee("store", "sync")
	}
	compare(t, "again", anna.team.Database, annaWas, bert.ledger())

	offline := sums(t, ledger.Query{}, annaWas)[""]
	anna.note(work(3, day.Add(5*24*time.Hour), 400)...) // with nobody to sync with
	bert.note(work(4, day.Add(6*24*time.Hour), 200)...)
	bert.toktee("store", "sync")
	db, err := postgres.Open(t.Context(), anna.team.Database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	groups, err := db.Stats(t.Context(), ledger.Query{By: postgres.ByMachine})
	i := slices.IndexFunc(groups, func(g ledger.Group) bool { return g.Value == "anna-laptop" })
	if err != nil || i < 0 || groups[i].Totals != offline {
		t.Errorf("while anna was offline: %+v, %v, want %+v", groups, err, offline)
	}
	anna.toktee("store", "sync")
	compare(t, "back", anna.team.Database, anna.ledger(), bert.ledger())

	anna.toktee("store", "forget", "--session", "s")
	anna.toktee("store", "sync")
	compare(t, "one session is forgotten", anna.team.Database, anna.ledger(), bert.ledger())
	anna.toktee("store", "forget", "--all")
	anna.expect("^synced: 0 calls of anna-laptop\n$", "store", "sync")
	compare(t, "all of one computer is forgotten", anna.team.Database, bert.ledger())
}

// TestTaken: two computers of one name, as whoever copies their settings has them, don't replace each other's rows and
// outputs unless told to.
func TestTaken(t *testing.T) {
	database, bucket := newDatabase(t), t.TempDir()
	first, second := newComputer(t, "anna-laptop", database, bucket), newComputer(t, "anna-laptop", database, bucket)
	first.toktee("store", "share", first.prints("one\n"))
	first.toktee("store", "sync")
	second.prints("two\n")
	for range 2 {
		out := second.fails(1, "store", "sync")
		if !strings.HasPrefix(out, `toktee: claiming the name "anna-laptop": another machine has this name, `) ||
			!strings.HasSuffix(out, "want another [team] machine, or toktee store sync --take-over\n") {
			t.Error(out)
		}
	}
	compare(t, "the name is taken", first.team.Database, first.ledger())
	if got := files(t, bucket); len(got) != 1 {
		t.Errorf("the name is taken, and the bucket has %q", got)
	}
	second.expect("; 0 shared outputs, 0 new, 1 removed\n$", "store", "sync", "--take-over")
	compare(t, "taken over", first.team.Database, second.ledger())
	first.fails(1, "store", "sync")
	second.toktee("store", "sync")
}

// TestAtOnce: syncs of one computer at the same time, the first of which makes the tables, all end well, and leave what
// one does.
func TestAtOnce(t *testing.T) {
	bucket := t.TempDir()
	anna := newComputer(t, "anna-laptop", newDatabase(t), bucket)
	anna.note(work(1, day, 200)...)
	for i := range 5 {
		anna.toktee("store", "share", anna.prints(fmt.Sprintln("output", i)))
	}
	outs := make(chan string)
	for range 4 {
		go func() {
			out, err := anna.command("store", "sync").CombinedOutput()
			outs <- fmt.Sprint(string(out), err)
		}()
	}
	for range 4 {
		if out := <-outs; !strings.Contains(out, "; 5 shared outputs, ") || !strings.HasSuffix(out, "<nil>") {
			t.Error(out)
		}
	}
	compare(t, "afterwards", anna.team.Database, anna.ledger())
	if got := files(t, bucket); len(got) != 5 {
		t.Errorf("the bucket has %d files", len(got))
	}
}

// TestMoved: a computer with a new name isn't there twice. Its outputs move with it, also those that are pruned here.
func TestMoved(t *testing.T) {
	database, bucket := newDatabase(t), t.TempDir()
	anna := newComputer(t, "anna-laptop", database, bucket)
	id := anna.prints("one\n")
	anna.toktee("store", "share", id)
	anna.toktee("store", "sync")
	if err := os.RemoveAll(filepath.Join(anna.storeDir(), "records")); err != nil {
		t.Fatal(err)
	}
	bert := newComputer(t, "bert-desk", database, "")
	bert.prints("two\n")
	bert.toktee("store", "sync")
	anna.team.Machine = "bert-desk"
	anna.settings("")
	out := anna.fails(1, "store", "sync", "--take-over")
	if !strings.HasSuffix(out, ": want another [team] machine\n") {
		t.Error(out)
	}
	anna.team.Machine = "anna-desk"
	anna.settings("")
	for range 2 {
		if out = anna.fails(1, "store", "sync"); out != `toktee: the team has this store as "anna-laptop": want that `+
			`as [team] machine, or toktee store sync --take-over, which moves it to "anna-desk"`+"\n" {
			t.Error(out)
		}
	}
	anna.expect("^synced: 1 call of anna-desk; 1 shared output, 0 new, 1 removed\n$", "store", "sync", "--take-over")
	anna.expect("^synced: 1 call of anna-desk; 1 shared output, 0 new, 0 removed\n$", "store", "sync")
	compare(t, "moved", anna.team.Database, anna.ledger(), bert.ledger())
	want := map[string]string{filepath.Join("anna-desk", id+".zst"): "one\n"}
	if d := cmp.Diff(want, files(t, bucket)); d != "" {
		t.Errorf("the bucket (-want +got):\n%s", d)
	}
}

// TestAnew: a ledger that was made anew, and has lost calls, takes them from the team only when told to; one that
// has them all is as good as the old one.
func TestAnew(t *testing.T) {
	database, bucket := newDatabase(t), t.TempDir()
	anna := newComputer(t, "anna-laptop", database, bucket)
	anna.note(work(1, day, 30)...)
	id := anna.prints("one\n")
	anna.toktee("store", "share", id)
	anna.toktee("store", "sync")
	was := anna.ledger()
	remove := func(names ...string) {
		t.Helper()
		for _, name := range names {
			if err := os.RemoveAll(filepath.Join(anna.storeDir(), name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	ledgerFiles := []string{ledger.Name, ledger.Name + "-wal", ledger.Name + "-shm"}
	remove(ledgerFiles...)
	anna.expect("; 1 shared output, 0 new, 0 removed\n$", "store", "sync")
	compare(t, "made anew from the journal", anna.team.Database, was)
	export := anna.write("export", anna.toktee("store", "export"))
	remove(append(ledgerFiles, "journal", "records")...)
	anna.note(work(2, day.Add(time.Hour), 30)...)
	for range 2 {
		out := anna.fails(1, "store", "sync")
		if !strings.Contains(out, "this machine's ledger was made anew, and the team has older calls of it: want them "+
			"back by toktee store import, or gone by toktee store sync --take-over") {
			t.Error(out)
		}
	}
	compare(t, "with calls lost", anna.team.Database, was)
	if got := files(t, bucket); len(got) != 1 {
		t.Errorf("with calls lost, the bucket has %q", got)
	}
	anna.expect("^"+id+"\n$", "store", "share", "--list")
	anna.toktee("store", "import", export)
	anna.expect("; 1 shared output, 0 new, 0 removed\n$", "store", "sync")
	compare(t, "imported", anna.team.Database, anna.ledger())
	remove(ledgerFiles...)
	anna.expect("; 0 shared outputs, 0 new, 1 removed\n$", "store", "sync", "--take-over")
	compare(t, "without the calls that were lost", anna.team.Database, anna.ledger())
}

// TestRemove: who leaves the team leaves nothing there, and keeps what is here. Others stay.
func TestRemove(t *testing.T) {
	database, bucket := newDatabase(t), t.TempDir()
	anna, bert := newComputer(t, "anna-laptop", database, bucket), newComputer(t, "bert-desk", database, bucket)
	for _, c := range []*computer{anna, bert} {
		c.toktee("store", "share", c.prints("text\n"))
		c.toktee("store", "sync")
	}
	out := anna.fails(2, "store", "sync", "--remove", "--take-over")
	if !strings.Contains(out, "can't be used together") {
		t.Error(out)
	}
	anna.expect("^removed: the calls of this machine, and 1 shared output\n$", "store", "sync", "--remove")
	compare(t, "without anna", anna.team.Database, bert.ledger())
	if got := files(t, bucket); len(got) != 1 || strings.Contains(real.Dump(t, database), "anna-laptop") {
		t.Errorf("the bucket has %q", got)
	}
	anna.expect("^removed: the calls of this machine, and 0 shared outputs\n$", "store", "sync", "--remove")
	anna.expect("^synced: 1 call of anna-laptop; 1 shared output, 1 new, 0 removed\n$", "store", "sync")
}

// TestStats: what "toktee stats --team" prints are the sums of what "toktee stats" prints on each.
func TestStats(t *testing.T) {
	name := newDatabase(t)
	anna, bert := newComputer(t, "anna-laptop", name, ""), newComputer(t, "bert-desk", name, "")
	anna.expect(`^no such calls are in postgres:///db_teststats; toktee store sync pushes`, "stats", "--team")
	anna.note(work(1, time.Now().Add(-40*time.Hour), 100)...)
	bert.note(work(2, time.Now().Add(-40*time.Hour), 200)...)
	anna.toktee("store", "sync")
	bert.toktee("store", "sync")
	type figures struct {
		Value string `json:"value"`
		ledger.Totals
		Cost json.Number `json:"cost_saved_usd"`
	}
	type report struct {
		Groups []figures `json:"groups"`
		Total  figures   `json:"total"`
	}
	read := func(c *computer, args ...string) (r report) {
		t.Helper()
		text := c.toktee(append([]string{"stats", "--json", "--since", "7d", "--by"}, args...)...)
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		return r
	}
	ofAnna, ofBert := read(anna, "tool").Total, read(bert, "tool").Total
	ofAnna.Value, ofBert.Value = "anna-laptop", "bert-desk"
	got := read(bert, "machine", "--team")
	byName := cmpopts.SortSlices(func(a, b figures) bool { return a.Value < b.Value })
	if d := cmp.Diff([]figures{ofAnna, ofBert}, got.Groups, byName); d != "" {
		t.Errorf("by machine (-each +team):\n%s", d)
	}
	if got.Total.Calls != ofAnna.Calls+ofBert.Calls || got.Total.Saved != ofAnna.Saved+ofBert.Saved {
		t.Errorf("the total is %+v", got.Total)
	}
	anna.expect(`(?m)^value,.*\n(.*\n)*bert-desk,`, "stats", "--team", "--by", "machine", "--csv")
	anna.expect(`(?m) anna-laptop$`, "stats", "--team", "--by", "machine")
	anna.expect(`(?m) all time$`, "stats", "--team")
	if out := anna.toktee("stats", "--team", "--since", "0h", "--by", "tool"); !strings.Contains(out, "no such calls") {
		t.Errorf("since now: %s", out)
	}
}
