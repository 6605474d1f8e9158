package mcpproxy

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/integrations/mcpoutput"
	"github.com/toktee/toktee/internal/run/crash"
)

// isOurs reports whether a resource is one of ours.
func isOurs(uri string) bool { return strings.HasPrefix(uri, mcpoutput.Scheme) }

// own answers a request that the server doesn't get.
func (p *proxy) own(ctx context.Context, m *message, c *call, params object) {
	ctx, stop := context.WithCancel(ctx)
	c.stop, c.ours = stop, true
	p.calls.begin(m.id, c)
	modern := isModern(m.raw, params)
	p.working.Go(func() {
		defer stop()
		var answer []byte
		err := crash.Guard(func() error {
			answer = p.answerOwn(ctx, m, c, params)
			return nil
		})
		if err != nil {
			answer = failure(-32603, err.Error())
		}
		if modern {
			answer = bytes.Replace(answer, []byte(`"result":{`), []byte(`"result":{`+c.modernMembers()), 1)
		}
		var line bytes.Buffer
		line.WriteString(`{"jsonrpc":"2.0","id":`)
		line.Write(m.rawID())
		line.WriteByte(',')
		line.Write(answer)
		line.WriteString("}\n")
		p.answer(m.id, c, line.Bytes())
	})
}

// modernMembers returns the members that results must have since 2026-07-28.
func (c *call) modernMembers() string {
	if c.method == methodCall {
		return `"resultType":"complete",`
	}
	return `"resultType":"complete","ttlMs":0,"cacheScope":"private",`
}

// answerOwn returns the member of the answer that isn't its id: the result or the error.
func (p *proxy) answerOwn(ctx context.Context, m *message, c *call, params object) []byte {
	if c.method == methodCall {
		text, isError := mcpoutput.Call(ctx, p.o.Host, c.args)
		return encode("result", struct {
			Content []textBlock `json:"content"`
			IsError bool        `json:"isError,omitempty"`
		}{[]textBlock{{"text", text}}, isError})
	}
	r, err := mcpoutput.Read(ctx, p.o.Host, params.stringOf(m.raw, "uri"))
	if err != nil {
		return failure(-32002, err.Error()) // resource not found
	}
	return encode("result", struct {
		Contents []mcpoutput.Resource `json:"contents"`
	}{[]mcpoutput.Resource{r}})
}

// A textBlock is a text as an element of content.
type textBlock struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// failure returns an error as a member of an answer.
func failure(code int, message string) []byte {
	return encode("error", struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}{code, message})
}

func encode(name string, v any) []byte {
	var out bytes.Buffer
	out.WriteString(`"` + name + `":`)
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return failure(-32603, err.Error())
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}
