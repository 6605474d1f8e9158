// Package period computes the start of today and of this week, and parses times as people type them: today, week, 7d,
// 12h, 2026-11-23.
//
//	since, err := period.Parse("week", time.Now()) // Monday, at the first moment of that day
//
// Days and weeks are in the location of the time argument. A day begins at its first moment, which isn't always
// midnight: in Havana's spring there is no midnight, and in its autumn there are two.
package period

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Day is the first moment of a time's day.
func Day(t time.Time) time.Time { return begin(t.Year(), t.Month(), t.Day(), t.Location()) }

// Week is the first moment of the Monday before a time, or of its day, if that is one.
func Week(t time.Time) time.Time {
	sinceMonday := (int(t.Weekday()) + 6) % 7
	return begin(t.Year(), t.Month(), t.Day()-sinceMonday, t.Location())
}

// begin is the first moment of a day.
func begin(year int, month time.Month, day int, loc *time.Location) time.Time {
	t := time.Date(year, month, day, 0, 0, 0, 0, loc)
	changed, next := t.ZoneBounds()
	if t.Day() != time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Day() {
		return next // the clock is put forward over midnight, and this is a moment before that
	}
	if changed.IsZero() {
		return t
	}
	// If the clock is put back to midnight or earlier, it may have shown midnight already.
	_, offset := t.Zone()
	_, before := changed.Add(-time.Nanosecond).Zone()
	if first := t.Add(time.Duration(offset-before) * time.Second); before > offset && first.Before(changed) {
		return first
	}
	return t
}

// Parse reads the beginning of a period that ends now: today, yesterday, week (since Monday), month, a number of days
// or hours such as 7d or 12h, a date, or a date and time with its offset (RFC 3339).
func Parse(text string, now time.Time) (time.Time, error) {
	switch text {
	case "today":
		return Day(now), nil
	case "yesterday":
		return begin(now.Year(), now.Month(), now.Day()-1, now.Location()), nil
	case "week":
		return Week(now), nil
	case "month":
		return begin(now.Year(), now.Month(), 1, now.Location()), nil
	}
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t, nil
	}
	if t, err := time.Parse(time.DateOnly, text); err == nil {
		return begin(t.Year(), t.Month(), t.Day(), now.Location()), nil
	}
	if d, ok := length(text); ok {
		return now.Add(-d), nil
	}
	return time.Time{}, fmt.Errorf("not a time: want today, yesterday, week, month, days or hours such as 7d or 12h, " +
		"or a date such as 2026-11-23")
}

// length reads a number of days of 24 hours, or of hours.
func length(text string) (time.Duration, bool) {
	for _, u := range []struct {
		suffix string
		unit   time.Duration
	}{{"d", 24 * time.Hour}, {"h", time.Hour}} {
		digits, ok := strings.CutSuffix(text, u.suffix)
		if n, err := strconv.ParseUint(digits, 10, 16); ok && err == nil {
			return time.Duration(n) * u.unit, true
		}
	}
	return 0, false
}
