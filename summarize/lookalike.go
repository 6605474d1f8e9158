package summarize

import (
	"strings"
	"unicode"
)

// quoteMark comes before a line of the output that looks like a statement of toktee.
const quoteMark = "> "

// looksOwn reports whether a line of an output looks like a statement of toktee: a gap, the end of a cut line, a
// comparison with an earlier run, or a last line; and as the first line a status. A command can print such lines by
// chance or on purpose.
//
//	exit 0
//	… 112 lines left out: toktee show 401882137095
func looksOwn(line string, isFirst bool) bool {
	line = strings.TrimSpace(line)
	return looksLikeGap(line) || strings.HasPrefix(line,
		marker+"the same ") || looksLikeCut(line) || isFirst && looksLikeStatus(line) ||
		strings.HasPrefix(line, sinceLastRun) || strings.HasPrefix(line, sinceResult) ||
		strings.HasPrefix(line, HistoryOpening) || looksLikeRuns(line) ||
		strings.HasPrefix(strings.TrimPrefix(line, NotRun), sameInputs)
}

// looksLikeGap reports whether a line looks like a gap or a last line: "… 12 lines".
func looksLikeGap(line string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), strings.TrimSpace(marker))
	rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
	return ok && rest != "" && rest[0] >= '0' && rest[0] <= '9'
}

// looksLikeCut reports whether a line looks like one that is cut: " …+240 bytes" at its end.
func looksLikeCut(line string) bool {
	rest, ok := strings.CutSuffix(line, " bytes")
	number := strings.TrimRight(rest, "0123456789")
	return ok && len(number) < len(rest) && strings.HasSuffix(number, " …+")
}

// looksLikeStatus reports whether a line has the form of a status line: "exit 1, no output".
func looksLikeStatus(line string) bool {
	const longest = 64 // bytes; see statusTokens
	if line == "" || len(line) > longest || strings.IndexByte("efknrst", line[0]) < 0 {
		return false
	}
	first, second, both := strings.Cut(line, ", ")
	return looksLikeExit(first) && (!both || looksLikeContradiction(second)) || looksLikeContradiction(line)
}

func looksLikeExit(s string) bool {
	switch s {
	case "stopped on request", "timed out", "killed", "failed":
		return true
	}
	for _, prefix := range [...]string{"exit ", "killed by ", "timed out after "} {
		if rest, ok := strings.CutPrefix(s, prefix); ok {
			return rest != "" && !strings.Contains(rest, " ") && (prefix != "exit " || strings.Trim(rest,
				"0123456789-") == "")
		}
	}
	return false
}

func looksLikeContradiction(s string) bool {
	switch s {
	case "no output", "no matches", "no test ran", "exit 0, but failure is reported", "though success is reported",
		"though failures are reported":
		return true
	}
	isPart := strings.HasSuffix(s, " MiB") && (strings.HasPrefix(s, "read ") || strings.HasPrefix(s, "recorded "))
	return isPart || strings.HasPrefix(s, "no text in ")
}

// quotedText returns an output with a mark before each line that looks like a statement of toktee, and these lines.
func quotedText(text string) (marked string, lines [][2]int) {
	var sb strings.Builder
	n, at, copied := 0, 0, 0
	for line := range strings.Lines(text) {
		if n++; looksOwn(line, n == 1) {
			sb.WriteString(text[copied:at])
			sb.WriteString(quoteMark)
			copied = at
			if k := len(lines); k > 0 && lines[k-1][1]+1 == n {
				lines[k-1][1] = n
			} else {
				lines = append(lines, [2]int{n, n})
			}
		}
		at += len(line)
	}
	if len(lines) == 0 {
		return text, nil
	}
	sb.WriteString(text[copied:])
	return sb.String(), lines
}
