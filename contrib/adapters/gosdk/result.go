package gosdk

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/agent/outputs"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// MetaKey is the member of a short result's _meta that names its output for programs: id, bytes and sha256. If a
// result had several outputs, it names the first.
const MetaKey = "dev.toktee/output"

// errFailed is the error of a result that is marked as failed.
var errFailed = errors.New("the tool has failed")

// A shortener shortens one call's result.
type shortener struct {
	cfg  summarize.Config
	kept *outputs.Store // may be nil
	tool string
	args json.RawMessage
	meta map[string]any // of the first output that is kept
}

// result returns the result with short texts: a copy, or the result itself if nothing gets shorter. Structured content
// that no text repeats becomes a text, since it is removed.
func (s *shortener) result(ctx context.Context, res *mcp.CallToolResult) *mcp.CallToolResult {
	var content []mcp.Content
	shorter := false
	for run := range runs(res.Content) {
		short, ok := s.texts(ctx, run, res.IsError)
		shorter = shorter || ok
		content = append(content, short...)
	}
	if data := unsaid(res); data != nil {
		short, ok := s.texts(ctx, []mcp.Content{&mcp.TextContent{Text: string(data)}}, res.IsError)
		shorter = shorter || ok
		content = append(content, short...)
	}
	if !shorter {
		return res
	}
	out := *res
	out.Content, out.StructuredContent = content, nil
	if s.meta != nil {
		out.Meta = maps.Clone(res.Meta)
		if out.Meta == nil {
			out.Meta = mcp.Meta{}
		}
		out.Meta[MetaKey] = s.meta
	}
	return &out
}

// runs yields the content in parts, of which each is one thing that isn't a text, or texts that are one output: those
// that follow each other, with the same annotations and _meta.
func runs(content []mcp.Content) func(yield func([]mcp.Content) bool) {
	return func(yield func([]mcp.Content) bool) {
		for first := 0; first < len(content); {
			end := first + 1
			for end < len(content) && alike(content[first], content[end]) {
				end++
			}
			if !yield(content[first:end]) {
				return
			}
			first = end
		}
	}
}

// alike reports whether both are texts that differ in nothing else.
func alike(a, b mcp.Content) bool {
	x, ok := a.(*mcp.TextContent)
	y, too := b.(*mcp.TextContent)
	return ok && too && reflect.DeepEqual(x.Annotations, y.Annotations) && reflect.DeepEqual(x.Meta, y.Meta)
}

// texts returns a run of texts as a short one, if it is shorter; anything else is itself.
func (s *shortener) texts(ctx context.Context, run []mcp.Content, failed bool) ([]mcp.Content, bool) {
	var output []byte
	for i, c := range run {
		text, ok := c.(*mcp.TextContent)
		if !ok {
			return run, false
		}
		if i > 0 {
			output = append(output, '\n')
		}
		output = append(output, text.Text...)
	}
	short, ok := s.text(ctx, string(output), failed)
	if !ok {
		return run, false
	}
	copied := *run[0].(*mcp.TextContent)
	copied.Text = short
	return []mcp.Content{&copied}, true
}

// text returns a short text of an output. ok is false if there is none.
func (s *shortener) text(ctx context.Context, output string, failed bool) (short string, ok bool) {
	said := func(context.Context, json.RawMessage) (string, error) {
		if failed {
			return output, errFailed
		}
		return output, nil
	}
	var keep summarize.Keep
	var meta map[string]any
	if s.kept != nil {
		keep = func(r result.ToolResult, output string) error {
			err := s.kept.Keep(r, output)
			if err == nil {
				sum := sha256.Sum256([]byte(output))
				meta = map[string]any{"id": r.ID(), "bytes": len(output), "sha256": hex.EncodeToString(sum[:])}
			}
			return err
		}
	}
	short, err := summarize.Wrap(s.tool, s.cfg, said, keep)(ctx, s.args)
	if err != nil && err != errFailed && s.cfg.Log != nil {
		s.cfg.Log.Warn("the result goes as it is: "+err.Error(), "tool", s.tool)
	}
	if len(short) >= len(output) {
		return "", false
	}
	if s.meta == nil {
		s.meta = meta
	}
	return short, true
}

// unsaid returns the structured content as JSON, nil if there is none or a text has the same.
func unsaid(res *mcp.CallToolResult) json.RawMessage {
	if res.StructuredContent == nil {
		return nil
	}
	data, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return nil // the SDK will report it
	}
	value, ok := decode(data)
	says := func(c mcp.Content) bool {
		text, isText := c.(*mcp.TextContent)
		if !isText || !ok {
			return false
		}
		said, valid := decode([]byte(text.Text))
		return valid && reflect.DeepEqual(said, value)
	}
	if slices.ContainsFunc(res.Content, says) {
		return nil
	}
	return data
}

// decode returns the value of a JSON text, with all digits of its numbers.
func decode(text []byte) (v any, ok bool) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	ok = json.Valid(text) && d.Decode(&v) == nil
	return v, ok
}
