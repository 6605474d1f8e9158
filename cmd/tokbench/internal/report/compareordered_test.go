package report

import (
	"fmt"
	"strings"
	"testing"
)

// TestOrdered: the calls of whole sessions are paired, and shares come with their intervals.
func TestOrdered(t *testing.T) {
	report := func(calls int, lost, possible, saved, cost string) []byte {
		return fmt.Appendf(nil, `{"schema_version":1,"encoding":"o200k_base","families":{},"ordered":[{"sessions":"o",`+
			`"setting":"balanced","of_them":3,"calls":%d,"results":9,"lost_calls":[%s],"possible":{"value":%s,`+
			`"interval95":[0.5,0.9]},"saved":{"value":%s,"interval95":null},"cost":{"value":%s}}]}`,
			calls, lost, possible, saved, cost)
	}
	old := report(10, `"s/a","s/b"`, "0.8", "0.5", "0.7")
	for _, test := range []struct {
		name string
		now  []byte
		want string // what got worse, or the error
		all  int    // changes
	}{
		{"the same", old, "", 0},
		{"one gained, two lost", report(10, `"s/a","s/c","s/d"`, "0.7", "0.5", "0.7"),
			"calls possible (2 lost, 1 gained of 10): 80.00% (50.0-90.0), 70.00% (50.0-90.0)", 1},
		{"as many, but others", report(10, `"s/a","s/c"`, "0.8", "0.5", "0.7"), "", 1},
		{"dearer", report(10, `"s/a","s/b"`, "0.8", "0.6", "0.8"), "cost: 70.00%, 80.00%", 2},
		{"no calls", report(10, `"s/a","s/b"`, "null", "0.5", "0.7"),
			"calls possible (0 lost, 0 gained of 10): 80.00% (50.0-90.0), -", 1},
		{"other sessions", report(11, `"s/a","s/b"`, "0.8", "0.5", "0.7"), "other sessions can't be compared", 0},
		{"none", []byte(`{"schema_version":1,"encoding":"o200k_base","families":{}}`), "lacks o at balanced", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			changes, err := CompareEvals(old, test.now, 0.5)
			if err != nil {
				if test.want == "" || !strings.Contains(err.Error(), test.want) {
					t.Fatalf("error %v, want %q", err, test.want)
				}
				return
			}
			var worse []string
			for _, c := range Worse(changes) {
				worse = append(worse, c.Figure+": "+c.Old+", "+c.New)
			}
			if got := strings.Join(worse, "; "); got != test.want || len(changes) != test.all {
				t.Errorf("%q got worse of %d changes, want %q of %d", got, len(changes), test.want, test.all)
			}
		})
	}
}
