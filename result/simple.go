package result

// notUTF8 is the warning of a result whose text had to be changed.
const notUTF8 = "the content was not valid UTF-8: its bad bytes are shown as U+FFFD"

// Simple makes the result of a tool whose output isn't shortened. The model and the person see the same text. There are
// no savings and no details, and the outcome is unknown. tokens is the text's count; a negative count becomes 0. Bytes
// that aren't valid UTF-8 become U+FFFD for both, with a warning. To keep such bytes, use [New].
func Simple(tool, text string, tokens int) ToolResult {
	return sameForBoth(tool, text, max(tokens, 0), nil)
}

// sameForBoth makes a result with one text for the model and the person. It accepts any text, so it returns no error;
// tokens must be 0 or more.
func sameForBoth(tool, text string, tokens int, e *ToolError) ToolResult {
	v := valid(text)
	r := ToolResult{
		tool: valid(tool), err: e,
		llm: content{text: v}, ui: v, inline: true,
		payload: Payload{SHA256: sumOf([]byte(v)), Bytes: int64(len(v))},
		meta:    Metadata{LLMTokens: tokens, UITokens: tokens},
	}
	if e != nil {
		r.outcome = Fail
	}
	if v != text {
		r = r.WithWarnings(notUTF8)
	}
	return r
}
