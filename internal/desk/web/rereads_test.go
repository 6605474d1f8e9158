package web

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/host/journal"
)

// TestChanges: calls that are often re-read get a level at which more is shown, and those that cost more than they
// saved aren't shortened. Nothing is proposed for rare re-reads.
func TestChanges(t *testing.T) {
	dir := t.TempDir()
	l, err := ledger.Open(t.Context(), ledger.Options{Path: filepath.Join(dir, ledger.Name), Journal: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	n := 0
	note := func(e journal.Event) {
		n++
		e.Time = time.Unix(1_790_000_000+int64(n), 0)
		if err := journal.Append(dir, e); err != nil {
			t.Fatal(err)
		}
	}
	calls := func(tool, command string, calls, rereads, tokens int) {
		for i := range calls {
			id := fmt.Sprintf("%012d", 1000*n+i)
			note(journal.Event{
				Kind: journal.Result, Session: "s", ID: id, Tool: tool, Command: command, Raw: 1000, Given: 100,
			})
			if i < rereads {
				note(journal.Event{Kind: journal.Fetched, Session: "s", ID: id, Given: tokens})
			}
		}
	}
	calls("Bash", "go test ./...", 4, 2, 500)
	calls("Bash", "make", 2, 2, 5000)
	calls("Grep", "Price", 5, 3, 10)
	calls("Bash", "npm run lint", 40, 2, 900) // rarely
	calls("Bash", "git log", 3, 1, 900)       // once
	if _, err := l.IndexCalls(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	s := &Site{o: Options{Ledger: l}}
	got, err := s.changes(t.Context(), ledger.Filter{})
	want := []change{
		{
			"make", "2 re-reads of 2 calls: 10,000 tokens. Shortening them cost more than it saved",
			"[commands]\nnever = [\"make *\"]",
		},
		{"go test", "2 re-reads of 4 calls: 1,000 tokens", "[commands.\"go test *\"]\nlevel = \"conservative\""},
		{"Grep", "3 re-reads of 5 calls: 30 tokens", "[tools.\"Grep\"]\nlevel = \"conservative\""},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
