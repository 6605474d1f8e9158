package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReportIsTheSameWithAnyNumberOfJobs(t *testing.T) {
	var cases []Case
	for i := range 6 {
		c := story(fmt.Sprint("case", i), 10+20*i)
		c.Family = []string{"odd", "even"}[i%2]
		cases = append(cases, c)
	}
	liar := func(ctx context.Context, c *Case, s Setting) (Output, error) {
		o, err := honest(ctx, c, s)
		o.Savings++
		return o, err
	}
	var want []byte
	for _, jobs := range []int{1, 2, 7} {
		b, scores := run(t, liar, jobs, cases...)
		r := NewReport(b, scores, false)
		got, err := r.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("report with %d jobs differs (-1 job +%d jobs):\n%s", jobs, jobs, diff)
		}
		var back struct {
			Families   map[string]struct{ Cases int }
			Violations []Violation
		}
		if err := json.Unmarshal(got, &back); err != nil {
			t.Fatal(err)
		}
		if back.Families["all"].Cases != 6 || back.Families["odd"].Cases != 3 || len(back.Violations) != 6*12 {
			t.Errorf("report has %+v and %d violations, want 6 cases in two families and 72", back.Families, len(back.Violations))
		}
	}
}

func TestRunStops(t *testing.T) {
	b := &Bench{Summarise: honest, Clean: func(*Case, []byte) (string, error) { return "", errors.New("out of soap") }, Settings: []Setting{{Budget: 32}}}
	if _, err := b.Run(t.Context(), []Case{story("s", 3), story("t", 3)}); err == nil || !strings.Contains(err.Error(), "out of soap") {
		t.Errorf("Run with a broken cleaner: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b.Clean = asText
	if _, err := b.Run(ctx, []Case{story("s", 3)}); !errors.Is(err, context.Canceled) {
		t.Errorf("Run with a context that is done: %v, want %v", err, context.Canceled)
	}
	if _, err := (&Bench{}).Run(t.Context(), nil); err == nil {
		t.Error("Run of an empty bench succeeds, want an error")
	}
	b.Encoding = "morse"
	if _, err := b.Run(t.Context(), []Case{story("s", 3)}); err == nil || !strings.Contains(err.Error(), "morse") {
		t.Errorf("Run with an unknown encoding: %v", err)
	}
}
