package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/toktee/toktee/cmd/tokbench/internal/subject"
	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
	"github.com/toktee/toktee/internal/measure/corpus"
)

// TestPeersAreComparedWithTheWayBack holds that the texts beside a peer's end with the command that brings the rest, as
// in use: what it costs is toktee's price.
func TestPeersAreComparedWithTheWayBack(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the shim is a shell script")
	}
	var raw strings.Builder
	for i := range 200 {
		fmt.Fprintf(&raw, `cc -c part%d.c -o out/part%[1]d.o\n`, i)
	}
	dir := t.TempDir()
	peer := filepath.Join(dir, "peer")
	for name, text := range map[string]string{
		peer: "#!/bin/sh\nexec \"$@\"\n",
		filepath.Join(dir, "sessions-a.jsonl"): `{"id":"a","tool":"Bash","command":"make all","exit_code":2,"raw":"` +
			raw.String() + `part7.c:3: error: no field\n","evidence":["no field"]}` + "\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	var ours string
	summarise := func(ctx context.Context, c *corpus.Case, s summary.Setting) (summary.Output, error) {
		out, err := subject.Summarise(ctx, c, s)
		ours = out.Text
		return out, err
	}
	var stdout, stderr strings.Builder
	args := []string{"peers", "--data", dir, "--peer", "as it is=" + peer + " {cmd}"}
	if code := Main(t.Context(), summarise, args, &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	if !strings.Contains(ours, "toktee show") {
		t.Errorf("the text says no way to what it leaves out:\n%s", ours)
	}
}
