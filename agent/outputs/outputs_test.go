package outputs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/agent/outputs"
	"github.com/toktee/toktee/summarize"
)

// deploy prints 3000 lines.
func deploy(context.Context, json.RawMessage) (string, error) {
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, "step %d: copied asset %x of this release to the bucket\n", i+1, i*i*7919)
	}
	return b.String() + "error: no route to db-2\n", nil
}

// TestWayBack follows the calls that the texts name: together they print the output.
func TestWayBack(t *testing.T) {
	kept, err := outputs.Open(filepath.Join(t.TempDir(), "a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	cfg := kept.Config(summarize.Config{Enabled: true, Budget: 200})
	tool := summarize.Wrap("deploy", cfg, deploy, kept.Keep)
	pages := summarize.Wrap(outputs.ToolName, cfg, kept.Call, kept.Keep) // as by a middleware for all tools
	text, err := tool(t.Context(), nil)
	want, _ := deploy(t.Context(), nil)
	if err != nil || len(text) > 1000 || !strings.Contains(text, "no route to db-2") {
		t.Fatalf("%v: %s", err, text)
	}
	_, call, ok := strings.Cut(text, outputs.ToolName+" ")
	if !ok {
		t.Fatalf("no call in %s", text)
	}
	var args struct{ ID string }
	if err := json.Unmarshal([]byte(call), &args); err != nil {
		t.Fatalf("%s: %v", call, err)
	}
	got := ""
	for next := fmt.Sprintf(`{"id":%q}`, args.ID); next != ""; {
		page, err := pages(t.Context(), json.RawMessage(next))
		if err != nil {
			t.Fatal(err)
		}
		at := strings.LastIndex(page, "\n… ")
		if next = ""; at >= 0 {
			_, next, _ = strings.Cut(page[at:], outputs.ToolName+" ")
			page = page[:at+1]
		}
		got += page
	}
	if got != want {
		t.Errorf("the pages have %d bytes of %d", len(got), len(want))
	}
}

// TestOwnSettings holds that a program's texts don't depend on what its user has told toktee.
func TestOwnSettings(t *testing.T) {
	t.Setenv("TOKTEE_NO_STORE", "nonsense")
	if _, err := outputs.Open(t.TempDir()); err != nil {
		t.Error(err)
	}
}

func TestBadFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"", file} {
		if _, err := outputs.Open(dir); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("%q: error %v, want one that names it", dir, err)
		}
	}
}

func TestWrongCall(t *testing.T) {
	kept, err := outputs.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{`{"id":"000000000000"}`: "no such result", `[]`: "want an object"} {
		if text, err := kept.Call(t.Context(), json.RawMessage(args)); text != "" || err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, error %v, want %q", args, text, err, want)
		}
	}
}
