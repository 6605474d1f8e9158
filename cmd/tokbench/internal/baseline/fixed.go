package baseline

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A FixedCut cuts every output at the same size, whatever is in it.
type FixedCut struct {
	Name string
	Cut  func(raw string) string
}

// FixedCuts are the fixed cuts in the order of the report.
func FixedCuts() []FixedCut {
	return []FixedCut{
		{"raw", func(s string) string { return s }},
		{"codex 10 kB middle", cutMiddle},
		{"2000 lines/50 KB", firstLines},
		{"tail -200", lastLines},
	}
}

// cutMiddle keeps 5,000 bytes of each end. Codex has that limit for models that it doesn't know: truncation_policy in
// codex-rs/core/src/openai_models/model_family.rs of openai/codex, commit 0564b7cc2d11.
func cutMiddle(s string) string {
	const limit = 10_000
	if len(s) <= limit {
		return s
	}
	head, tail := s[:limit/2], s[len(s)-limit/2:]
	for at := len(head); at > 0 && !utf8.RuneStart(s[at]); at-- {
		head = head[:at-1]
	}
	for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	return fmt.Sprintf("%s\n…%d bytes truncated…\n%s", head, len(s)-len(head)-len(tail), tail)
}

// firstLines keeps the first 2,000 lines, at most 50 KB of them, which are pi's limits.
func firstLines(s string) string {
	const lines, size = 2000, 50_000
	end := 0
	for range lines {
		i := strings.IndexByte(s[end:], '\n')
		if i < 0 {
			end = len(s)
			break
		}
		end += i + 1
	}
	end = min(end, size)
	if end == len(s) {
		return s
	}
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}

// lastLines keeps the last 200 lines.
func lastLines(s string) string {
	at := len(strings.TrimSuffix(s, "\n"))
	for range 200 {
		if at = strings.LastIndexByte(s[:at], '\n'); at < 0 {
			return s
		}
	}
	return s[at+1:]
}
