package period_test

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // for machines without time zones

	"github.com/toktee/toktee/internal/desk/period"
)

// TestDay walks through years of places with odd clocks, a quarter of an hour at a time, and compares the beginning of
// each day with the first step that is in it.
func TestDay(t *testing.T) {
	for _, c := range []struct {
		zone string
		year int
	}{
		{"UTC", 2026}, {"Europe/Berlin", 2026}, {"America/New_York", 2026}, {"Australia/Lord_Howe", 2026},
		{"America/Havana", 2026}, // no midnight in spring, two in autumn
		{"Asia/Beirut", 2026}, {"Africa/Cairo", 2026}, {"America/Santiago", 2026}, {"Asia/Kathmandu", 2026},
		{"America/Sao_Paulo", 2018}, {"America/Asuncion", 2020}, {"Atlantic/Azores", 2025},
		{"Pacific/Apia", 2011}, // without 30 December
	} {
		loc, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		var first time.Time // step of the day
		for at := time.Date(c.year, 1, 1, 12, 0, 0, 0, loc); at.Year() <= c.year; at = at.Add(15 * time.Minute) {
			if y, m, d := at.Date(); first.IsZero() || first.Day() != d || first.Month() != m || first.Year() != y {
				if first.IsZero() && d == 1 {
					continue // of the first day, only the second half
				}
				// The same date may come again, where the clock is put back over midnight.
				if first.IsZero() || at.Day() != first.Add(-15*time.Minute).Day() {
					first = at
				}
			}
			if got := period.Day(at); !got.Equal(first) && at.Day() == first.Day() {
				t.Fatalf("the day of %s begins at %s, want %s", at, got, first)
			}
		}
	}
}

func TestWeek(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ now, want string }{
		{"2026-11-23T00:00:00+01:00", "2026-11-23T00:00:00+01:00"}, // Monday
		{"2026-11-22T23:59:59+01:00", "2026-11-16T00:00:00+01:00"}, // Sunday
		{"2026-10-31T12:00:00+01:00", "2026-10-26T00:00:00+01:00"},
		{"2026-10-25T12:00:00+01:00", "2026-10-19T00:00:00+02:00"}, // the clocks were put back in the night
		{"2026-03-29T12:00:00+02:00", "2026-03-23T00:00:00+01:00"}, // and forward
		{"2027-01-01T12:00:00+01:00", "2026-12-28T00:00:00+01:00"},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := period.Week(now.In(berlin)).Format(time.RFC3339); got != c.want {
			t.Errorf("the week of %s begins at %s, want %s", c.now, got, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	now := time.Date(2026, 11, 25, 13, 14, 15, 0, time.FixedZone("", 3600))
	for _, c := range []struct{ text, want string }{
		{"today", "2026-11-25T00:00:00+01:00"},
		{"yesterday", "2026-11-24T00:00:00+01:00"},
		{"week", "2026-11-23T00:00:00+01:00"},
		{"month", "2026-11-01T00:00:00+01:00"},
		{"7d", "2026-11-18T13:14:15+01:00"},
		{"12h", "2026-11-25T01:14:15+01:00"},
		{"0h", "2026-11-25T13:14:15+01:00"},
		{"2026-02-28", "2026-02-28T00:00:00+01:00"},
		{"2026-02-28T10:00:00Z", "2026-02-28T10:00:00Z"},
	} {
		got, err := period.Parse(c.text, now)
		if err != nil || got.Format(time.RFC3339) != c.want {
			t.Errorf("%q is %s, %v, want %s", c.text, got.Format(time.RFC3339), err, c.want)
		}
	}
	for _, bad := range []string{
		"", "soon", "7", "d", "-7d", "+7d", "1.5h", "7 d", "99999999d", "2026-02-30", "2026-2-3", "Today", "10m",
	} {
		if got, err := period.Parse(bad, now); err == nil || !strings.Contains(err.Error(), "want today") {
			t.Errorf("%q is %s, %v, want an error", bad, got, err)
		}
	}
}
