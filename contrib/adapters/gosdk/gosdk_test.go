package gosdk_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/agent/outputs"
	"github.com/toktee/toktee/contrib/adapters/gosdk"
	"github.com/toktee/toktee/summarize"
)

var on = summarize.Config{Enabled: true}

// long is what a server prints that copies 3000 assets, of which one fails.
var long = func() string {
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, "copied asset number %d of this release to the bucket\n", i)
	}
	return b.String() + "error: no route to db-2"
}()

// connect returns a client of the server.
func connect(t *testing.T, server *mcp.Server) *mcp.ClientSession {
	t.Helper()
	ours, theirs := mcp.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), ours, nil); err != nil {
		t.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), theirs, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// serve returns a client of a server with one tool, "deploy", that returns res.
func serve(t *testing.T, cfg summarize.Config, kept *outputs.Store, res *mcp.CallToolResult) *mcp.ClientSession {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, nil)
	server.AddTool(&mcp.Tool{
		Name: "deploy", InputSchema: json.RawMessage(`{"type":"object"}`),
		OutputSchema: json.RawMessage(`{"type":"object"}`),
	}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if res == nil {
			return nil, errors.New(long)
		}
		return res, nil
	})
	gosdk.Use(server, cfg, kept)
	return connect(t, server)
}

func call(t *testing.T, s *mcp.ClientSession, tool string, args any) *mcp.CallToolResult {
	t.Helper()
	res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func open(t *testing.T) *outputs.Store {
	t.Helper()
	kept, err := outputs.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

func text(s string) *mcp.TextContent { return &mcp.TextContent{Text: s} }

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestOnlyTextsChange compares results with those of the same server without the middleware: all that isn't a text is
// the same.
func TestOnlyTextsChange(t *testing.T) {
	image := &mcp.ImageContent{Data: []byte{1, 2, 3}, MIMEType: "image/png"}
	link := &mcp.ResourceLink{URI: "file:///a", Name: "a"}
	noted := &mcp.TextContent{Text: long, Meta: mcp.Meta{"b": 2.0}}
	embedded := &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "file:///a", Text: long}}
	audience := &mcp.Annotations{Audience: []mcp.Role{"user"}, Priority: 0.5}
	for name, res := range map[string]*mcp.CallToolResult{
		"text":     {Content: []mcp.Content{text(long)}},
		"failed":   {Content: []mcp.Content{text(long)}, IsError: true},
		"two":      {Content: []mcp.Content{text(long[:90000]), text(long[90000:])}},
		"blocks":   {Content: []mcp.Content{image, text(long), link, text("end")}},
		"marked":   {Content: []mcp.Content{text("head"), &mcp.TextContent{Text: long, Annotations: audience}}},
		"_meta":    {Meta: mcp.Meta{"a": 1.0}, Content: []mcp.Content{noted}},
		"short":    {Content: []mcp.Content{text("done"), image}, StructuredContent: map[string]any{"n": 1.0}},
		"red":      {Content: []mcp.Content{text("boom")}, IsError: true},
		"no text":  {Content: []mcp.Content{image}},
		"nothing":  {},
		"embedded": {Content: []mcp.Content{embedded}},
	} {
		t.Run(name, func(t *testing.T) {
			want := call(t, serve(t, summarize.Config{}, nil, res), "deploy", nil)
			before := jsonOf(t, res)
			got := call(t, serve(t, on, open(t), res), "deploy", nil)
			if after := jsonOf(t, res); after != before {
				t.Error("the server's own result has changed")
			}
			if size := len(jsonOf(t, got)); size > 3000 && name != "embedded" {
				t.Errorf("%d bytes", size)
			}
			if name == "two" {
				want.Content = want.Content[:1]
			}
			checkText(t, got, want)
			delete(got.Meta, gosdk.MetaKey)
			if len(got.Meta) == 0 {
				got.Meta = nil
			}
			if a, b := jsonOf(t, got), jsonOf(t, want); a != b {
				t.Errorf("got  %.500s\nwant %.500s", a, b)
			}
		})
	}
}

// checkText checks the short text of a result, and puts the long one in its place.
func checkText(t *testing.T, got, want *mcp.CallToolResult) {
	t.Helper()
	for i, c := range want.Content {
		raw, ok := c.(*mcp.TextContent)
		if !ok || len(raw.Text) < 1000 {
			continue
		}
		short := got.Content[i].(*mcp.TextContent)
		if !strings.Contains(short.Text, "no route to db-2") || !strings.Contains(short.Text, outputs.ToolName+" {") {
			t.Errorf("text %q", short.Text)
		}
		short.Text = raw.Text
	}
}

// TestMeta holds that programs find the output by the result's _meta.
func TestMeta(t *testing.T) {
	s := serve(t, on, open(t), &mcp.CallToolResult{Content: []mcp.Content{text(long)}})
	meta, _ := call(t, s, "deploy", nil).Meta[gosdk.MetaKey].(map[string]any)
	sum := sha256.Sum256([]byte(long))
	if meta["bytes"] != float64(len(long)) || meta["sha256"] != hex.EncodeToString(sum[:]) {
		t.Errorf("_meta %v", meta)
	}
	page := call(t, s, outputs.ToolName, map[string]any{"id": meta["id"], "lines": "2:2"})
	if got := page.Content[0].(*mcp.TextContent).Text; got != strings.Split(long, "\n")[1]+"\n" {
		t.Errorf("line 2 is %q", got)
	}
}

// rows is a typed result: the SDK makes structured content and a text of it.
type rows struct {
	Rows []row `json:"rows"`
}
type row struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// TestStructured holds that a result isn't sent twice where it gets shorter, that nothing of it is lost, and that no
// schema promises what isn't sent.
func TestStructured(t *testing.T) {
	for name, own := range map[string][]mcp.Content{
		"the text is the data": nil, "the text is another": {text("500 rows")},
	} {
		t.Run(name, func(t *testing.T) {
			server := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, nil)
			for _, tool := range []string{"query", "raw"} {
				mcp.AddTool(server, &mcp.Tool{Name: tool},
					func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, rows, error) {
						var out rows
						for i := range int64(500) {
							out.Rows = append(out.Rows, row{9007199254740993 + i, fmt.Sprint("customer ", i)})
						}
						return &mcp.CallToolResult{Content: own}, out, nil
					})
			}
			cfg, kept := on, open(t)
			cfg.Tools = map[string]summarize.ToolConfig{"raw": {Disabled: true}}
			gosdk.Use(server, cfg, kept)
			s := connect(t, server)

			list, err := s.ListTools(t.Context(), nil)
			if err != nil || len(list.Tools) != 3 {
				t.Fatalf("%v, %v", jsonOf(t, list), err)
			}
			for _, tool := range list.Tools {
				if (tool.OutputSchema != nil) != (tool.Name == "raw") {
					t.Errorf("%s: output schema %v", tool.Name, tool.OutputSchema)
				}
			}
			if res := call(t, s, "raw", nil); res.StructuredContent == nil {
				t.Error("a tool that is left alone has lost its structured content")
			}
			res := call(t, s, "query", nil)
			if res.StructuredContent != nil || len(res.Content) != len(own)+1 || len(jsonOf(t, res)) > 12000 {
				t.Fatalf("%d blocks, %d bytes", len(res.Content), len(jsonOf(t, res)))
			}
			id := res.Meta[gosdk.MetaKey].(map[string]any)["id"]
			args := map[string]any{"id": id, "pattern": "9007199254741492", "budget": 50000}
			all := call(t, s, outputs.ToolName, args)
			if got := jsonOf(t, all); all.IsError || !strings.Contains(got, "9007199254741492") {
				t.Errorf("the last row is %.300s", got)
			}
		})
	}
}

// TestDigits holds that data whose text differs in a digit isn't taken for said.
func TestDigits(t *testing.T) {
	data := json.RawMessage(`{"total":9007199254740993}`)
	for said, blocks := range map[string]int{`{ "total": 9007199254740993 }`: 2, `{"total":9007199254740992}`: 3} {
		s := serve(t, on, open(t), &mcp.CallToolResult{
			Content: []mcp.Content{
				&mcp.TextContent{Text: long}, &mcp.TextContent{Text: said, Meta: mcp.Meta{"part": "total"}},
			},
			StructuredContent: data,
		})
		res := call(t, s, "deploy", nil)
		if len(res.Content) != blocks || res.StructuredContent != nil {
			t.Errorf("%s: %d blocks, want %d", said, len(res.Content), blocks)
		}
	}
}

// TestWithoutStore holds that no line is left out where there is no way back to it.
func TestWithoutStore(t *testing.T) {
	s := serve(t, on, nil, &mcp.CallToolResult{Content: []mcp.Content{text(long)}})
	if got := call(t, s, "deploy", nil).Content[0].(*mcp.TextContent).Text; got != long {
		t.Errorf("%d bytes of %d", len(got), len(long))
	}
	list, err := s.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 1 {
		t.Errorf("%v, %v", jsonOf(t, list), err)
	}
}

// TestBadConfig holds that a result isn't lost by a mistake in the configuration.
func TestBadConfig(t *testing.T) {
	cfg := summarize.Config{Enabled: true, Budget: 1}
	s := serve(t, cfg, open(t), &mcp.CallToolResult{Content: []mcp.Content{text(long)}})
	if got := call(t, s, "deploy", nil).Content[0].(*mcp.TextContent).Text; got != long {
		t.Errorf("%d bytes of %d", len(got), len(long))
	}
}

// TestProtocolErrors holds that an error of the protocol doesn't become a result.
func TestProtocolErrors(t *testing.T) {
	s := serve(t, on, open(t), nil)
	for _, tool := range []string{"deploy", "none"} {
		if _, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool}); err == nil {
			t.Errorf("%s: no error", tool)
		}
	}
	if res := call(t, s, outputs.ToolName, map[string]any{"id": "000000000000"}); !res.IsError {
		t.Errorf("an output that isn't there: %v", jsonOf(t, res))
	}
}

// TestToolsStay holds that the schemas are left out of the list, not of the server's tools.
func TestToolsStay(t *testing.T) {
	server := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, nil)
	tool := &mcp.Tool{
		Name: "query", InputSchema: json.RawMessage(`{"type":"object"}`),
		OutputSchema: json.RawMessage(`{"type":"object"}`),
	}
	server.AddTool(tool, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil })
	gosdk.Use(server, on, nil)
	list, err := connect(t, server).ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 1 || list.Tools[0].OutputSchema != nil {
		t.Errorf("%v, %v", jsonOf(t, list), err)
	}
	if tool.OutputSchema == nil {
		t.Error("the server's own tool has lost its schema")
	}
}
