package result

import (
	"fmt"
	"slices"
	"time"
)

// WithID returns a copy with another id.
func (r ToolResult) WithID(id string) ToolResult {
	r.id = valid(id)
	return r
}

// WithCallID returns a copy with another call id.
func (r ToolResult) WithCallID(id string) ToolResult {
	r.callID = valid(id)
	return r
}

// WithDetails returns a copy with other details; the zero Details takes them off.
func (r ToolResult) WithDetails(d Details) ToolResult {
	r.details = d
	return r
}

// WithDuration returns a copy with another duration, rounded to milliseconds; a negative one counts as unknown.
func (r ToolResult) WithDuration(d time.Duration) ToolResult {
	r.duration, _ = wholeMillis(max(d, 0))
	return r
}

// WithWarnings returns a copy with further warnings.
func (r ToolResult) WithWarnings(msgs ...string) ToolResult {
	r.meta.Warnings = slices.Concat(r.meta.Warnings, validAll(msgs))
	return r
}

// WithLLM returns a copy with another text for the model and its count. What the text shows and leaves out is for the
// caller to say: nil says nothing.
func (r ToolResult) WithLLM(text string, tokens int, shown [][2]int, omissions []Omission) (ToolResult, error) {
	return r.withContent(text, nil, tokens, shown, omissions)
}

// WithBlocks returns a copy with blocks for the model and their count; nothing counts as shown or left out.
func (r ToolResult) WithBlocks(blocks []Block, tokens int) (ToolResult, error) {
	return r.withContent("", blocks, tokens, nil, nil)
}

func (r ToolResult) withContent(text string, blocks []Block, tokens int, shown [][2]int, omissions []Omission) (ToolResult, error) {
	c, err := newContent(text, blocks)
	if err != nil {
		return ToolResult{}, fmt.Errorf("changing result of %q: %w", r.tool, err)
	}
	m := r.meta
	m.LLMTokens, m.Shown, m.Omissions = tokens, shown, omissions
	m = m.clone()
	if err := m.settle(); err != nil {
		return ToolResult{}, fmt.Errorf("changing result of %q: %w", r.tool, err)
	}
	r.llm, r.meta = c, m
	return r, nil
}

// WithFiles returns a copy that names the given files before those that it names already.
func (r ToolResult) WithFiles(files ...string) ToolResult {
	all := validAll(files)
	for _, f := range r.meta.Files {
		if !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	r.meta.Files = all
	return r
}
