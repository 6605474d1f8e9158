package bench

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/tokens"
)

// A fixedCut is what agents do with every output, whatever it holds.
type fixedCut struct {
	name string
	cut  func(raw string) string
}

// fixedCuts are reported in this order.
func fixedCuts() []fixedCut {
	return []fixedCut{
		{"raw", func(s string) string { return s }},
		{"codex 10 kB middle", middleCut},
		{"2000 lines/50 KB", headLimit},
		{"tail -200", lastLines},
	}
}

// middleCut keeps 5,000 bytes of each end, as Codex did before it counted tokens.
func middleCut(s string) string {
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

// headLimit keeps the first 2,000 lines, at most 50 KB of them, as many readers do.
func headLimit(s string) string {
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
	for end < len(s) && end > 0 && !utf8.RuneStart(s[end]) {
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

// FixedScore is how a fixed cut fared on a case.
type FixedScore struct {
	Tokens int
	Lost   int
}

// fixed scores the fixed cuts.
func (t *truth) fixed(count *tokens.Counter) []FixedScore {
	var list []FixedScore
	for _, f := range fixedCuts() {
		text := f.cut(string(t.c.Raw()))
		list = append(list, FixedScore{count.CountString(text), len(Lost(t.c.Facts, text))})
	}
	return list
}

// FixedRow is how a fixed cut fared on a family. Its recall speaks of the cases that it cuts.
type FixedRow struct {
	Name  string
	Cases int
	Cut   int // cases that it cuts
	Measure
}

// tallyFixed makes the rows of the fixed cuts.
func tallyFixed(scores []*CaseScore) []FixedRow {
	var rows []FixedRow
	for i, f := range fixedCuts() {
		r := FixedRow{Name: f.name, Cases: len(scores)}
		var m measurer
		for _, cs := range scores {
			s := cs.Fixed[i]
			bound := cs.RawTokens // passes whole: has no say
			if s.Tokens < cs.RawTokens {
				r.Cut++
				bound = s.Tokens
			}
			m.add(cs.RawTokens, bound, len(cs.Case.Facts), s.Tokens, s.Lost)
		}
		r.Measure = m.measure()
		rows = append(rows, r)
	}
	return rows
}
