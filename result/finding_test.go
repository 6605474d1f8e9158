package result

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRunDetails: reports are the same before and after the way through JSON, and so are the details.
func TestRunDetails(t *testing.T) {
	want := []RunReport{{
		Tool: "go", Outcome: "fail", Counts: map[string]int64{"failed": 1, "passed": 2}, Truncated: true, Partial: true,
		Failures: []Finding{{
			Name: "TestA", Package: "example.com/p", File: "a_test.go", Line: 7, Column: 2, Message: "got <1>",
			Warning: true, Lines: []int{3, 9},
		}, {}},
	}}
	d, err := RunDetails(want)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var read Details
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	if !read.Equal(d) || read.Equal(Details{}) {
		t.Errorf("details differ after a round trip: %s", detailsJSON(t, read))
	}
	for _, from := range []Details{d, read} {
		got, err := from.Runs()
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("Runs: %v, mismatch (-want +got):\n%s", err, diff)
		}
	}
}

// TestRunsOfOthers: what isn't understood is an error, and leaves the rest.
func TestRunsOfOthers(t *testing.T) {
	for text, want := range map[string]int{
		`{"type":"search","runs":[{"tool":"go"}]}`:               0,
		`{"type":"runs","runs":[{"tool":1},{"tool":"go"}]}`:      2,
		`{"type":"runs","runs":{"tool":"go"}}`:                   0,
		`{"type":"runs","runs":[{"failures":[{"line":"one"}]}]}`: 1,
	} {
		var d Details
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			t.Fatal(err)
		}
		if got, err := d.Runs(); err == nil || len(got) != want {
			t.Errorf("Runs of %s: %v, %v, want %d reports and an error", text, got, err, want)
		}
	}
	if got, err := (Details{}).Runs(); err == nil || got != nil {
		t.Errorf("Runs of no details: %v, %v", got, err)
	}
}
