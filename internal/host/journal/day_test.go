package journal

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestReadDay has an event that is written after the next day has begun.
func TestReadDay(t *testing.T) {
	dir := t.TempDir()
	midnight := time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC)
	at := map[string]int64{}
	read := func() (ids []string) {
		t.Helper()
		days, err := Days(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range days {
			to, bad, err := ReadDay(t.Context(), dir, Position{d.File, at[d.File]}, func(e Event, _ Position) error {
				ids = append(ids, e.ID)
				return nil
			})
			if bad != 0 || err != nil || to.Offset != d.Size {
				t.Errorf("ReadDay(%s) = %v, %d bad, %v, want its end %d", d.File, to, bad, err, d.Size)
			}
			at[d.File] = to.Offset
		}
		return ids
	}
	for _, e := range []struct {
		id   string
		time time.Time
	}{{"before", midnight.Add(-2)}, {"after", midnight}, {"late", midnight.Add(-1)}} {
		if err := Append(dir, Event{Kind: Result, Time: e.time, ID: e.id}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{e.id}, read()); diff != "" {
			t.Errorf("events mismatch (-want +got):\n%s", diff)
		}
	}
}
