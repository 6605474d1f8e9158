package ledger

import (
	"os"
	"testing"
)

// TestOrigin: the number stays as long as the ledger does.
func TestOrigin(t *testing.T) {
	h := filled(t, 2)
	origin := func() int64 {
		t.Helper()
		l := h.open(t)
		defer l.Close()
		index(t, l)
		calls, err := l.Calls(t.Context(), Filter{})
		if err != nil {
			t.Fatal(err)
		}
		n, first, err := l.Origin(t.Context())
		if err != nil || n == 0 || len(calls) != 2 || !first.Equal(calls[1].Time) {
			t.Errorf("Origin: %d, %v, %v, want the time of %+v", n, first, err, calls)
		}
		return n
	}
	one := origin()
	if again := origin(); again != one {
		t.Errorf("opened again, the number is %d, was %d", again, one)
	}
	if err := os.Remove(h.options().Path); err != nil {
		t.Fatal(err)
	}
	if anew := origin(); anew == one {
		t.Error("made anew, the number is the same")
	}
}
