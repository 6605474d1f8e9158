package ordered

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/tokens"
)

// session is one in which the second call uses something of the first result that its first line doesn't have, the
// third uses what it has, and the fourth the lost thing again, after a compaction.
const session = `
{"session":"s","type":"text","role":"user","chars":400}
{"session":"s","type":"text","role":"assistant","chars":40}
{"session":"s","type":"call","call_id":"c1","args":{"command":"ls"},"uses":[],"usage":{"input_tokens":1000}}
{"session":"s","type":"result","call_id":"c1","command":"ls","raw":"first/line.go\nsecond/line.go\n"}
{"session":"s","type":"call","call_id":"c2","uses":["second/line.go"],"usage":{"input_tokens":2000}}
{"session":"s","type":"result","call_id":"c2","tool":"Bash","command":"cat","raw":"package second\n"}
{"session":"s","type":"call","call_id":"c3","tool":"Bash","args":{},"uses":["first/line.go"]}
{"session":"s","type":"result","call_id":"c3","tool":"Bash","command":"cat","raw":"package first\n"}
{"session":"s","type":"compacted"}
{"session":"s","type":"call","call_id":"c4","tool":"Bash","args":{},"uses":["second/line.go","nowhere/else.go"]}
{"session":"s","type":"result","call_id":"c4","tool":"Bash","command":"cat","raw":"package second\n"}
`

// firstLine is a summariser that keeps the first line.
func firstLine(_ context.Context, c *corpus.Case, _ score.Setting) (score.Output, error) {
	line, _, _ := strings.Cut(string(c.Raw()), "\n")
	return score.Output{Text: line}, nil
}

func TestSession(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ordered-x.jsonl"), []byte(session), 0o600); err != nil {
		t.Fatal(err)
	}
	sessions, err := corpus.LoadOrdered(dir)
	if err != nil {
		t.Fatal(err)
	}
	b := &Bench{Summarise: firstLine, Jobs: 1}
	list, err := b.Run(t.Context(), sessions, score.Setting{Level: "balanced"})
	if err != nil || len(list) != 1 {
		t.Fatalf("%d sessions, %v", len(list), err)
	}
	s := list[0]
	if s.File != "ordered-x" || s.Results != 4 || s.Calls != 3 || s.Possible != 1 || len(s.Lost) != 2 ||
		s.Lost[0] != (Lost{"c2", "c1", "second/line.go"}) {
		t.Errorf("got %+v", s)
	}
	c, err := tokens.Get(tokens.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	n := func(text string) float64 { return float64(c.CountString(text)) }
	// The first result is read by two more requests before the compaction, the second by one, the others by none.
	m := cost.Default()
	then := m.Shown(n("first/line.go\nsecond/line.go\n"), 2) + m.Shown(n("package second\n"), 1) +
		m.Shown(n("package first\n"), 0) + m.Shown(n("package second\n"), 0)
	saved := n("first/line.go\nsecond/line.go\n") - n("first/line.go")
	miss := m.Miss(2000-saved, n("first/line.go\nsecond/line.go\n"), 1) // once: the second time it is known
	now := m.Shown(n("first/line.go"), 2) + m.Shown(n("package second"), 1) + m.Shown(n("package first"), 0) +
		m.Shown(n("package second"), 0) + miss
	if got := s.Costs[0]; math.Abs(got.Then-then)+math.Abs(got.Now-now)+math.Abs(got.Misses-miss) > 1e-6 {
		t.Errorf("costs %+v, want %v, %v, %v", got, then, now, miss)
	}
	rows := Rows(score.Setting{Level: "balanced"}, list)
	if got := rows[0].Possible().String(); got != "33.3" {
		t.Errorf("still possible: %s", got)
	}
	// The plain cut has as many tokens in all, and loses the same line: its limit cuts only the first result.
	if err := b.headTail(t.Context(), sessions, &rows[0]); err != nil {
		t.Fatal(err)
	}
	cut := rows[0].headTail[0]
	if cut.Now > s.Now || cut.Then != s.Then {
		t.Errorf("head+tail has %d of %d tokens, want at most %d of %d", cut.Now, cut.Then, s.Now, s.Then)
	}
	if limit := rows[0].limit(); limit < 2 || limit >= int(n("first/line.go\nsecond/line.go\n")) {
		t.Errorf("the limit is %d", limit)
	}
}

// TestBadLines: an error names the file and the line.
func TestBadLines(t *testing.T) {
	for text, want := range map[string]string{
		"{\n":                            "ordered-x.jsonl:1: unexpected end of JSON input",
		`{"session":"s","type":"noise"}`: `x.jsonl:1: unknown type "noise": want call, result, text or compacted`,
		"\n{\"session\":\"s\"}":          `ordered-x.jsonl:2: unknown type ""`,
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "ordered-x.jsonl")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := corpus.LoadOrdered(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if list, err := corpus.LoadOrdered(t.TempDir()); err != nil || len(list) > 0 {
		t.Errorf("an empty folder: %v, %v", list, err)
	}
}
