package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// A call is a tool call with its output.
type call struct {
	tool    string
	command string
	path    string
	pattern string
	exit    int
	out     []byte
	budget  int // in tokens; 0 for the default level's
}

// answer is what toktee counted in it.
type answer struct {
	data     map[string]int64
	details  json.RawMessage
	strategy string
	text     string // for the model
	whole    bool   // nothing is left out of it
}

// An asker counts the items of a call's output.
type asker func(ctx context.Context, c call) (answer, error)

// toktee answers a call with toktee's summary. It is the asker under test.
func toktee(ctx context.Context, c call) (answer, error) {
	r, err := summarize.Summarize(ctx, summarize.Config{Enabled: true, Budget: c.budget}, summarize.Request{
		Tool: c.tool, Command: c.command, Path: c.path, Pattern: c.pattern, Stdout: c.out,
		Status: result.Status{Known: true, Code: c.exit},
	})
	if err != nil {
		return answer{}, err
	}
	m := r.Metadata()
	a := answer{data: m.Data, strategy: m.Strategy, text: r.LLMContent(), whole: len(m.Omissions) == 0}
	if d := r.Details(); d.Type() != "" {
		if err := d.Decode(&a.details); err != nil {
			return answer{}, fmt.Errorf("reading details: %w", err)
		}
	}
	return a, nil
}
