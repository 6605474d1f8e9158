package checks_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/result"
)

// BenchmarkAbout reads a log of some 2,000 entries for a run with one failure, and finds its facts.
func BenchmarkAbout(b *testing.B) {
	log := checks.Open(b.TempDir(), "/repo/.git")
	entry := func(i int) checks.Entry {
		e := checks.Entry{Event: checks.Edited, Time: time.Unix(int64(i), 0), Root: "/repo"}
		e.File = fmt.Sprintf("f%d.go", i%50)
		if i%4 == 0 {
			return e
		}
		e.Event, e.ID, e.Dir, e.Command = checks.Ran, fmt.Sprintf("%012d", i), ".", "go test ./..."
		if i%4 == 1 {
			e.Command = fmt.Sprintf("go build ./cmd/%d", i%30)
		}
		c := checks.Check{Program: "go", Kind: checks.Tests, Outcome: "pass", Whole: true}
		if i%8 == 2 || i%8 == 3 {
			c.Outcome = "fail"
			c.Failures = []result.Finding{{
				Name: fmt.Sprintf("Test%d", i%40), Package: "p", File: "a_test.go", Line: i, Message: "got 1, want 2",
			}}
		}
		e.Checks = []checks.Check{c}
		return e
	}
	for i := range 2000 {
		if err := log.Append(entry(i)); err != nil {
			b.Fatal(err)
		}
	}
	now := entry(2002)
	for b.Loop() {
		entries, isAll, err := log.About(&now)
		if err != nil {
			b.Fatal(err)
		}
		checks.History(entries, isAll, &now, &now.Checks[0], &now.Checks[0].Failures[0])
	}
}
