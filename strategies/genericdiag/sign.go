package genericdiag

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/report"
)

// isBareWord reports whether a text is one word.
func isBareWord(s string) bool {
	for i := range len(s) {
		if !isWordByte(s[i]) && s[i] != '-' {
			return false
		}
	}
	return s != ""
}

// gradeOf reports whether a part of a message is a sign, that is a level or a code, rather than words of the message.
func gradeOf(s string) (level report.Level, sign bool) {
	s = strings.Trim(s, " *%!,")
	if len(s) == 1 && levelLetters[s[0]] != 0 {
		return levelLetters[s[0]], true
	}
	if len(s) > 3 && (s[1] == ',' || s[1] == '-') && levelLetters[s[0]] != 0 && isCode(s) {
		return levelLetters[s[0]], true // "W,CUSRCH", "F-BPS-0646"
	}
	var buf [maxGradeWords]string
	words, ok := gradeWords(s, buf[:0])
	if !ok {
		return 0, false
	}
	at := -1
	for i, w := range words {
		if l := levelOf(w); l != 0 && (level == 0 || l < level) {
			level, at = l, i
		}
	}
	if at < 0 {
		tool := len(words) == 2 && isBareWord(words[0]) && isCode(words[1]) // "ctc W549"
		listed := strings.Contains(s, ", ") && isCode(words[0])             // "E0602, CachedHTTP"
		return 0, tool || listed || isCode(s)
	}
	return level, onlySigns(words, at, strings.IndexByte(s, ',') >= 0)
}

// maxGradeWords is the most words of a sign.
const maxGradeWords = 4

// gradeWords splits a part of a message at blanks and commas. ok is false if it has no words or more than a sign has.
func gradeWords(s string, buf []string) (words []string, ok bool) {
	words = buf
	for i := 0; i < len(s); {
		if s[i] == ' ' || s[i] == ',' {
			i++
			continue
		}
		from := i
		for i < len(s) && s[i] != ' ' && s[i] != ',' {
			i++
		}
		if len(words) == maxGradeWords {
			return nil, false
		}
		words = append(words, s[from:i])
	}
	return words, len(words) > 0
}

// levelOf returns the level of a word: "warning", "(Error)", "Severity-High".
func levelOf(word string) report.Level {
	word = strings.TrimPrefix(strings.Trim(word, "()[]*!"), "Severity-")
	if w, kind, ok := strings.Cut(word, "-"); ok && strings.ToUpper(kind) == kind {
		word = w // "Warning-UNUSED"
	}
	if name, ok := strings.CutSuffix(word, "Warning"); ok && isBareWord(name) {
		return report.LevelWarning // "DeprecationWarning"
	}
	return levelWord(word)
}

// levelWord returns the level of a word in any case.
func levelWord(word string) report.Level {
	var low [longestLevel]byte
	if len(word) < 3 || len(word) > longestLevel {
		return 0
	}
	for i := range len(word) {
		low[i] = word[i] | 0x20
	}
	return levelWords[string(low[:len(word)])]
}

// onlySigns reports whether no word around the level at words[at] is part of a message. Other levels, a language before
// the level and codes after it are not.
func onlySigns(words []string, at int, listed bool) bool {
	for i, w := range words {
		switch {
		case levelOf(w) != 0, i > at && (listed || isNumber(w) || isCode(strings.Trim(w, "()[]")) || w[0] == '('):
		case i < at && (w == "internal" || w == "Internal" || strings.ToUpper(w) == w):
		default:
			return false
		}
	}
	return true
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// isCode reports whether a word is the code of a diagnostic: it has a digit and begins with a letter, a sign, or zero:
// "EANSIBLE0002", "#546-D", "0711-987", "dcc:1521", "B404[bandit]", "fqcn[action]".
func isCode(s string) bool {
	if len(s) < 2 || len(s) > maxSegment {
		return false
	}
	digits, letters := 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case parse.Digit(c):
			digits++
		case isASCIILetter(c):
			letters++
		case strings.IndexByte("#-_:/.[]@,", c) < 0:
			return false
		}
	}
	if strings.ContainsAny(s, "./") && digits == 0 {
		return false
	}
	if s[1] == ',' {
		return strings.ToUpper(s) == s && levelLetters[s[0]] != 0
	}
	upper := s[0] >= 'A' && s[0] <= 'Z' && (len(s) == 1 || s[1] < 'a')
	if s[0] == '#' {
		return digits > 0
	}
	if strings.Trim(s, "0123456789-") == "" {
		return digits >= minCodeDigits && strings.Count(s, "-") == 1 // "1540-0835"
	}
	return digits >= 2 && (letters > 0 || strings.Contains(s, "-")) &&
		(upper || s[0] == '0' || strings.Contains(s, ":"))
}

// isTool reports whether a part of a message is the name of a tool: one word, perhaps with a path before it.
func isTool(s string) bool {
	return len(s) <= 24 && !strings.ContainsAny(s, " \t\"'`(<") && s != ""
}

// opensWithSign reports whether a text opens with a level or a code.
func opensWithSign(s string) bool {
	head, rest, ok := segment(trimMarks(s))
	if !ok || rest == "" {
		return false
	}
	_, sign := gradeOf(head)
	return sign
}

// lettered returns the level of the letter in a code: "E501 line too long", "ctc W549: ...".
func lettered(msg string) report.Level {
	i := 0
	for w := range strings.FieldsSeq(msg) {
		if i++; i > 2 {
			break
		}
		w = strings.Trim(w, "[]():,")
		if len(w) < 4 || len(w) > 6 || strings.Trim(w[1:], "0123456789") != "" {
			continue
		}
		if levelLetters[w[0]] != 0 {
			return levelLetters[w[0]]
		}
	}
	return 0
}
