package frameworks

import (
	"encoding/json"

	"github.com/firebase/genkit/go/ai"

	"github.com/toktee/toktee/agent/outputs"
	"github.com/toktee/toktee/summarize"
)

// forGenkit makes a tool of a function. genkit.RegisterAction registers it, or ai.WithTools takes it for one call.
func forGenkit(
	cfg summarize.Config, kept *outputs.Store, name, description string, schema map[string]any, tool summarize.Func,
) ai.Tool {
	short := summarize.Wrap(name, kept.Config(cfg), tool, kept.Keep)
	return ai.NewTool(name, description, func(ctx *ai.ToolContext, input any) (string, error) {
		args, err := json.Marshal(input)
		if err != nil {
			return "", err
		}
		return short(ctx, args)
	}, ai.WithInputSchema(schema))
}
