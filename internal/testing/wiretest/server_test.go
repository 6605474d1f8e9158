package wiretest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/testing/wiretest"
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
		anthropicHead             = head + `"max_tokens":9,"messages":[`
		chatHead                  = head + `"messages":[`
		responsesHead             = head + `"input":[`
		user                      = `{"role":"user","content":"a"}`
		userItem                  = `{"type":"message","role":"user","content":"a"}`
		toolUse                   = `{"role":"assistant","content":[` +
			`{"type":"tool_use","id":"t","name":"n","input":{}}]}`
		toolCall = `{"role":"assistant","tool_calls":[` +
			`{"id":"t","type":"function","function":{"name":"n","arguments":"{}"}}]}`
		functionCall = `{"type":"function_call","call_id":"t","name":"n","arguments":"{}"}`
	)
	for _, c := range []struct {
		name, path, body string
		status           int
		want             string
	}{
		{"plain", messages, anthropicHead + user + `]}`, 200, "event: message_stop"},
		{"plain", chat, chatHead + user + `]}`, 200, "data: [DONE]"},
		{"plain", responses, responsesHead + userItem + `]}`, 200, "event: response.completed"},
		{"not JSON", messages, `{`, 400, "isn't a JSON object"},
		{"a field of ours", messages, anthropicHead + user + `],"details":{}}`, 400, "details: extra inputs"},
		{"a field of ours", chat, chatHead + user + `],"ui_content":""}`, 400, "ui_content: extra inputs"},
		{"our field within", messages, anthropicHead + `{"role":"user","content":"a","details":1}]}`, 400, "A12"},
		{"no stream", chat, `{"model":"m","messages":[` + user + `]}`, 400, "stream: want true"},
		{"no limit", messages, chatHead + user + `]}`, 400, "max_tokens"},
		{"a call without its result", messages, anthropicHead + user + "," + toolUse + "," + user + `]}`, 400, "A2"},
		{"a call without its result", chat, chatHead + user + "," + toolCall + "," + user + `]}`, 400, "C1"},
		{"a call without its result", responses, responsesHead + userItem + "," + functionCall + `]}`, 400, "O1"},
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
			status, text = post(t, s, c.path, "k", c.body)
			if status != 400 || !strings.Contains(text, "all were played") {
				t.Errorf("after the script's end: %d %s", status, text)
			}
		})
	}
}
