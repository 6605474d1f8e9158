//go:build unix

package postgres

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/result"
)

// TestSecrets: no column of any row has a token that stands in a command, a folder, a session or a name. Sessions that
// are named by tokens stay apart, and the sums are those of the ledger.
func TestSecrets(t *testing.T) {
	url := database(t)
	team := open(t, url)
	a, b := "gh"+"p_16C7e42F292c6912E7710c838347Ae178B4a", "gh"+"p_Zx8Kq2LmN4vB7cT1yU6wE9rD3sF5gH0jP2aQ"
	m := newMachine(t, "anna", t.TempDir())
	defer m.l.Close()
	at := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	m.note(t, []journal.Event{
		{Kind: journal.Result, Time: at, ID: "1", Tool: "Bash", Raw: 90, Given: 3, Session: a + "/x",
			Command: "git clone https://" + a + "@github.com/x/y", Dir: "/home/" + a, CallID: a, Program: a},
		{Kind: journal.Result, Time: at, ID: "2", Tool: a, Raw: 90, Given: 4, Session: b, Command: b, Strategy: b},
		{Kind: journal.Result, Time: at, ID: "3", Tool: "Bash", Raw: 90, Given: 5, Session: b,
			Command: "export X=" + b},
	})
	m.push(t, team)
	compareOne := func(by ledger.By) {
		t.Helper()
		want, err := m.l.Stats(t.Context(), ledger.Query{By: by})
		if err != nil {
			t.Fatal(err)
		}
		got, err := team.Stats(t.Context(), ledger.Query{By: by})
		if err != nil || len(got) != len(want) {
			t.Fatalf("by %q: %+v, %v, want %+v", by, got, err, want)
		}
		for i := range got {
			if got[i].Totals != want[i].Totals {
				t.Errorf("by %q, %q: %+v, want %+v", by, got[i].Value, got[i].Totals, want[i].Totals)
			}
		}
	}
	compareOne(ledger.ByNothing)
	compareOne(ledger.BySession)
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	var all string
	err = c.QueryRow(t.Context(), "SELECT (SELECT string_agg(c::text, ' ') FROM toktee.calls c) || "+
		"(SELECT string_agg(x::text, ' ') FROM toktee.contexts x)").Scan(&all)
	if err != nil || strings.Contains(all, a) || strings.Contains(all, b) ||
		!strings.Contains(all, "git clone https://[github token]@github.com/x/y") {
		t.Errorf("rows: %v\n%s", err, all)
	}
}

// TestMaskedChecks: the secrets of a check's texts are masked, and its JSON stays one, with any characters around them.
func TestMaskedChecks(t *testing.T) {
	const secret = "Zr7HcUxWhk5VdJiPqO3Tm40N"
	for _, form := range []string{
		"TestA/token => '%'", `TestA/{"password": "%"}`, `X="token => '%"`, `client_secret="%"`, "a\ntoken = %\\",
	} {
		name := strings.ReplaceAll(form, "%", secret)
		e := checks.Entry{
			Event: checks.Ran, Session: name, Command: name, File: name, State: checks.State{Branch: name},
			Checks: []checks.Check{{Failures: []result.Finding{{Name: name, Package: name, File: name, Line: 3}}}},
		}
		b, err := json.Marshal(masked(e))
		var got checks.Entry
		if err := errors.Join(err, json.Unmarshal(b, &got)); err != nil || strings.Contains(string(b), secret) {
			t.Errorf("%s: %v: %s", name, err, b)
		} else if f := got.Checks[0].Failures[0]; f.Name != text(name) || f.Line != 3 {
			t.Errorf("%s: %+v", name, f)
		}
		if e.Checks[0].Failures[0].Name != name {
			t.Errorf("%s: the entry has changed", name)
		}
	}
}
