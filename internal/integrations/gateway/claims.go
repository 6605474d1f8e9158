package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/host/claims"
	"github.com/toktee/toktee/internal/integrations/claimcheck"
	"github.com/toktee/toktee/internal/run/crash"
)

// maxAnswer is the number of bytes of a response's events with text that are kept until its end. Of a longer response,
// claims aren't checked.
const maxAnswer = 1 << 20

// hooked are clients whose own hooks check claims ("toktee init").
var hooked = map[string]bool{"claude": true, "codex": true, "gemini": true}

// An answer gathers a response's text, to be read when it has ended.
type answer struct {
	events []byte // with a line feed after each
	isLong bool
}

// add keeps an event, or a whole response.
func (a *answer) add(data []byte) {
	if a == nil || a.isLong {
		return
	}
	if a.isLong = len(a.events)+len(data) > maxAnswer; a.isLong {
		a.events = nil
		return
	}
	a.events = append(append(a.events, data...), '\n')
}

// A said is an event of any provider, as far as it has texts and calls.
//
//	{"type":"content_block_delta","delta":{"type":"text_delta","text":"All tests"}}   Anthropic
//	{"type":"response.output_text.delta","delta":"All tests"}                        Responses
//	{"choices":[{"delta":{"content":"All tests"}}]}                                  Chat Completions
//	{"candidates":[{"content":{"parts":[{"text":"All tests"}]}}]}                     Gemini
type said struct {
	Type    string
	Delta   json.RawMessage
	Block   struct{ Type string } `json:"content_block"`
	Item    struct{ Type string }
	Content []struct{ Type, Text string }
	Output  []struct {
		Type    string
		Content []struct{ Text string }
	}
	Choices []struct {
		Delta, Message struct {
			Content string
			Calls   []json.RawMessage `json:"tool_calls"`
		}
	}
	Candidates []struct {
		Content struct {
			Parts []struct {
				Text    string
				Thought bool
				Call    json.RawMessage `json:"functionCall"`
			}
		}
	}
}

// text returns a response's text. It is "" for one that calls a tool: the turn goes on.
func (a *answer) text() string {
	var b strings.Builder
	for values := json.NewDecoder(bytes.NewReader(a.events)); ; {
		var raw json.RawMessage
		if values.Decode(&raw) != nil {
			return b.String()
		}
		var e said
		if json.Unmarshal(raw, &e) != nil {
			continue
		}
		isCall := strings.Contains(e.Block.Type, "tool_use") || strings.HasSuffix(e.Item.Type, "_call")
		var delta struct{ Text string }
		switch {
		case e.Type == "content_block_delta" && json.Unmarshal(e.Delta, &delta) == nil:
			b.WriteString(delta.Text)
		case e.Type == "response.output_text.delta":
			var text string
			_ = json.Unmarshal(e.Delta, &text) // another type has no text
			b.WriteString(text)
		}
		for _, c := range e.Content {
			b.WriteString(c.Text)
			isCall = isCall || c.Type == "tool_use"
		}
		for _, o := range e.Output {
			isCall = isCall || strings.HasSuffix(o.Type, "_call")
			for _, c := range o.Content {
				b.WriteString(c.Text)
			}
		}
		for _, c := range e.Choices {
			b.WriteString(c.Delta.Content + c.Message.Content)
			isCall = isCall || len(c.Delta.Calls)+len(c.Message.Calls) > 0
		}
		for _, c := range e.Candidates {
			for _, p := range c.Content.Parts {
				isCall = isCall || len(p.Call) > 0
				if !p.Thought {
					b.WriteString(p.Text)
				}
			}
		}
		if isCall {
			return ""
		}
	}
}

// answer returns what gathers a response's text, nil if its claims aren't checked here.
func (r *request) answer() *answer {
	if r == nil || r.counts || hooked[r.client.name] || len(r.conv.results) == 0 {
		return nil
	}
	return &answer{}
}

// checkClaims compares the text of a response that ends a turn with the conversation, aside: the response has ended.
// The journal gets the findings.
func (r *request) checkClaims(a *answer) {
	if a == nil || len(a.events) == 0 {
		return
	}
	r.g.asides.Go(func() {
		err := crash.Guard(func() error {
			made := claims.Find(a.text())
			if len(made) == 0 {
				return nil
			}
			h, err := r.g.o.Host(r.folder(), r.client.name, nil)
			if err != nil {
				return err
			}
			if is, _ := claimcheck.Asks(h.Settings()); is && !h.IsControl(r.session) {
				claimcheck.Turn{Session: r.session, Claims: made, Record: r.record()}.Check(context.Background(), h)
			}
			return nil
		})
		if err != nil {
			r.g.warn(fmt.Errorf("checking claims: %w", err))
		}
	})
}

// record returns the calls of the conversation. What came before a compaction isn't in it.
func (r *request) record() *claimcheck.Record {
	rec := claimcheck.NewRecord(r.folder())
	for i := range r.conv.results {
		res := &r.conv.results[i]
		tool, args := r.callOf(res)
		var text strings.Builder
		for _, at := range res.texts {
			text.WriteString(stringAt(r.conv.body, at))
		}
		parts := r.client.parts(tool, text.String(), res.failed)
		for n, p := range parts {
			id := fmt.Sprintf("%s.%d", res.id, n)
			if p.command != "" {
				args, _ = json.Marshal(map[string]string{"command": p.command})
			}
			rec.Call(id, tool, args, time.Time{})
			rec.Result(id, claimcheck.Result{
				Text: p.output, Envelope: p.envelope, Status: p.status, Failed: res.failed,
				Open: isRefusal([]byte(p.output)),
			})
		}
	}
	return rec
}
