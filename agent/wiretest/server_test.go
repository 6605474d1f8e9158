package wiretest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/toktee/toktee/agent/wiretest"
)

// post sends a body and returns the status and the answer.
func post(t *testing.T, s *wiretest.Server, path, key, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Api-Key", key)
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Anthropic-Version", "2023-06-01")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// The server refuses what the real ones refuse: without that, what passes it would say nothing.
func TestRefusals(t *testing.T) {
	const (
		messages, chat, responses = "/v1/messages", "/v1/chat/completions", "/v1/responses"
		head                      = `{"model":"m","stream":true,`
	)
	for _, c := range []struct {
		name, path, body string
		status           int
		want             string
	}{
		{"plain", messages, head + `"max_tokens":9,"messages":[{"role":"user","content":"a"}]}`, 200, "event: message_stop"},
		{"plain", chat, head + `"messages":[{"role":"user","content":"a"}]}`, 200, "data: [DONE]"},
		{"plain", responses, head + `"input":[{"type":"message","role":"user","content":"a"}]}`, 200, "event: response.completed"},
		{"not JSON", messages, `{`, 400, "isn't a JSON object"},
		{"a field of ours", messages, head + `"max_tokens":9,"messages":[{"role":"user","content":"a"}],"details":{}}`, 400, "details: extra inputs"},
		{"a field of ours", chat, head + `"messages":[{"role":"user","content":"a"}],"ui_content":""}`, 400, "ui_content: extra inputs"},
		{"a field of ours within", messages, head + `"max_tokens":9,"messages":[{"role":"user","content":"a","details":1}]}`, 400, "A12"},
		{"no stream", chat, `{"model":"m","messages":[{"role":"user","content":"a"}]}`, 400, "stream: want true"},
		{"no limit", messages, head + `"messages":[{"role":"user","content":"a"}]}`, 400, "max_tokens"},
		{"a call without its result", messages, head + `"max_tokens":9,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{}}]},{"role":"user","content":"b"}]}`, 400, "A2"},
		{"a call without its result", chat, head + `"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"t","type":"function","function":{"name":"n","arguments":"{}"}}]},{"role":"user","content":"b"}]}`, 400, "C1"},
		{"a call without its result", responses, head + `"input":[{"type":"message","role":"user","content":"a"},{"type":"function_call","call_id":"t","name":"n","arguments":"{}"}]}`, 400, "O1"},
	} {
		t.Run(c.name+c.path, func(t *testing.T) {
			s, err := wiretest.Start(wiretest.Options{Key: "k"}, wiretest.Turn{Text: "x"})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if status, text := post(t, s, c.path, "other", c.body); status != 401 || strings.Contains(text, "event") {
				t.Errorf("with another key: %d %s", status, text)
			}
			status, text := post(t, s, c.path, "k", c.body)
			if status != c.status || !strings.Contains(text, c.want) {
				t.Errorf("%d %s, want %d and %q", status, text, c.status, c.want)
			}
			if r := s.Requests(); len(r) != 2 || r[0].Err == nil || (r[1].Err == nil) != (c.status == 200) {
				t.Errorf("requests %+v", r)
			}
			if c.status != 200 {
				return
			}
			if status, text := post(t, s, c.path, "k", c.body); status != 400 || !strings.Contains(text, "all were played") {
				t.Errorf("behind the script's end: %d %s", status, text)
			}
		})
	}
}
