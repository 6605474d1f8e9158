package summarize

import (
	"fmt"
	"unicode/utf8"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/general"
	"github.com/toktee/toktee/tokens"
)

// resultOf puts the text and its account into a result.
func resultOf(c *call, s seen, d digested, n counts, p page) (result.ToolResult, error) {
	outcome := outcomeOf(s, &d)
	parts := partsOf(c, s.input.Status, outcome != result.Fail)
	parts.LLM = p.text
	parts.Outcome = outcome
	if parts.Details == (result.Details{}) {
		parts.Details = d.Details
	}
	if v := d.longestVerdict(); v != "" && d.Parsed && d.Outcome == strategies.Fail && endedByItself(s.input.Status) {
		parts.Err = &result.ToolError{Message: v}
	}
	m := &parts.Metadata
	m.Files, m.Strategy, m.Budget = d.Files, d.strategy, p.budget
	m.Data = make(map[string]int64, len(d.Data))
	for k, v := range d.Data {
		m.Data[string(k)] = v
	}
	if n := s.text.found.secrets; n > 0 {
		m.Data[secretsKey] = int64(n)
	}
	m.Level = string(d.limits.level)
	if d.limits == (limits{}) {
		m.Level = string(Balanced)
	}
	if n := s.body.addressed(); n > 0 {
		m.Data[addressedKey] = int64(n)
	}
	m.LLMTokens, m.UITokens = p.tokens, n.raw+p.status
	m.Shown, m.Omissions, m.Sources, m.Lookalikes = p.shown, p.omissions, p.sources, p.quoted
	if s.input.Cut || d.Upstream {
		m.Omissions = append(m.Omissions, result.Omission{Kind: string(strategies.KindLine), Upstream: true})
	}
	m.Warnings, m.Fallback = append(d.warnings, d.Warnings...), d.fellBack
	r, err := result.New(parts)
	if err != nil {
		return result.ToolResult{}, fmt.Errorf("result %s: %w", c.id, err)
	}
	logResult(c, d.warnings, r)
	return r, nil
}

// secretsKey is the key of the number of masked secrets in the data of a result.
const secretsKey = "secrets"

// addressedKey is the key of the number of lines that address a model, such as "ignore all previous instructions".
const addressedKey = "addressed"

// endedByItself reports whether the command ended without a signal, a time limit or an abort.
func endedByItself(st result.Status) bool {
	return st.Signal == "" && st.Timeout == 0 && !st.Aborted
}

// untouched returns a result with the unchanged output as its text.
func untouched(c *call, counter *tokens.Counter) (result.ToolResult, error) {
	b, err := readAll(c.source)
	if err != nil {
		return result.ToolResult{}, readingErr(err)
	}
	s := seen{input: &c.input, isAnswer: isAnswer(&c.input)}
	var d digested
	d.Red = s.input.Status.OK() && !s.input.Content && general.SpeaksOfFailure(strategies.NewText(validated(b)))
	outcome := outcomeOf(s, &d)
	parts := partsOf(c, c.input.Status, outcome != result.Fail)
	parts.Outcome = outcome
	parts.LLM = validated(b)
	n := counter.CountString(parts.LLM)
	parts.Metadata.LLMTokens = n
	parts.Metadata.UITokens = n
	return result.New(parts)
}

// validated returns b with U+FFFD in place of each byte that isn't valid UTF-8.
func validated(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return string([]rune(string(b)))
}

// partsOf returns the parts of a result that don't depend on its text.
func partsOf(c *call, st result.Status, isAnswer bool) result.Parts {
	parts := result.Parts{
		ID: c.id, CallID: c.req.CallID, Tool: c.req.Tool, Status: st, Answer: isAnswer, Details: c.req.Details,
		Duration: c.req.Took,
		Payload:  result.Payload{SHA256: fmt.Sprintf("%x", c.source.Sum()), Bytes: c.source.Len()},
	}
	if b, ok := c.source.Bytes(); ok {
		parts.UI = b
	}
	parts.Metadata.Encoding = string(c.encoding)
	return parts
}

// logResult writes one record for each warning and one for the result, if the configuration has a log.
func logResult(c *call, warnings []string, r result.ToolResult) {
	log := c.cfg.Log
	if log == nil {
		return
	}
	for _, w := range warnings {
		log.Warn(w, "id", c.id)
	}
	m := r.Metadata()
	log.Debug(
		"summarised",
		"id",
		c.id,
		"tool",
		c.req.Tool,
		"strategy",
		m.Strategy,
		"raw_tokens",
		m.UITokens,
		"llm_tokens",
		m.LLMTokens,
		"saved_percent",
		m.SavingsPercent,
		"warnings",
		len(m.Warnings),
	)
}
