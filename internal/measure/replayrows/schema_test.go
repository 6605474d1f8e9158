package replayrows

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/toktee/toktee/internal/measure/replay"
)

var update = flag.Bool("update", false, "write testdata/schema.txt again")

// TestSchema holds the columns still: a change of what is there already is another [replay.RowSchema].
func TestSchema(t *testing.T) {
	schema := parquet.SchemaOf(replay.Row{})
	got := schema.String() + "\n"
	const path = "testdata/schema.txt"
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("the schema has changed (-want +got):\n%s", diff)
	}
	doc, err := os.ReadFile("../../../docs/replay-parquet.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range schema.Fields() {
		if !strings.Contains(string(doc), "`"+f.Name()+"`") {
			t.Errorf("docs/replay-parquet.md says nothing of the column %s", f.Name())
		}
	}
}
