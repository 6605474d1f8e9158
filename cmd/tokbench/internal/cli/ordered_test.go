package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/cmd/tokbench/internal/ordered"
	"github.com/toktee/toktee/cmd/tokbench/internal/report"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/tokens"
)

// TestShown: what stands in a text that a later one points at still counts as told, until the context is compacted.
func TestShown(t *testing.T) {
	part := func(from, to int) string {
		var b strings.Builder
		for n := from; n <= to; n++ {
			fmt.Fprintf(&b, "step_%d(queue, %d)\\n", n, n*37)
		}
		return b.String()
	}
	read := `{"session":"s","type":"result","exit_code":0,"tool":"Bash",` +
		`"command":"sed -n %d,%dp a.py","raw":"%s"}` + "\n"
	uses := `{"session":"s","type":"call","call_id":"c","uses":["step_25("]}` + "\n"
	text := fmt.Sprintf(read, 1, 30, part(1, 30)) + fmt.Sprintf(read, 11, 40, part(11, 40)) + uses +
		`{"session":"s","type":"compacted"}` + "\n" + fmt.Sprintf(read, 12, 41, part(12, 41)) + uses
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ordered-x.jsonl"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	sessions, err := corpus.LoadOrdered(dir)
	if err != nil {
		t.Fatal(err)
	}
	balanced := score.Setting{Level: "balanced"}
	var now [2]int
	for i, summarise := range []ordered.Summariser{Summarise, remembering(0)} {
		b := &ordered.Bench{Summarise: summarise, Encoding: tokens.O200kBase, Jobs: 1}
		list, err := b.Run(t.Context(), sessions, balanced)
		if err != nil {
			t.Fatal(err)
		}
		s := list[0]
		now[i] = s.Now
		if s.Calls != 2 || s.Possible != 2 || s.Pointers != i || s.Earlier != i || s.Uses != 2 {
			t.Errorf("shown %d: %+v", i, s)
		}
		var out strings.Builder
		want := "results that point at lines shown before: 1; of 2 uses, in the earlier text alone: 1, of 1 calls"
		err = report.Sessions(ordered.Rows(balanced, list)).Text(&out)
		if err != nil || strings.Contains(out.String(), want) != (i == 1) {
			t.Errorf("shown %d: %v\n%s", i, err, out.String())
		}
	}
	if now[1] >= now[0] {
		t.Errorf("%d tokens without, %d with what was shown before", now[0], now[1])
	}
}
