package search

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestTornEvent cuts a match of rg --json at every byte of its text: it stays a match of its file.
func TestTornEvent(t *testing.T) {
	text, err := json.Marshal("héllo \"x\"\t\U0001f600 end\n")
	if err != nil {
		t.Fatal(err)
	}
	whole := fmt.Sprintf(
		`{"type":"match","data":{"path":{"text":"a/b.js"},"lines":{"text":%s},`+
			`"line_number":7,"absolute_offset":0,"submatches":[]}}`,
		text,
	)
	start := strings.Index(whole, `"lines":{"text":"`) + len(`"lines":{"text":"`)
	for cut := start; cut < strings.Index(whole, `},"line_number"`)-1; cut++ {
		var r reader
		got := r.json(whole[:cut])
		if got.kind != match || got.file != "a/b.js" || got.n != 1 {
			t.Errorf("cut after %q: %+v, want a match of a/b.js", whole[start:cut], got)
		}
		if !strings.HasPrefix("héllo \"x\"\t\U0001f600 end", strings.TrimRight(got.text, "\ufffd")) {
			t.Errorf("cut after %q: the text is %q", whole[start:cut], got.text)
		}
	}
	var r reader
	for _, bad := range []string{`{"type":"match","data":{"path":{"te`, `{"lines":{"text":"`, "not JSON"} {
		if got := r.json(bad); got.kind == match && got.file != "" {
			t.Errorf("%q is a match of %q", bad, got.file)
		}
	}
}
