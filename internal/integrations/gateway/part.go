package gateway

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
)

// A part of a text is an output in it. The client has put the rest around it for its model, which stays as it is.
type part struct {
	span            // the bytes that are replaced
	quoted   bool   // it is a JSON string
	output   string // without quotes
	command  string // "" for that of the call
	path     string
	status   result.Status
	envelope envelope.Agent
}

// parts returns the outputs in a text of a tool's result.
//
//	go: 301 passed\n\n<system-reminder>\n...\n</system-reminder>      Claude Code
//	<untrusted_context>\nOutput: ...\n</untrusted_context>           Gemini CLI and its relatives
//	[{"query":"go test ./...","result":"...","success":true}]       Cline
//	{"chunk_id":"79601a","exit_code":0,"output":"..."}              Codex's code mode
//	{"content":[{"type":"text","text":"..."}]}                      an MCP server, in both
func (c client) parts(tool, text string, failed bool) []part {
	whole := part{span: span{0, len(text)}, output: text, envelope: c.agent.From(tool, failed, false)}
	switch c.name {
	case "claude":
		whole.to = len(withoutReminders(text))
	case "gemini", "qwen":
		const start, end = "<untrusted_context>\n", "\n</untrusted_context>"
		i, j := strings.Index(text, start), strings.LastIndex(text, end)
		if i >= 0 && j >= i+len(start) {
			whole.span = span{i + len(start), j}
		} else if i := strings.Index(text, qwenCut); i >= 0 {
			whole.from = i + len(qwenCut)
		}
	case "cline", "codex":
		if list := (&objects{b: []byte(text), tool: tool}).parts(); list != nil {
			return list
		}
		switch {
		case strings.Contains(tool, "__"):
			whole.envelope = "" // Cline has cut the JSON of an MCP server in the middle
		case tool == "exec" && !strings.HasPrefix(text, "Script "):
			// The output of a program of the code mode comes as it is, after a text with Codex' lines.
			whole.envelope = ""
		}
	}
	whole.output = text[whole.from:whole.to]
	return []part{whole}
}

// qwenCut ends the notice that Qwen Code puts above an output that it has cut.
const qwenCut = "\nTruncated part of the output:\n"

// withoutReminders returns the start of a text before the reminders that Claude Code puts after an output.
func withoutReminders(text string) string {
	const start, end = "\n\n<system-reminder>\n", "</system-reminder>"
	for {
		rest := strings.TrimRight(text, "\n")
		i := strings.LastIndex(rest, start)
		if i < 0 || !strings.HasSuffix(rest, end) {
			return text
		}
		text = rest[:i]
	}
}

// objects reads a text that is JSON of a client.
type objects struct {
	b    []byte
	tool string
	list []part
}

// parts returns nil for a text that isn't a JSON object or an array of objects. Clients cut such texts, too.
func (o *objects) parts() []part {
	cur := &cursor{b: o.b}
	if !jsontext.Value(o.b).IsValid() {
		return nil
	}
	switch cur.peek() {
	case '{':
		o.object(cur)
	case '[':
		cur.array(func() { o.object(cur) })
	default:
		return nil
	}
	if cur.bad || cur.peek() != 0 {
		return nil
	}
	return o.list
}

// object reads an object with an output.
func (o *objects) object(cur *cursor) {
	if cur.peek() != '{' {
		cur.value()
		return
	}
	var p part
	var chunk, query string
	cur.object(func(name string) {
		switch name {
		case "query":
			query = cur.string()
		case "chunk_id":
			chunk = cur.string()
		case "result", "output":
			p.span = cur.value()
		case "success":
			p.status.Reported = result.Fail
			if string(cur.value().of(o.b)) == "true" {
				p.status.Reported = result.Pass
			}
		case "exit_code":
			code, err := strconv.Atoi(string(cur.value().of(o.b)))
			p.status.Known, p.status.Code = err == nil, code
		case "structuredContent":
			if cur.peek() != '{' {
				cur.value()
				return
			}
			cur.object(func(string) { // an MCP server often has the same there as in its content
				if at := cur.value(); isString(o.b, at) {
					o.list = append(o.list, part{span: at, quoted: true, output: stringAt(o.b, at)})
				}
			})
		case "content":
			for _, at := range (&node{items: cur.node(0).items}).texts(o.b) {
				o.list = append(o.list, part{span: at, quoted: true, output: stringAt(o.b, at)})
			}
		default:
			cur.value()
		}
	})
	if !isString(o.b, p.span) || chunk == "" && query == "" {
		return
	}
	p.quoted, p.output = true, stringAt(o.b, p.span)
	if query != "" {
		if toolname.FamilyOf(o.tool, shell.Line{}) == toolname.FamilyExec {
			p.command = query
		} else {
			p.path = query
		}
	}
	o.list = append(o.list, p)
}

// replace puts short texts in the place of parts.
func replace(text string, parts []part, short []string) string {
	var edits []edit
	for i, p := range parts {
		switch {
		case short[i] == "":
		case p.quoted:
			edits = append(edits, edit{p.span, quote(short[i])})
		default:
			edits = append(edits, edit{p.span, []byte(short[i])})
		}
	}
	slices.SortFunc(edits, func(x, y edit) int { return cmp.Compare(x.from, y.from) })
	return string(apply([]byte(text), edits))
}
