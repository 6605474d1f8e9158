package search

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/strategies"
)

// TestHolding: any lines of the output are known to hold so many matches, in so many files.
func TestHolding(t *testing.T) {
	text := "a.go:1:foo\na.go-2-x\na.go:3:foo\n--\nb.go:1:foo\nb.go-2-y\n--\nc.go:7:foo\nc.go-8-z\nc.go:9:foo\n"
	d, err := digest(t, commandInput("grep -rn -A1 foo ."), text)
	if err != nil {
		t.Fatal(err)
	}
	holding := func(items, groups int, above, below bool) strategies.Holding {
		return strategies.Holding{
			Items: items, Item: "match", Groups: groups, Group: "file", Above: above, Below: below,
		}
	}
	for _, tt := range []struct {
		first, last int
		want        strategies.Holding
	}{
		{2, 2, holding(0, 0, false, false)},
		{2, 3, holding(1, 1, true, true)},
		{2, 4, holding(1, 1, true, false)}, // the separator belongs to the file above
		{2, 5, holding(2, 2, false, false)},
		{5, 5, holding(1, 1, false, true)},
		{5, 9, holding(2, 2, false, false)},
		{8, 9, holding(1, 1, false, true)},
		{1, 10, holding(5, 3, false, false)},
	} {
		got := d.Holds(tt.first, tt.last)
		if hasName := got.Name != ""; hasName != (got.Groups == 1) {
			t.Errorf("lines %d to %d are of %q", tt.first, tt.last, got.Name)
		}
		got.Name = ""
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("lines %d to %d mismatch (-want +got):\n%s", tt.first, tt.last, diff)
		}
	}
}

// TestFarHit: what matches in a minified file is shown, however far behind the start of its line it is, and whichever
// program prints it.
func TestFarHit(t *testing.T) {
	line := strings.Repeat("var a=1;", 20_000) + "needle(b)" + strings.Repeat(";b=a", 20_000)
	for command, text := range map[string]string{
		"rg -n needle":                   "dist/app.min.js:1:" + line + "\n",
		"grep -n needle dist/app.min.js": "1:" + line + "\n",
		"rg --json needle": `{"type":"match","data":{"path":{"text":"dist/app.min.js"},"lines":{"text":"` + line +
			`\n"},"line_number":1}}` + "\n",
	} {
		d, err := digest(t, commandInput(command), text)
		if err != nil {
			t.Fatal(err)
		}
		f := d.Facts[len(d.Facts)-1]
		if !strings.Contains(f.Text, "needle(b)") || len(f.Text) > 250 || f.Rank > strategies.Context {
			t.Errorf("%s: %d bytes of rank %v, want the match within few", command, len(f.Text), f.Rank)
		}
		if shown := len(f.Text) - strings.IndexByte(f.Text, ';'); f.Cut < len(line)-shown-20 || f.Cut > len(line) {
			t.Errorf("%s: %d of %d bytes are left out", command, f.Cut, len(line))
		}
	}
}
