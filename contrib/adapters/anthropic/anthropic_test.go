package anthropic_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/anthropics/anthropic-sdk-go/toolrunner"

	"github.com/toktee/toktee/agent/outputs"
	"github.com/toktee/toktee/contrib/adapters/anthropic"
	"github.com/toktee/toktee/internal/testing/wiretest"
	"github.com/toktee/toktee/summarize"
)

var on = summarize.Config{Enabled: true}

// long is what a tool prints that copies 3000 assets, of which one fails.
var long = func() string {
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, "copied asset number %d of this release to the bucket\n", i)
	}
	return b.String() + "error: no route to db-2"
}()

type block = sdk.BetaToolResultBlockParamContentUnion

func text(s string) block { return block{OfText: &sdk.BetaTextBlockParam{Text: s}} }

// tool is a tool of the SDK's own making.
func tool(name string, run func() ([]block, error)) sdk.BetaTool {
	return many{toolrunner.NewBetaTool(name, "does "+name, sdk.BetaToolInputSchemaParam{},
		func(context.Context, json.RawMessage) (block, error) { return block{}, nil }), run}
}

// many is a tool that returns several blocks.
type many struct {
	sdk.BetaTool
	run func() ([]block, error)
}

func (m many) Execute(context.Context, json.RawMessage) ([]block, error) { return m.run() }

func open(t *testing.T) *outputs.Store {
	t.Helper()
	kept, err := outputs.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

// A toolResult is a result as the model's server gets it.
type toolResult struct {
	Type    string
	IsError bool `json:"is_error"`
	Content []struct {
		Type, Text   string
		CacheControl any `json:"cache_control"`
	}
}

// run lets the runner make the calls that a model server asks for, one a turn, and returns the last result.
func run(t *testing.T, tools []sdk.BetaTool, calls ...wiretest.Call) toolResult {
	t.Helper()
	var turns []wiretest.Turn
	for _, c := range calls {
		turns = append(turns, wiretest.Turn{Calls: []wiretest.Call{c}})
	}
	server, err := wiretest.Start(wiretest.Options{Key: "k"}, append(turns, wiretest.Turn{Text: "Done."})...)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	client := sdk.NewClient(option.WithBaseURL(server.BaseURL(wiretest.Anthropic)), option.WithAPIKey("k"))
	runner := client.Beta.Messages.NewToolRunnerStreaming(tools, sdk.BetaToolRunnerParams{
		BetaMessageNewParams: sdk.BetaMessageNewParams{
			Model: "m", MaxTokens: 100,
			Messages: []sdk.BetaMessageParam{sdk.NewBetaUserMessage(sdk.NewBetaTextBlock("Deploy."))},
		},
	})
	for events, err := range runner.AllStreaming(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range events {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	requests := server.Requests()
	var body struct {
		Messages []struct{ Content []toolResult }
	}
	if err := json.Unmarshal(requests[len(requests)-1].Body, &body); err != nil || len(requests) != len(calls)+1 {
		t.Fatalf("%d requests, %v", len(requests), err)
	}
	last := body.Messages[len(body.Messages)-1].Content
	if len(last) != 1 || last[0].Type != "tool_result" {
		t.Fatalf("last message: %+v", last)
	}
	return last[0]
}

// TestLoop runs a loop in which the model asks for the rest of an output.
func TestLoop(t *testing.T) {
	for name, prints := range map[string]func() ([]block, error){
		"text":              func() ([]block, error) { return []block{text(long[:90000]), text(long[90000:])}, nil },
		"error":             func() ([]block, error) { return nil, errors.New(long) },
		"output with error": func() ([]block, error) { return []block{text(long)}, errors.New("exit status 1") },
		"panic":             func() ([]block, error) { panic(long) },
	} {
		t.Run(name, func(t *testing.T) {
			tools := anthropic.Tools(on, open(t), tool("deploy", prints))
			deploy := wiretest.Call{Name: "deploy", Arguments: `{}`}
			short := run(t, tools, deploy)
			if len(short.Content) != 1 || short.IsError != (name != "text") {
				t.Fatalf("%+v", short)
			}
			said := short.Content[0].Text
			if len(said) > 3000 || !strings.Contains(said, "no route to db-2") {
				t.Errorf("%d bytes: %.1000s", len(said), said)
			}
			if name == "output with error" && !strings.Contains(said, "exit status 1") {
				t.Errorf("the error is gone: %s", said)
			}
			_, call, ok := strings.Cut(said, outputs.ToolName+" ")
			var args map[string]any
			if err := json.NewDecoder(strings.NewReader(call)).Decode(&args); err != nil || !ok {
				t.Fatalf("no call in %s: %v", said, err)
			}
			args["lines"] = "77:77"
			b, err := json.Marshal(args)
			if err != nil {
				t.Fatal(err)
			}
			page := run(t, tools, deploy, wiretest.Call{Name: outputs.ToolName, Arguments: string(b)})
			if page.IsError || page.Content[0].Text != strings.Split(long, "\n")[76]+"\n" {
				t.Errorf("line 77 is %+v", page)
			}
		})
	}
}

// TestOnlyTextsChange holds that blocks of other types, their order and the marks of texts stay.
func TestOnlyTextsChange(t *testing.T) {
	marked := sdk.BetaTextBlockParam{Text: long, CacheControl: sdk.NewBetaCacheControlEphemeralParam()}
	image := block{OfImage: &sdk.BetaImageBlockParam{Source: sdk.BetaImageBlockParamSourceUnion{
		OfBase64: &sdk.BetaBase64ImageSourceParam{Data: "AAAA", MediaType: "image/png"},
	}}}
	content := []block{text(""), {OfText: &marked}, image, text("end")}
	tools := anthropic.Tools(on, open(t), tool("deploy", func() ([]block, error) { return content, nil }))
	got, err := tools[0].Execute(t.Context(), nil)
	if err != nil || len(got) != 4 {
		t.Fatalf("%d blocks, %v", len(got), err)
	}
	if marked.Text != long {
		t.Error("the tool's own block has changed")
	}
	if n := len(got[1].OfText.Text); n > 3000 {
		t.Errorf("%d bytes", n)
	}
	got[1].OfText.Text = long
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(content)
	if string(a) != string(b) {
		t.Errorf("got %.300s", a)
	}
}

// TestErrorsStay holds that callers find the tool's own error.
func TestErrorsStay(t *testing.T) {
	boom := errors.New("boom")
	for _, printed := range []string{"", long} {
		tools := anthropic.Tools(on, open(t), tool("deploy", func() ([]block, error) {
			return []block{text(printed)}, boom
		}))
		_, err := tools[0].Execute(t.Context(), nil)
		if !errors.Is(err, boom) || !strings.Contains(err.Error(), "boom") {
			t.Errorf("%v", err)
		}
	}
}

// TestAsItIs holds that nothing changes without a store, with the zero configuration, and with a bad one.
func TestAsItIs(t *testing.T) {
	deploy := tool("deploy", func() ([]block, error) { return []block{text(long)}, nil })
	for name, tools := range map[string][]sdk.BetaTool{
		"no store":    anthropic.Tools(on, nil, deploy),
		"zero config": anthropic.Tools(summarize.Config{}, open(t), deploy),
		"bad config":  anthropic.Tools(summarize.Config{Enabled: true, Budget: 1}, open(t), deploy),
	} {
		got, err := tools[0].Execute(t.Context(), nil)
		if err != nil || len(got) != 1 || got[0].OfText.Text != long {
			t.Errorf("%s: %d blocks, %v", name, len(got), err)
		}
		if (len(tools) == 2) != (name != "no store") {
			t.Errorf("%s: %d tools", name, len(tools))
		}
	}
}
