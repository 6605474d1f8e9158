//go:build unix

package postgres

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/toktee/toktee/contrib/stores/postgres/pgtest"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/host/journal"
)

// TestRoles: with the documented roles, each member pushes the rows of a machine of their own alone, and nobody but a
// reader sees those of others.
func TestRoles(t *testing.T) {
	owner := database(t)
	open(t, owner) // makes the tables
	b, err := os.ReadFile("roles.sql")
	if err != nil {
		t.Fatal(err)
	}
	docs, err := os.ReadFile("../../../docs/stores.md")
	if err != nil || !strings.Contains(string(docs), string(b)) {
		t.Errorf("docs/stores.md doesn't show roles.sql as it is: %v", err)
	}
	exec(t, owner, string(b)+`
		CREATE ROLE anna LOGIN IN ROLE toktee_member;
		CREATE ROLE bert LOGIN IN ROLE toktee_member, toktee_reader;
		CREATE ROLE carl LOGIN IN ROLE toktee_reader;
		CREATE ROLE dora LOGIN;
		INSERT INTO toktee.machines VALUES ('anna-laptop', 'anna'), ('bert-desk', 'bert')`)
	role := func(name string) string { return strings.Replace(owner, "user="+pgtest.Owner, "user="+name, 1) }
	result := journal.Event{Kind: journal.Result, Time: time.Now(), ID: "1", Tool: "Bash", Raw: 9, Given: 3}
	anna, bert := newMachine(t, "anna-laptop", t.TempDir()), newMachine(t, "bert-desk", t.TempDir())
	defer anna.l.Close()
	defer bert.l.Close()
	anna.note(t, []journal.Event{result})
	bert.note(t, []journal.Event{result, result})
	asAnna, asBert, asCarl := open(t, role("anna")), open(t, role("bert")), open(t, role("carl"))
	for range 2 { // the second push deletes the rows of the first
		anna.push(t, asAnna)
		bert.push(t, asBert)
	}
	if err := asAnna.Claim(t.Context(), "anna-laptop", Origin{Store: "store of anna"}, false); err != nil {
		t.Error(err)
	}
	if err := asBert.Claim(t.Context(), "bert-desk", Origin{Store: "store of bert"}, false); err != nil {
		t.Error(err)
	}
	if err := asBert.Claim(t.Context(), "anna-laptop", Origin{Store: "store of bert"}, true); !denied(err) {
		t.Errorf("bert takes over anna's machine: %v", err)
	}
	if err := asAnna.Claim(t.Context(), "anna-laptop", Origin{Store: "another"}, false); !errors.Is(err, ErrTaken) {
		t.Errorf("another store of anna's: %v", err)
	}
	if err := asAnna.Claim(t.Context(), "anna-laptop", Origin{Store: "another"}, true); err != nil {
		t.Error(err)
	}
	text := `{"toktee_ledger":1}` + "\n" + `{"call":{"seq":7}}`
	export := ledger.ReadExport(strings.NewReader(text))
	if _, err := asAnna.Push(t.Context(), "bert-desk", export); !denied(err) {
		t.Errorf("anna pushes bert's rows: %v", err)
	}
	export = ledger.ReadExport(strings.NewReader(text))
	if _, err := asCarl.Push(t.Context(), "bert-desk", export); !denied(err) {
		t.Errorf("a reader pushes: %v", err)
	}
	if err := asAnna.Remove(t.Context(), "bert-desk"); err != nil {
		t.Error(err) // it finds none
	}
	if names, err := asAnna.Names(t.Context(), "store of bert"); err != nil || len(names) > 0 {
		t.Errorf("anna sees whose store %q is: %v", names, err)
	}
	if names, err := asBert.Names(t.Context(), "store of bert"); err != nil || len(names) != 1 {
		t.Errorf("bert's store is %q: %v", names, err)
	}
	for text, who := range map[string]string{
		"UPDATE toktee.calls SET command = 'x'":                       "anna",
		"TRUNCATE toktee.calls":                                       "anna",
		"INSERT INTO toktee.machines VALUES ('x', 'anna')":            "anna",
		"UPDATE toktee.machines SET role = 'anna'":                    "anna",
		"ALTER TABLE toktee.calls DISABLE ROW LEVEL SECURITY":         "bert",
		"CREATE POLICY mine ON toktee.calls TO public USING (true)":   "bert",
		"DELETE FROM toktee.calls":                                    "carl",
		"SELECT count(*) FROM toktee.calls":                           "dora",
		"INSERT INTO toktee.version VALUES (99)":                      "anna",
		"INSERT INTO toktee.contexts VALUES ('bert-desk', 's', 0, 1)": "anna",
	} {
		c, err := pgx.Connect(t.Context(), role(who))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Exec(t.Context(), text); !denied(err) {
			t.Errorf("%s as %s: %v", text, who, err)
		}
		c.Close(t.Context())
	}
	got := map[string]int64{}
	for name, l := range map[string]*Ledger{"anna": asAnna, "bert": asBert, "carl": asCarl} {
		groups, err := l.Stats(t.Context(), ledger.Query{By: ByMachine})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			got[name+" of "+g.Value] = g.Calls
		}
	}
	want := map[string]int64{
		"anna of anna-laptop": 1, "bert of anna-laptop": 1, "bert of bert-desk": 2, "carl of anna-laptop": 1,
		"carl of bert-desk": 2,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("calls that each sees (-want +got):\n%s", d)
	}
	if _, err := Open(t.Context(), role("dora")); !denied(err) {
		t.Errorf("who has no role opens it: %v", err)
	}
}

// TestPath: a function that another role has made in a schema that everybody finds isn't called with the owner's
// rights.
func TestPath(t *testing.T) {
	owner := database(t)
	exec(t, owner, `CREATE ROLE eve LOGIN; GRANT CREATE ON SCHEMA public TO eve; SET ROLE eve;
		CREATE FUNCTION public.hashtextextended(text, integer) RETURNS bigint LANGUAGE plpgsql
			AS $$ BEGIN RAISE 'eve is %', current_user; END $$`)
	if err := open(t, owner).Claim(t.Context(), "anna-laptop", Origin{Store: "store of anna"}, false); err != nil {
		t.Error(err)
	}
}

// denied reports whether the database has refused.
func denied(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "permission denied") ||
		strings.Contains(err.Error(), "row-level security") || strings.Contains(err.Error(), "must be owner"))
}

func exec(t *testing.T, url, text string) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	if _, err := c.Exec(t.Context(), text); err != nil {
		t.Fatal(err)
	}
}
