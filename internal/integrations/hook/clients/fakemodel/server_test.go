package fakemodel_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/anthropic"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/openaichat"
	"github.com/toktee/toktee/agent/openairesponses"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
	"github.com/toktee/toktee/result"
)

func start(t *testing.T) *fakemodel.Server {
	t.Helper()
	s, err := fakemodel.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// TestAgent has an agent of this module, whose clients were written for the real servers, take part in a script.
func TestAgent(t *testing.T) {
	for name, client := range map[string]func(url string) (agent.Provider, error){
		"Messages": func(url string) (agent.Provider, error) {
			return anthropic.New(model.Endpoint{BaseURL: url, Key: "none"})
		},
		"Chat Completions": func(url string) (agent.Provider, error) {
			return openaichat.New(model.Endpoint{BaseURL: url + "/v1", Key: "none"})
		},
		"Responses": func(url string) (agent.Provider, error) {
			return openairesponses.New(model.Endpoint{BaseURL: url + "/v1", Key: "none"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			p, err := client(s.URL)
			if err != nil {
				t.Fatal(err)
			}
			log, err := session.Open(filepath.Join(t.TempDir(), "session.jsonl"), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer log.Close()
			count := 0
			weather := tool.Tool{
				Name: "weather", Cancellable: true, Schema: json.RawMessage(`{"type":"object"}`),
				Run: func(_ context.Context, args json.RawMessage) (result.ToolResult, error) {
					count++
					return result.Simple("weather", fmt.Sprintf("rain, as %s says", args), 1), nil
				},
			}
			a, err := agent.New(agent.Config{Provider: p, Model: "fake", Tools: []tool.Tool{weather}, Log: log})
			if err != nil {
				t.Fatal(err)
			}
			s.Play("weather",
				fakemodel.Call{Name: "weather", Args: map[string]any{"city": "Ghent"}},
				fakemodel.Call{From: func(results []fakemodel.Result) fakemodel.Call {
					city := map[bool]string{true: "Köln", false: "Bonn"}[strings.Contains(results[0].Text, "Ghent")]
					return fakemodel.Call{Name: "weather", Args: map[string]any{"city": city}}
				}})
			answer, err := a.Run(t.Context(), "How is it there?")
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(answer); !strings.Contains(got, fakemodel.Done) {
				t.Errorf("the agent ends with %s", got)
			}
			want := []fakemodel.Result{
				{Text: `rain, as {"city":"Ghent"} says`}, {Text: `rain, as {"city":"Köln"} says`},
			}
			got := s.Results()
			for i := range got {
				if !strings.HasSuffix(got[i].ID, fmt.Sprintf("call_%03d", i)) {
					t.Errorf("result %d is of the call %q", i, got[i].ID)
				}
				got[i].ID = ""
			}
			if diff := cmp.Diff(want, got); diff != "" || count != 2 {
				t.Errorf("%d calls, results (-want +got):\n%s", count, diff)
			}
			if got := len(s.Requests()); got != 3 {
				t.Errorf("%d requests, want 3", got)
			}
		})
	}
}

// Requests as agents send them, abridged: what stands in them, and what the answer holds.
var requests = []struct {
	name, path, body string
	results          []fakemodel.Result
	answer           []string
}{
	{
		name: "Gemini CLI, first", path: "/v1beta/models/gemini-2.5-flash:streamGenerateContent",
		body: `{"contents":[{"parts":[{"text":"go"}],"role":"user"}],
			"tools":[{"functionDeclarations":[{"name":"sh"}]}]}`,
		answer: []string{`data: {"candidates":`, `"functionCall":{"args":{"n":1},"id":"call_000","name":"sh"}`},
	},
	{
		name: "Gemini CLI, results", path: "/v1beta/models/gemini-2.5-flash:generateContent",
		body: `{"tools":[{"functionDeclarations":[{"name":"sh"}]}],"contents":[{"parts":[
			{"functionResponse":{"id":"call_000","name":"sh","response":{"output":"out"}}},
			{"functionResponse":{"id":"call_001","name":"sh","response":{"error":"failed"}}},
			{"functionResponse":{"id":"call_002","name":"sh","response":{"rows":3}}}]}]}`,
		results: []fakemodel.Result{
			{ID: "call_000", Text: "out"}, {ID: "call_001", Text: "failed", Error: true},
			{ID: "call_002", Text: `{"rows":3}`},
		},
		answer: []string{`"text":"` + fakemodel.Done},
	},
	{
		name: "Gemini CLI, choice of a model", path: "/v1beta/models/gemini-2.5-flash-lite:generateContent",
		body:   `{"contents":[],"generationConfig":{"responseMimeType":"application/json"}}`,
		answer: []string{`"text":"{}"`},
	},
	{
		name: "Codex in code mode", path: "/v1/responses",
		body: `{"model":"m","stream":true,"input":[
			{"type":"additional_tools","tools":[
				{"type":"namespace","name":"functions","tools":[{"type":"custom","name":"sh"}]}]},
			{"type":"custom_tool_call_output","output":[
				{"type":"input_text","text":"one"},{"type":"input_text","text":"two"}]}]}`,
		results: []fakemodel.Result{{Text: "one\ntwo"}},
		answer: []string{
			"event: response.completed\n", `"input":"text(1)"`, `"type":"custom_tool_call"`, `"call_id":"call_001"`,
		},
	},
	{
		name: "Claude Code, a note beside", path: "/v1/messages",
		body: `{"model":"m","tools":[{"name":"sh"}],"messages":[
			{"role":"user","content":"go"},{"role":"user","content":[
			{"type":"tool_result","content":[{"type":"text","text":"out"}],"is_error":true},
			{"type":"text","text":"note"}]}]}`,
		results: []fakemodel.Result{{Text: "out", Error: true, Beside: "note"}},
		answer:  []string{`"stop_reason":"tool_use"`},
	},
	{
		name: "a title", path: "/v1/messages", body: `{"model":"m","messages":[{"role":"user","content":"title?"}]}`,
		answer: []string{fakemodel.Done},
	},
	{name: "tokens", path: "/v1/messages/count_tokens", body: `{}`, answer: []string{`{"input_tokens":100}`}},
	{name: "models", path: "/v1/models", body: ``, answer: []string{`"fake-model"`}},
	{name: "junk", path: "/v1/responses", body: `{`, answer: []string{`"invalid_request_error"`}},
	{name: "another path", path: "/telemetry", body: `{}`, answer: []string{`the fake model has no POST /telemetry`}},
}

func TestRequests(t *testing.T) {
	s := start(t)
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range requests {
		for _, coding := range []string{"", "zstd"} {
			t.Run(tt.name+coding, func(t *testing.T) {
				s.Play("sh", fakemodel.Call{Name: "sh", Args: map[string]any{"n": 1}},
					fakemodel.Call{Name: "sh", Input: "text(1)"})
				body := []byte(tt.body)
				if coding != "" {
					body = enc.EncodeAll(body, nil)
				}
				req, err := http.NewRequest(http.MethodPost, s.URL+tt.path, bytes.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				req.Header.Set("Content-Encoding", coding)
				resp, err := http.DefaultClient.Do(req)
				if err != nil {
					t.Fatal(err)
				}
				defer resp.Body.Close()
				answer, err := io.ReadAll(resp.Body)
				if err != nil {
					t.Fatal(err)
				}
				for _, want := range tt.answer {
					if !strings.Contains(string(answer), want) {
						t.Errorf("the answer has no %s\n%s", want, answer)
					}
				}
				if diff := cmp.Diff(tt.results, s.Results()); diff != "" {
					t.Errorf("results (-want +got):\n%s", diff)
				}
				if got := s.Requests(); len(got) != 1 || string(got[0].Body) != tt.body {
					t.Errorf("requests: %q", got)
				}
			})
		}
	}
}

// TestParallel has two calls made in one turn, in each format, and a sub-agent make a call of its own.
func TestParallel(t *testing.T) {
	s := start(t)
	sh := fakemodel.Call{Name: "sh", Args: map[string]any{"n": 1}}
	for _, tt := range []struct{ path, tool, more string }{
		{"/v1/messages", `{"name":"sh"}`, "messages"},
		{"/v1/responses", `{"type":"function","name":"sh"}`, "input"},
		{"/v1/chat/completions", `{"function":{"name":"sh"}}`, "messages"},
		{"/v1beta/models/m:generateContent", `{"functionDeclarations":[{"name":"sh"}]}`, "contents"},
	} {
		s.Play("sh", sh, fakemodel.Call{Name: "sh", Args: map[string]any{"n": 2}, Parallel: true})
		s.PlaySub("count them", sh)
		post := func(stream bool, said string) string {
			body := fmt.Sprintf(`{"stream":%v,"tools":[%s],%q:[],"note":%q}`, stream, tt.tool, tt.more, said)
			resp, err := http.Post(s.URL+tt.path, "application/json", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			b, err := io.ReadAll(resp.Body)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		for _, stream := range []bool{false, true} {
			if got := post(stream, ""); !strings.Contains(got, "call_000") || !strings.Contains(got, "call_001") {
				t.Errorf("%s: not both calls: %s", tt.path, got)
			}
			got := post(stream, "count them")
			if !strings.Contains(got, "sub_000") || strings.Contains(got, "call_0") {
				t.Errorf("%s: no call of a sub-agent: %s", tt.path, got)
			}
		}
	}
}

// TestWebSocket has a request continue an earlier one.
func TestWebSocket(t *testing.T) {
	s := start(t)
	s.Play("sh", fakemodel.Call{Name: "sh", Args: map[string]any{}}, fakemodel.Call{Name: "sh", Args: map[string]any{}})
	conn, _, err := websocket.Dial(t.Context(), s.URL+"/v1/responses", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	const output = `{"type":"function_call_output","call_id":"call_%03d","output":"%d"}`
	for i, want := range []string{`"output":[]`, "call_000", "call_001", fakemodel.Done} {
		body := `{"generate":false,"tools":[{"name":"sh"}],"input":[]}`
		if i == 1 {
			body = `{"previous_response_id":"resp_silent","input":[]}`
		} else if i > 1 {
			body = fmt.Sprintf(`{"previous_response_id":"resp_call_%03d","input":[`+output+`]}`, i-2, i-2, i-2)
		}
		if err := conn.Write(t.Context(), websocket.MessageText, []byte(body)); err != nil {
			t.Fatal(err)
		}
		for {
			_, b, err := conn.Read(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(b), `"response.completed"`) {
				if !strings.Contains(string(b), want) {
					t.Errorf("answer %d has no %s: %s", i, want, b)
				}
				break
			}
		}
	}
	if got := s.Results(); len(got) != 2 || got[1].Text != "1" {
		t.Errorf("results: %+v", got)
	}
}
