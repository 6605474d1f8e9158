package data

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

// TestCorpus counts the rows of captured outputs as the standard library does.
func TestCorpus(t *testing.T) {
	orders := func(out string) (int, error) {
		var v struct {
			Orders []json.RawMessage `json:"orders"`
		}
		err := json.Unmarshal([]byte(out), &v)
		return len(v.Orders), err
	}
	tests := []struct {
		file, command string
		count         func(out string) (int, error)
		first         string // a fact that stands before the rows
	}{
		{"read_csv", "cat orders.csv", func(out string) (int, error) {
			rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
			return len(rows) - 1, err
		}, "id,customer,sku,count,cents,day"},
		{"read_ndjson", "cat events.ndjson", func(out string) (int, error) {
			n := 0
			for dec := json.NewDecoder(strings.NewReader(out)); dec.More(); n++ {
				var v json.RawMessage
				if err := dec.Decode(&v); err != nil {
					return 0, err
				}
			}
			return n, nil
		}, "(1500 rows): n,kind,shop,cents"},
		{"read_json-pretty", "jq . orders.json", orders, `"generated": "2026-03-02"`},
		{"read_json-one-line", "jq -c . orders.json", orders, `"generated":"2026-03-02"`},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			b, err := os.ReadFile(filepath.Join("..", "..", "testdata", "corpus", "raw", tt.file))
			if err != nil {
				t.Fatal(err)
			}
			out := string(b)
			d, err := digest(t, tt.command, out)
			if err != nil {
				t.Fatal(err)
			}
			want, err := tt.count(out)
			if err != nil {
				t.Fatal(err)
			}
			if got := d.Data[keyRows]; got != int64(want) {
				t.Errorf("%d rows are counted, the standard library has %d", got, want)
			}
			found := false
			for _, f := range d.Facts {
				found = found || f.Text == tt.first && f.Rank <= strategies.Evidence
			}
			if !found {
				t.Errorf("no fact is %q:\n%s", tt.first, page(d, strategies.Evidence))
			}
			lines := strings.Count(out, "\n")
			if last := lastLine(d.Facts); last > max(lines, 1) {
				t.Errorf("facts stand for %d lines of %d", last, lines)
			}
		})
	}
}

func lastLine(facts []strategies.Fact) int {
	last := 0
	for _, f := range facts {
		last = max(last, f.Span.Last)
	}
	return last
}
