package frameworks

import (
	"context"
	"encoding/json"

	"github.com/tmc/langchaingo/tools"

	"github.com/toktee/toktee/agent/outputs"
	"github.com/toktee/toktee/summarize"
)

func forLangChain(cfg summarize.Config, kept *outputs.Store, t tools.Tool) tools.Tool {
	tool := func(ctx context.Context, input json.RawMessage) (string, error) { return t.Call(ctx, string(input)) }
	return shortTool{t, summarize.Wrap(t.Name(), kept.Config(cfg), tool, kept.Keep)}
}

type shortTool struct {
	tools.Tool
	short summarize.Func
}

func (t shortTool) Call(ctx context.Context, input string) (string, error) {
	return t.short(ctx, json.RawMessage(input))
}
