package table

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDocsShowTheTable holds that docs/benchmarks.md shows what benchmarks/results/table.json has, and explains each
// column.
func TestDocsShowTheTable(t *testing.T) {
	const root = "../../../../"
	text, err := os.ReadFile(root + "benchmarks/results/table.json")
	if err != nil {
		t.Fatal(err)
	}
	d, err := Read(text)
	if err != nil {
		t.Fatal(err)
	}
	docs, err := os.ReadFile(root + "docs/benchmarks.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(docs), "<!-- table: go run ./benchmarks/report -only table -install -->\n\n")
	shown, after, ok2 := strings.Cut(rest, "\n<!-- end of table -->\n")
	if !ok || !ok2 {
		t.Fatal("docs/benchmarks.md has no marks of the table")
	}
	if diff := cmp.Diff(string(d.Markdown()), shown); diff != "" {
		t.Errorf("docs/benchmarks.md shows another table than benchmarks/results/table.json has; "+
			"go run ./benchmarks/report -only table -install measures and writes both (-want +got):\n%s", diff)
	}
	for _, c := range d.columns() {
		if c.head != "row" && !strings.Contains(after, "**"+c.head+"**") {
			t.Errorf("docs/benchmarks.md doesn't explain the column %q", c.head)
		}
	}
	again, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(text), string(again)); diff != "" {
		t.Errorf("table.json isn't what it says when it is written again (-want +got):\n%s", diff)
	}
}
