package transcript

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sums are what the usage records of a source add up to.
type sums struct {
	Records, Requests                          int
	Input, Read, Write, Output, CentsThousands int64
}

// billOf reads the usage records of a file or a folder. Of records about the same request the last one counts.
func billOf(t *testing.T, path string) (got sums) {
	t.Helper()
	sources, err := Find(t.Context(), []string{path})
	if err != nil || len(sources) == 0 {
		t.Fatalf("%s: %d sources, %v", path, len(sources), err)
	}
	var list []Usage
	at := map[string]int{}
	for _, s := range sources {
		_, err := s.ReadBilled(t.Context(), nil, func(u *Usage) error {
			got.Records++
			if i, ok := at[u.Message]; ok && u.Message != "" {
				list[i] = *u
				return nil
			}
			at[u.Message] = len(list)
			list = append(list, *u)
			return nil
		})
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	dollars := 0.0
	for _, u := range list {
		got.Requests += u.Requests
		got.Input += u.Input
		got.Read += u.CacheRead
		got.Write += u.CacheWrite
		got.Output += u.Output
		dollars += u.Dollars
	}
	got.CentsThousands = int64(dollars*1e5 + 0.5)
	return got
}

// TestUsage compares with sums that a script of a few lines made of the same files, by the names of their members.
func TestUsage(t *testing.T) {
	for file, want := range map[string]sums{
		"claude.jsonl": {18, 6, 18, 0, 0, 30, 0},
		"pi.jsonl":     {6, 6, 18, 0, 0, 0, 0},
	} {
		if diff := cmp.Diff(want, billOf(t, filepath.Join("testdata", file))); diff != "" {
			t.Errorf("%s (-want +got)\n%s", file, diff)
		}
	}
}

// TestUsageRecorded does the same with recorded sessions, one of each agent.
func TestUsageRecorded(t *testing.T) {
	dir := os.Getenv("TOKTEE_TEST_CORPUS")
	if dir == "" {
		t.Skip("TOKTEE_TEST_CORPUS names no folder with transcripts, recorded sessions of others")
	}
	for file, want := range map[string]sums{
		"claude-code.jsonl": {38, 15, 336, 861482, 34021, 3640, 0},
		"codex.jsonl":       {10, 10, 36058, 230656, 0, 2958, 0},
		"copilot-cli.jsonl": {54, 54, 0, 0, 0, 19254, 0},
		"pi.jsonl":          {128, 128, 172, 6699368, 309107, 28456, 359632},
	} {
		if diff := cmp.Diff(want, billOf(t, filepath.Join(dir, "transcripts", file))); diff != "" {
			t.Errorf("%s (-want +got)\n%s", file, diff)
		}
	}
}

// TestUsageForms has what the recorded sessions lack.
func TestUsageForms(t *testing.T) {
	for _, tt := range []struct {
		name, file, text string
		want             sums
	}{
		{"Codex repeats a record when its limits change", "rollout.jsonl",
			`{"timestamp":"2026-10-01T09:00:00Z","type":"session_meta","payload":{"id":"s"}}
{"timestamp":"2026-10-01T09:00:01Z","type":"event_msg","payload":{"type":"token_count","info":null,"rate_limits":{}}}
{"timestamp":"2026-10-01T09:00:01Z","type":"event_msg","payload":{"type":"token_count","info":{` +
				`"total_token_usage":{"input_tokens":100,"output_tokens":5},` +
				`"last_token_usage":{"input_tokens":100,"output_tokens":5}}}}
{"timestamp":"2026-10-01T09:00:01Z","type":"event_msg","payload":{"type":"token_count","info":{` +
				`"total_token_usage":{"input_tokens":100,"output_tokens":5},` +
				`"last_token_usage":{"input_tokens":100,"output_tokens":5}}}}
`, sums{1, 1, 100, 0, 0, 5, 0}},
		{"Copilot CLI, a session that was ended", "events.jsonl",
			`{"type":"session.start","id":"1","timestamp":"2026-10-01T09:00:00Z","data":{"sessionId":"s"}}
{"type":"assistant.message","id":"2","timestamp":"2026-10-01T09:00:00Z","data":{"messageId":"m","content":"Done.",` +
				`"outputTokens":80}}
{"type":"session.shutdown","id":"3","timestamp":"2026-10-01T09:00:00Z","data":{"modelMetrics":{"gpt-5.4":{` +
				`"requests":{"count":3,"cost":1},"usage":{"inputTokens":900,"outputTokens":80,` +
				`"cacheReadTokens":700,"cacheWriteTokens":50}}}}}
`, sums{2, 4, 150, 700, 50, 160, 0}},
		{"opencode, a message with two steps", "export.json",
			`{"info":{"id":"ses"},"messages":[{"info":{"id":"msg","role":"assistant","sessionID":"ses","modelID":"m",` +
				`"tokens":{"input":4,"output":1,"reasoning":0,"cache":{"read":9,"write":7}},"cost":0.5},"parts":[` +
				`{"type":"step-finish","messageID":"msg","tokens":{"input":3,"output":2,"reasoning":1,"cache":{` +
				`"read":8,"write":6}},"cost":0.25},{"type":"step-finish","messageID":"msg","tokens":{"input":4,` +
				`"output":1,"reasoning":0,"cache":{"read":9,"write":7}},"cost":0.25}]}]}`,
			sums{2, 2, 7, 17, 13, 4, 50000}},
		{"opencode, a message without steps", "export.json",
			`{"info":{"id":"ses"},"messages":[{"info":{"id":"msg","role":"assistant","sessionID":"ses","modelID":"m",` +
				`"tokens":{"input":4,"output":1,"reasoning":0,"cache":{"read":9,"write":7}},"cost":0.5},"parts":[` +
				`{"type":"text","messageID":"msg","text":"Hello."}]}]}`, sums{1, 1, 4, 9, 7, 1, 50000}},
	} {
		path := filepath.Join(t.TempDir(), tt.file)
		if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, billOf(t, path)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
	}
}

// TestSubAgentOfOpenCode: what an export says of a session's parent is in the session's name, as with other agents.
func TestSubAgentOfOpenCode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "export.json")
	text := `{"info":{"id":"ses_b","parentID":"ses_a"},"messages":[{"info":{"id":"msg","role":"assistant",` +
		`"sessionID":"ses_b","modelID":"m","tokens":{"input":4,"output":1,"cache":{"read":9,"write":7}}},` +
		`"parts":[{"type":"text","messageID":"msg","text":"Hello."}]}]}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	sources, err := Find(t.Context(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	_, err = sources[0].ReadBilled(t.Context(), func(it *Item) error {
		got = append(got, it.Session)
		return nil
	}, func(u *Usage) error {
		got = append(got, u.Session)
		return nil
	})
	if want := []string{"ses_a/ses_b", "ses_a/ses_b"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}
