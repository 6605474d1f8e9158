package result

import (
	"fmt"
	"slices"
	"strings"
)

// WithCallID returns a copy with another call id.
func (r ToolResult) WithCallID(id string) ToolResult {
	r.callID = valid(id)
	return r
}

// WithWarnings returns a copy with further warnings.
func (r ToolResult) WithWarnings(msgs ...string) ToolResult {
	r.meta.Warnings = slices.Concat(r.meta.Warnings, validAll(msgs))
	return r
}

// WithLLM returns a copy with another text for the model, in place of the text or the blocks. tokens is the text's
// count, from which the savings follow. shown and omissions list the lines of the output that the text shows and leaves
// out, as in [Metadata]; the copy has no sources. WithLLM returns the same errors as [New].
func (r ToolResult) WithLLM(text string, tokens int, shown [][2]int, omissions []Omission) (ToolResult, error) {
	c, err := newContent(text, nil)
	if err != nil {
		return ToolResult{}, fmt.Errorf("changing result of %q: %w", r.tool, err)
	}
	m := r.meta
	m.LLMTokens, m.Shown, m.Omissions, m.Sources, m.Lookalikes = tokens, shown, omissions, nil, nil
	m = m.clone()
	if err := m.settle(); err != nil {
		return ToolResult{}, fmt.Errorf("changing result of %q: %w", r.tool, err)
	}
	r.llm, r.meta = c, m
	return r, nil
}

// WithSources returns a copy with other sources of the lines of the model's text.
func (r ToolResult) WithSources(sources []Source) ToolResult {
	r.meta.Sources = sources
	r.meta = r.meta.clone()
	return r
}

// WithFiles returns a copy that names further files. They come before the files that it names already; duplicates are
// dropped.
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

// WithHiddenFailure returns a copy whose text for the model ends with a line about a failure that a filter in the
// command hid. tokens is the count of the text with it. It returns the same errors as [New].
func (r ToolResult) WithHiddenFailure(line string, tokens int) (ToolResult, error) {
	m := r.meta.clone()
	if m.Data == nil {
		m.Data = map[string]int64{}
	}
	m.Data[HiddenFailure] = 1
	r.meta = m
	return r.WithLLM(Append(r.llm.text, line), tokens, m.Shown, m.Omissions)
}

// Append returns a text with another line at its end.
func Append(text, line string) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + line
}
