package frameworks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/openai/openai-go/v3/responses"

	"github.com/toktee/toktee/agent/outputs"
	"github.com/toktee/toktee/summarize"
)

var on = summarize.Config{Enabled: true}

// long is what a tool prints that copies 3000 assets, of which one fails.
var long = func() string {
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, "copied asset number %d of this release to the bucket\n", i)
	}
	return b.String() + "error: no route to db-2\n"
}()

func deploy(context.Context, json.RawMessage) (string, error) { return long, nil }

// libraries has one call of the tool "deploy" through each library, and one of toktee_output where a middleware sees
// all tools. Each returns what the model gets.
var libraries = map[string]func(t *testing.T, kept *outputs.Store, name, args string) string{
	"eino":        throughEino,
	"genkit":      throughGenkit,
	"langchaingo": throughLangChain,
	"mcp-go":      throughMCPGo,
	"openai-go":   throughOpenAI,
}

// TestShort holds that the model gets a short text through each library, and the rest by the call in its last line.
func TestShort(t *testing.T) {
	for library, call := range libraries {
		t.Run(library, func(t *testing.T) {
			kept, err := outputs.Open(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			text := call(t, kept, "deploy", `{"target":"shop"}`)
			if len(text) > 3000 || !strings.Contains(text, "no route to db-2") {
				t.Fatalf("%d bytes: %.1000s", len(text), text)
			}
			_, rest, _ := strings.Cut(text, outputs.ToolName+" ")
			var args map[string]any
			if err := json.NewDecoder(strings.NewReader(rest)).Decode(&args); err != nil {
				t.Fatalf("no call in %s: %v", text, err)
			}
			page := call(t, kept, outputs.ToolName, fmt.Sprintf(`{"id":%q,"lines":"1:99"}`, args["id"]))
			if want := strings.Join(strings.SplitAfter(long, "\n")[:99], ""); page != want {
				t.Errorf("the page is %.300s", page)
			}
		})
	}
}

func throughEino(t *testing.T, kept *outputs.Store, name, args string) string {
	var tools []tool.BaseTool
	for name, f := range map[string]summarize.Func{"deploy": deploy, outputs.ToolName: kept.Call} {
		tools = append(tools, utils.NewTool(&schema.ToolInfo{Name: name, Desc: name},
			func(ctx context.Context, in map[string]any) (string, error) {
				b, err := json.Marshal(in)
				if err != nil {
					return "", err
				}
				return f(ctx, b)
			}))
	}
	node, err := compose.NewToolNode(t.Context(), &compose.ToolsNodeConfig{
		Tools: tools, ToolCallMiddlewares: []compose.ToolMiddleware{forEino(on, kept)},
	})
	if err != nil {
		t.Fatal(err)
	}
	out, err := node.Invoke(t.Context(), schema.AssistantMessage("", []schema.ToolCall{
		{ID: "1", Function: schema.FunctionCall{Name: name, Arguments: args}},
	}))
	if err != nil {
		t.Fatal(err)
	}
	return out[0].Content
}

func throughGenkit(t *testing.T, kept *outputs.Store, name, args string) string {
	tools := map[string]summarize.Func{"deploy": deploy, outputs.ToolName: kept.Call}
	tool := forGenkit(on, kept, name, name, map[string]any{"type": "object"}, tools[name])
	var in map[string]any
	if err := json.Unmarshal([]byte(args), &in); err != nil {
		t.Fatal(err)
	}
	out, err := tool.RunRaw(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return out.(string)
}

// A plain tool of langchaingo.
type plain struct {
	name string
	call summarize.Func
}

func (p plain) Name() string        { return p.name }
func (p plain) Description() string { return p.name }
func (p plain) Call(ctx context.Context, input string) (string, error) {
	return p.call(ctx, json.RawMessage(input))
}

func throughLangChain(t *testing.T, kept *outputs.Store, name, args string) string {
	tools := map[string]summarize.Func{"deploy": deploy, outputs.ToolName: kept.Call}
	text, err := forLangChain(on, kept, plain{name, tools[name]}).Call(t.Context(), args)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestLangChainPlainInput holds that an input that isn't JSON reaches the tool as it is.
func TestLangChainPlainInput(t *testing.T) {
	kept, err := outputs.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	echo := func(_ context.Context, in json.RawMessage) (string, error) { return string(in), nil }
	text, err := forLangChain(on, kept, plain{"echo", echo}).Call(t.Context(), "weather in Paris")
	if text != "weather in Paris" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

func throughMCPGo(t *testing.T, kept *outputs.Store, name, args string) string {
	s := server.NewMCPServer("shop", "1.0.0", server.WithToolHandlerMiddleware(forMCPGo(on, kept)))
	for name, f := range map[string]summarize.Func{"deploy": deploy, outputs.ToolName: kept.Call} {
		s.AddTool(mcp.NewTool(name), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			b, err := json.Marshal(req.GetArguments())
			if err != nil {
				return nil, err
			}
			text, err := f(ctx, b)
			return mcp.NewToolResultText(text), err
		})
	}
	answer, err := json.Marshal(s.HandleMessage(t.Context(), json.RawMessage(fmt.Sprintf(
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, name, args))))
	if err != nil {
		t.Fatal(err)
	}
	var a struct {
		Result struct{ Content []struct{ Text string } }
	}
	if err := json.Unmarshal(answer, &a); err != nil || len(a.Result.Content) != 1 {
		t.Fatalf("%v: %.300s", err, answer)
	}
	return a.Result.Content[0].Text
}

func throughOpenAI(t *testing.T, kept *outputs.Store, name, args string) string {
	tools := map[string]summarize.Func{
		"deploy": deploy, outputs.ToolName: kept.Call,
		"fails": func(context.Context, json.RawMessage) (string, error) { return long, errors.New("exit status 1") },
	}
	var resp responses.Response
	body := fmt.Sprintf(`{"output":[{"type":"message","role":"assistant","content":[]},`+
		`{"type":"function_call","call_id":"call_1","name":%q,"arguments":%q},`+
		`{"type":"function_call","call_id":"call_2","name":"fails","arguments":"{}"},`+
		`{"type":"function_call","call_id":"call_3","name":"none","arguments":"{}"}]}`, name, args)
	if err := json.Unmarshal([]byte(body), &resp); err != nil {
		t.Fatal(err)
	}
	sent, err := json.Marshal(forOpenAI(t.Context(), on, kept, tools, &resp))
	if err != nil {
		t.Fatal(err)
	}
	var items []struct {
		Type, Output string
		CallID       string `json:"call_id"`
	}
	if err := json.Unmarshal(sent, &items); err != nil || len(items) != 3 {
		t.Fatalf("%v: %.300s", err, sent)
	}
	for i, item := range items {
		if item.Type != "function_call_output" || item.CallID != fmt.Sprintf("call_%d", i+1) {
			t.Errorf("item %d: %s %s", i, item.Type, item.CallID)
		}
	}
	if s := items[1].Output; len(s) > 3000 || !strings.HasSuffix(s, "\nexit status 1") {
		t.Errorf("a failed call: %.1000s", s)
	}
	return items[0].Output
}

// TestPage holds that docs/adapters.md shows the code of this package: each file without its package clause and
// imports.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/adapters.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, part := range strings.Split(string(page), "\n```go\n")[1:] {
		code, _, _ := strings.Cut(part, "\n```\n")
		shown[code+"\n"] = true
	}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) != len(libraries)+2 { // this one and doc.go
		t.Fatalf("files %v, %v", files, err)
	}
	others := []string{"doc.go", "frameworks_test.go"}
	for _, file := range slices.DeleteFunc(files, func(f string) bool { return slices.Contains(others, f) }) {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, code, _ := strings.Cut(string(b), "\n)\n\n")
		if !shown[code] {
			t.Errorf("docs/adapters.md doesn't show the code of %s", file)
		}
		delete(shown, code)
	}
	for code := range maps.Keys(shown) {
		if strings.Contains(code, "\nfunc for") || strings.HasPrefix(code, "// for") {
			t.Errorf("docs/adapters.md shows code that no file has:\n%s", code)
		}
	}
}
