package ledger

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
)

// TestForgetWhileOthersRead forgets a call while another process is in the middle of an answer. Its bytes are gone as
// soon as somebody indexes after that.
func TestForgetWhileOthersRead(t *testing.T) {
	h := home{t.TempDir()}
	l, other := h.open(t), h.open(t)
	h.note(t,
		journal.Event{Kind: journal.Result, Time: noon, ID: "000000000001", Tool: "Bash", Command: "cat hunter2"},
		journal.Event{Kind: journal.Result, Time: noon.Add(1), ID: "000000000002", Tool: "Bash", Command: "ls"})
	if _, err := l.IndexCalls(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	answer, err := other.reader().BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := answer.QueryRow("SELECT count(*) FROM calls").Scan(&n); err != nil || n != 2 {
		t.Fatalf("%d calls, %v", n, err)
	}
	if err := l.Forget(t.Context(), store.Which{ID: "000000000001"}); err == nil ||
		!strings.Contains(err.Error(), "another process reads the ledger") {
		t.Errorf("Forget() = %v, want an error about who reads", err)
	}
	answer.Rollback()
	if _, err := l.IndexCalls(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"", "-wal"} {
		if b, _ := os.ReadFile(h.options().Path + suffix); bytes.Contains(b, []byte("hunter2")) {
			t.Errorf("the command is left in the database%s", suffix)
		}
	}
}

// TestClosed asks a ledger that is closed.
func TestClosed(t *testing.T) {
	l := home{t.TempDir()}.open(t)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Changed(t.Context()); err == nil {
		t.Error("a closed ledger answers")
	}
	if _, err := l.IndexCalls(t.Context(), nil); err == nil {
		t.Error("a closed ledger indexes")
	}
}

// BenchmarkOneResult has thousands of calls with the same result, as of git status, which the door left as it was.
func BenchmarkOneResult(b *testing.B) {
	const calls = 20_000
	h := home{b.TempDir()}
	l := h.open(b)
	for i := range calls {
		e := journal.Event{Kind: journal.Result, Time: noon.Add(time.Duration(i) * time.Second), Session: "s", Raw: 9,
			ID: fmt.Sprintf("%012d", (i%4)*i+1), Tool: "Bash", Command: "git status", Given: 5}
		h.note(b, e)
		if i%4 == 0 {
			h.note(b, journal.Event{Kind: journal.Whole, Time: e.Time, ID: e.ID, Session: "s"})
		}
	}
	for range 1 {
		start := time.Now()
		if _, err := l.IndexCalls(b.Context(), nil); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(time.Since(start).Milliseconds()), "ms/index")
		start = time.Now()
		if err := l.Forget(b.Context(), store.Which{ID: "000000000001"}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(time.Since(start).Milliseconds()), "ms/forget")
	}
}
