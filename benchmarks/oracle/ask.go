package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// call is a tool call with what it printed.
type call struct {
	tool    string
	command string
	path    string
	pattern string
	exit    int
	out     []byte
}

// answer is what toktee counted in it.
type answer struct {
	data     map[string]int64
	details  json.RawMessage
	strategy string
}

// An asker counts what stands in a call's output.
type asker func(ctx context.Context, c call) (answer, error)

// toktee is the asker that is put to the test.
func toktee(ctx context.Context, c call) (answer, error) {
	r, err := summarize.Summarize(ctx, summarize.Config{Enabled: true}, summarize.Request{
		Tool: c.tool, Command: c.command, Path: c.path, Pattern: c.pattern, Stdout: c.out,
		Status: result.Status{Known: true, Code: c.exit},
	})
	if err != nil {
		return answer{}, err
	}
	m := r.Metadata()
	a := answer{data: m.Data, strategy: m.Strategy}
	if d := r.Details(); d.Type() != "" {
		if err := d.Decode(&a.details); err != nil {
			return answer{}, fmt.Errorf("reading details: %w", err)
		}
	}
	return a, nil
}
