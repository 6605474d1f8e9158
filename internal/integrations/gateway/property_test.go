package gateway_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/integrations/gateway"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/tokens"
)

// A dialect writes conversations in a provider's format, with unknown members, odd spaces and odd numbers in between.
type dialect struct {
	name, path, client string
	start, end         string
	say                func(role, text string) string // a message
	call               func(id, tool, args string) string
	results            func(list []sentResult) string // the message or messages with results
}

// A sentResult is a result in a conversation.
type sentResult struct {
	id, tool string
	texts    []string
	failed   bool
}

// marked marks the JSON strings that may be replaced: between \x01 and \x02. They are removed before it is sent.
func marked(s string) string { return "\x01" + quoted(s) + "\x02" }

func partsOf(list []string, kind string) string {
	var parts []string
	for _, t := range list {
		parts = append(parts, `{"type":"`+kind+`","text": `+marked(t)+`}`)
	}
	return "[" + strings.Join(parts, ` , `) + `,{"type":"image","source":{"data":"aWgK","n":1e3}}]`
}

var dialects = []dialect{
	{
		name: "messages", path: "/v1/messages", client: "claude-cli/2.1.330 (external, cli)",
		start: `{"model":"claude-x","metadata":{"user_id":"{\"session_id\":\"%s\"}"},"messages":[`,
		end:   `], "max_tokens":1.0e3}`,
		say: func(role, text string) string {
			return `{"role":"` + role + `","content":[{"type":"text","text":` + quoted(text) + `}]}`
		},
		call: func(id, tool, args string) string {
			return `{"role":"assistant","content":[{"type":"thinking","signature":"c2ln"},` +
				`{"type":"tool_use","id":"` + id + `","name":"` + tool + `","input":` + args + `}]}`
		},
		results: func(list []sentResult) string {
			var blocks []string
			for _, r := range list {
				content := marked(r.texts[0])
				if len(r.texts) > 1 {
					content = partsOf(r.texts, "text")
				}
				blocks = append(blocks, fmt.Sprintf(
					`{"content": %s,"x":12345678901234567890,"is_error":%v,"type":"tool_result","tool_use_id":"%s"}`,
					content, r.failed, r.id))
			}
			return `{ "role" : "user", "content":[` + strings.Join(blocks, ",\n") + `]}`
		},
	},
	{
		name: "chat", path: "/v1/chat/completions", client: "qwencode/1.0", start: `{"user":"%s","messages" : [`,
		end: `],"stream":true}`,
		say: func(role, text string) string { return `{"role":"` + role + `","content":` + quoted(text) + `}` },
		call: func(id, tool, args string) string {
			return `{"role":"assistant","content":null,"tool_calls":[{"id":"` + id +
				`","type":"function","function":{"name":"` + tool + `","arguments":` + quoted(args) + `}}]}`
		},
		results: func(list []sentResult) string {
			var messages []string
			for _, r := range list {
				content := marked(r.texts[0])
				if len(r.texts) > 1 {
					content = partsOf(r.texts, "text")
				}
				messages = append(messages, `{"tool_call_id":"`+r.id+`","content":`+content+`,"role":"tool","y":null}`)
			}
			return strings.Join(messages, ",")
		},
	},
	{
		name: "responses", path: "/v1/responses", client: "codex_exec/0.169.0",
		start: `{"prompt_cache_key":"%s","instructions":"be good","input":[`, end: `],"store":false}`,
		say: func(role, text string) string {
			return `{"type":"message","role":"` + role + `","content":[{"type":"input_text","text":` +
				quoted(text) + `}]}`
		},
		call: func(id, tool, args string) string {
			return `{"type":"reasoning","encrypted_content":"Z0FB"},{"type":"function_call","call_id":"` + id +
				`","name":"` + tool + `","arguments":` + quoted(args) + `}`
		},
		results: func(list []sentResult) string {
			var items []string
			for _, r := range list {
				content := marked(r.texts[0])
				if len(r.texts) > 1 {
					content = partsOf(r.texts, "input_text")
				}
				items = append(items, `{"output":`+content+`,"call_id":"`+r.id+`","type":"function_call_output"}`)
			}
			return strings.Join(items, ", ")
		},
	},
	{
		name: "gemini", path: "/v1beta/models/g:streamGenerateContent?alt=sse", client: "GeminiCLI/0.61.0",
		start: `{"x":"%s","contents":[`, end: `],"generationConfig":{"temperature":0.10}}`,
		say: func(role, text string) string {
			role = strings.Replace(role, "assistant", "model", 1)
			return `{"role":"` + role + `","parts":[{"text":` + quoted(text) + `}]}`
		},
		call: func(_, tool, args string) string { // without ids
			return `{"role":"model","parts":[{"functionCall":{"name":"` + tool + `","args":` + args +
				`},"thoughtSignature":"x"}]}`
		},
		results: func(list []sentResult) string {
			var parts []string
			for _, r := range list {
				member := "output"
				if r.failed {
					member = "error"
				}
				parts = append(parts,
					`{"functionResponse":{"response":{"`+member+`": `+marked(r.texts[0])+`},"name":"`+r.tool+`"}}`)
			}
			return `{"role":"user","parts":[` + strings.Join(parts, ",") + `]}`
		},
	},
}

// outputs are real outputs with their calls, and some that are made to be hard.
func outputs(t *testing.T) []corpus.Case {
	t.Helper()
	all, err := corpus.Load("../../../testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	var list []corpus.Case
	for _, c := range all {
		if n := len(c.Raw()); n < 80<<10 && (n > 4<<10 || len(list)%4 == 0) {
			list = append(list, c)
		}
	}
	for _, hard := range []string{
		"", "short", strings.Repeat(`\"`, 400), strings.Repeat("\x00\x1b[31m\\", 300),
		strings.Repeat("é\u2028\U0001F600", 200), passed(), "{\"a\":[" + strings.Repeat(`{"b":"c\\d"},`, 300) + "{}]}",
	} {
		list = append(list, corpus.Case{Tool: "Bash", Command: "make", Stdout: []byte(hard)})
	}
	return list
}

// A story is a conversation that grows.
type story struct {
	d        dialect
	rnd      *rand.Rand
	outputs  []corpus.Case
	session  string
	messages []string
	calls    int
}

// turn adds a turn: calls, and their results.
func (s *story) turn() {
	n := 1 + s.rnd.IntN(3)
	var list []sentResult
	for range n {
		c := s.outputs[s.rnd.IntN(len(s.outputs))]
		s.calls++
		id := fmt.Sprintf("call_%s_%d", s.session, s.calls)
		args, _ := json.Marshal(map[string]any{"command": c.Command, "file_path": c.Path, "n": 1})
		s.messages = append(s.messages, s.d.call(id, c.Tool, string(args)))
		texts := []string{string(bytes.ToValidUTF8(c.Raw(), []byte("?")))}
		if s.d.name != "gemini" && s.rnd.IntN(6) == 0 {
			texts = append(texts, passed(), "done")
		}
		list = append(list, sentResult{id, c.Tool, texts, s.rnd.IntN(5) == 0})
	}
	s.messages = append(s.messages, s.d.results(list))
	if s.rnd.IntN(3) == 0 {
		s.messages = append(s.messages, s.d.say("user", "and now?"))
	}
}

// request returns the body with marks, and the part of it that the next request repeats.
func (s *story) request() (body, prefix string) {
	prefix = fmt.Sprintf(s.d.start, s.session) + strings.Join(s.messages, ",")
	return prefix + s.d.end, prefix
}

func unmarked(s string) string { return strings.NewReplacer("\x01", "", "\x02", "").Replace(s) }

// checkSpliced checks that a forwarded body differs from the client's in marked texts alone, and that none of these
// costs more tokens than allowed. It returns where the prefix ends in the forwarded body, and how many texts differ.
func checkSpliced(t *testing.T, body, prefix string, forwarded []byte) (end, changed int) {
	t.Helper()
	count, err := tokens.New(tokens.Default)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	rest := body
	for {
		before, after, more := strings.Cut(rest, "\x01")
		if !bytes.HasPrefix(forwarded[at:], []byte(before)) {
			t.Fatalf("bytes outside of results have changed at %d:\n%.300q\nwant\n%.300q", at, forwarded[at:], before)
		}
		at += len(before)
		if !more {
			if at != len(forwarded) {
				t.Fatalf("%d bytes more than the client's", len(forwarded)-at)
			}
			return at - (len(body) - len(prefix)), changed
		}
		var was, is string
		text, tail, _ := strings.Cut(after, "\x02")
		dec := json.NewDecoder(bytes.NewReader(forwarded[at:]))
		if err := errors.Join(json.Unmarshal([]byte(text), &was), dec.Decode(&is)); err != nil {
			t.Fatalf("no text at %d: %v", at, err)
		}
		if n := int(dec.InputOffset()); string(forwarded[at:at+n]) != text {
			changed++
			if most := count.CountString(was) + 16; count.CountString(is) > most {
				t.Errorf("a text has more than %d tokens: %s", most, is)
			}
		}
		at += int(dec.InputOffset())
		rest = tail
	}
}

// TestConversations checks the promises of the package on random conversations: nothing but texts of results changes,
// what is sent is a continuation if the client's request is one, also if the gateway is restarted in between with
// other settings, if single results can't be read, and if the gateway comes late.
func TestConversations(t *testing.T) {
	list := outputs(t)
	n := 1000 / sweep.Every(100)
	for _, d := range dialects {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			changed := 0
			for seed := range n {
				changed += tell(t, d, list, uint64(seed))
				if t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
			if changed < n {
				t.Errorf("only %d texts were shortened in %d conversations", changed, n)
			}
		})
	}
}

// tell plays one conversation, and returns how many texts were replaced in its last request.
func tell(t *testing.T, d dialect, list []corpus.Case, seed uint64) (changed int) {
	rnd := rand.New(rand.NewPCG(seed, 7))
	dir, err := os.MkdirTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	p := &provider{}
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var b bytes.Buffer
		_, _ = b.ReadFrom(r.Body)
		p.bodies = append(p.bodies, b.Bytes())
	}))
	defer up.Close()
	level := "balanced"
	start := func() *httptest.Server {
		open := hosts(t, environment(dir, "TOKTEE_LEVEL", level), config.Flags{})
		g, err := gateway.New(gateway.Options{
			Token: token, Upstreams: upstreams(t, up.URL),
			Host: func(folder, agent string, within func(string) bool) (*host.Host, error) {
				if within != nil && rnd.IntN(12) == 0 {
					return nil, errors.New("this result can't be read")
				}
				if within != nil && rnd.IntN(12) == 0 {
					panic("this one neither")
				}
				return open(folder, agent, within)
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		return httptest.NewServer(g)
	}
	srv := start()
	defer func() { srv.Close() }()
	s := &story{d: d, rnd: rnd, outputs: list, session: fmt.Sprintf("s%d", seed)}
	s.messages = append(s.messages, d.say("user", "do it"))
	late := rnd.IntN(4) == 0
	var last []byte // the forwarded part that the next request repeats
	for turn := range 5 {
		s.turn()
		body, prefix := s.request()
		if late && turn < 2 {
			last = []byte(unmarked(prefix))
			continue // the gateway isn't there yet
		}
		if rnd.IntN(3) == 0 {
			srv.Close()
			level = []string{"minimal", "balanced", "conservative"}[rnd.IntN(3)]
			srv = start()
		}
		for range 1 + rnd.IntN(2) { // clients repeat requests that failed
			send(t, srv.URL+"/"+token+d.path, []byte(unmarked(body)), "User-Agent", d.client)
		}
		forwarded := p.last()
		var end int
		end, changed = checkSpliced(t, body, prefix, forwarded)
		if !bytes.HasPrefix(forwarded, last) {
			t.Fatalf("turn %d: the request is no continuation of the one before", turn)
		}
		last = forwarded[:end]
	}
	return changed
}
