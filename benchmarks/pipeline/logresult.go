package main

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/benchmarks/pipeline/logtext"
)

// logResult has the parts of a result that are checked.
type logResult struct {
	ID         string                `json:"id"`
	Success    *bool                 `json:"success"`
	IsError    bool                  `json:"is_error"`
	ExitCode   *int                  `json:"exit_code"`
	Error      struct{ Kind string } `json:"error"`
	LLMContent string                `json:"llm_content"`
	Metadata   struct {
		LLMTokens int64 `json:"llm_tokens"`
		UITokens  int64 `json:"ui_tokens"`
		Budget    int64 `json:"budget"`

		Data      map[string]int64 `json:"data"`
		Shown     [][2]int64       `json:"shown"`
		Omissions []struct {
			Kind     string `json:"kind"`
			Count    int64  `json:"count"`
			Upstream bool   `json:"upstream"` // left out by the program itself
		} `json:"omissions"`
	} `json:"metadata"`
}

// isExit1 reports whether the result is that of a command that failed with exit status 1.
func (r *logResult) isExit1() bool {
	failed := r.Success != nil && !*r.Success && r.IsError && r.Error.Kind == "exit"
	return failed && r.ExitCode != nil && *r.ExitCode == 1
}

// verdict returns the fault in the totals of a result with the planted failures, or "".
func (r *logResult) verdict() string {
	lines := append(strings.Split(r.LLMContent, "\n"), "")
	if lines[1] != planted.verdict {
		return fmt.Sprintf("the text says %q, want %q", lines[1], planted.verdict)
	}
	return ""
}

// failure returns the fault in a result of a failed command's log, or "".
func (r *logResult) failure(text logtext.Text) string {
	status, _, _ := strings.Cut(r.LLMContent, "\n")
	switch {
	case !r.isExit1():
		return fmt.Sprintf("it isn't a failure: is_error %v, error.kind %q", r.IsError, r.Error.Kind)
	case status != "exit 1":
		return fmt.Sprintf("the text begins with %q", status)
	case r.Metadata.Data["lines"] != text.Lines:
		return fmt.Sprintf("the result has %d lines, want %d", r.Metadata.Data["lines"], text.Lines)
	}
	sum := int64(0)
	for _, s := range r.Metadata.Shown {
		sum += s[1] - s[0] + 1
	}
	for _, o := range r.Metadata.Omissions {
		if o.Kind == "line" && !o.Upstream { // others are no lines of the log
			sum += o.Count
		}
	}
	if sum != text.Lines {
		return fmt.Sprintf("lines shown and left out are %d in all, want %d", sum, text.Lines)
	}
	return ""
}

// tokens returns the wrong count, or "". The status line is counted on both sides.
func (r *logResult) tokens(raw int64) string {
	status, _, _ := strings.Cut(r.LLMContent, "\n")
	n, err := oracleCount(status + "\n")
	if err != nil {
		return err.Error()
	}
	llm, err := oracleCount(r.LLMContent)
	switch {
	case err != nil:
		return err.Error()
	case r.Metadata.UITokens != raw+int64(n):
		return fmt.Sprintf("ui_tokens is %d, want %d and %d for the status line", r.Metadata.UITokens, raw, n)
	case r.Metadata.LLMTokens != int64(llm):
		return fmt.Sprintf("llm_tokens is %d, want %d", r.Metadata.LLMTokens, llm)
	case r.Metadata.LLMTokens > r.Metadata.Budget:
		return fmt.Sprintf("%d tokens are more than the budget of %d", r.Metadata.LLMTokens, r.Metadata.Budget)
	}
	return ""
}

func (r *logResult) shown() string {
	for _, p := range planted.shown {
		if !strings.Contains(r.LLMContent, p) {
			return fmt.Sprintf("%q is not in the text", p)
		}
	}
	return ""
}
