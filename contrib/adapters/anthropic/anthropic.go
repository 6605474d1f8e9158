// Package anthropic shortens the results of tools that the tool runner of Anthropic's Go SDK runs. One line does it:
//
//	tools := toktee.Tools(summarize.Config{Enabled: true}, kept, search, deploy)
//	runner := client.Beta.Messages.NewToolRunner(tools, params)
//
// The model gets the short text of each tool's result, and the tool toktee_output for the rest. Only texts change:
// images and other blocks, cache marks and citations stay.
package anthropic

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"

	"github.com/toktee/toktee/agent/outputs"
	"github.com/toktee/toktee/internal/run/crash"
	"github.com/toktee/toktee/summarize"
)

type block = sdk.BetaToolResultBlockParamContentUnion

// Tools returns the tools with short results, followed by the one that prints omitted lines. Without a store, which
// may be nil, no line is left out, and there is no such tool.
func Tools(cfg summarize.Config, kept *outputs.Store, tools ...sdk.BetaTool) []sdk.BetaTool {
	var all []sdk.BetaTool
	for _, t := range tools {
		all = append(all, Tool(cfg, kept, t))
	}
	if kept != nil {
		all = append(all, page{kept})
	}
	return all
}

// Tool returns the tool with short results.
//
// The runner sends the text of a tool's error to the model, and nothing else of the result. So the error has the short
// text of both, the output and the text of the tool's error, and wraps that error. If a text can't be summarised, as
// with a bad Config, it stays as it is, and cfg.Log gets the reason. A tool that panics has failed.
func Tool(cfg summarize.Config, kept *outputs.Store, t sdk.BetaTool) sdk.BetaTool {
	if !cfg.Enabled {
		return t
	}
	short := shortTool{BetaTool: t, cfg: cfg}
	if kept != nil {
		short.cfg, short.keep = kept.Config(cfg), kept.Keep
	}
	return short
}

// A shortTool is a tool with short results.
type shortTool struct {
	sdk.BetaTool
	cfg  summarize.Config
	keep summarize.Keep // may be nil
}

// Execute implements [sdk.BetaTool].
func (t shortTool) Execute(ctx context.Context, input json.RawMessage) ([]block, error) {
	var content []block
	err := crash.Guard(func() (err error) {
		content, err = t.BetaTool.Execute(ctx, input)
		return err
	})
	if err != nil {
		return nil, t.failure(ctx, input, content, err)
	}
	var out []block
	for first := 0; first < len(content); {
		end := first + 1
		for end < len(content) && alike(content[first], content[end]) {
			end++
		}
		out = append(out, t.shorten(ctx, input, content[first:end])...)
		first = end
	}
	return out, nil
}

// alike reports whether both are texts that differ in nothing else: they are one output.
func alike(a, b block) bool {
	if a.OfText == nil || b.OfText == nil {
		return false
	}
	x, y := *a.OfText, *b.OfText
	x.Text = y.Text
	return reflect.DeepEqual(x, y)
}

// shorten returns a run of texts as a short one, if it is shorter; anything else as it is.
func (t shortTool) shorten(ctx context.Context, input json.RawMessage, run []block) []block {
	if run[0].OfText == nil {
		return run
	}
	output := textOf(run)
	text := t.text(ctx, input, output, nil)
	if len(text) >= len(output) {
		return run
	}
	short := *run[0].OfText
	short.Text = text
	return []block{{OfText: &short}}
}

func (t shortTool) text(ctx context.Context, input json.RawMessage, output string, failed error) string {
	said := func(context.Context, json.RawMessage) (string, error) { return output, failed }
	text, err := summarize.Wrap(t.Name(), t.cfg, said, t.keep)(ctx, input)
	if err != nil && err != failed && t.cfg.Log != nil {
		t.cfg.Log.Warn("the result goes as it is: "+err.Error(), "tool", t.Name())
	}
	return text
}

func textOf(blocks []block) string {
	var texts []string
	for _, b := range blocks {
		if b.OfText != nil {
			texts = append(texts, b.OfText.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// failure returns the error of a failed call, with a short text.
func (t shortTool) failure(ctx context.Context, input json.RawMessage, content []block, failed error) error {
	output := failed.Error()
	if printed := textOf(content); printed != "" {
		output = printed + "\n" + output
	}
	text := t.text(ctx, input, output, failed)
	if len(text) >= len(output) {
		text = output
	}
	return &failure{text, failed}
}

// A failure is an error with another text.
type failure struct {
	text string
	err  error
}

func (f *failure) Error() string { return f.text }
func (f *failure) Unwrap() error { return f.err }

// A page is the tool that prints a part of a kept output.
type page struct{ kept *outputs.Store }

func (page) Name() string        { return outputs.ToolName }
func (page) Description() string { return outputs.ToolDescription }

func (page) InputSchema() sdk.BetaToolInputSchemaParam {
	var schema sdk.BetaToolInputSchemaParam
	if err := json.Unmarshal([]byte(outputs.ToolSchema), &schema); err != nil {
		panic(errors.Join(errors.New("the schema of "+outputs.ToolName), err)) // a constant: a test would have failed
	}
	return schema
}

func (p page) Execute(ctx context.Context, input json.RawMessage) ([]block, error) {
	text, err := p.kept.Call(ctx, input)
	if err != nil {
		return nil, err
	}
	return []block{{OfText: &sdk.BetaTextBlockParam{Text: text}}}, nil
}
