package genericdiag

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/report"
)

// levelWords maps the words for a level, in small letters, to the level.
var levelWords = map[string]report.Level{
	"fatal": report.LevelFatal, "blocker": report.LevelFatal, "critical": report.LevelFatal,
	"severe": report.LevelFatal, "panic": report.LevelFatal,
	"error": report.LevelError, "err": report.LevelError, "high": report.LevelError, "major": report.LevelError,
	"failure": report.LevelError, "fail": report.LevelError, "broken": report.LevelError,
	"warning": report.LevelWarning, "warn": report.LevelWarning, "medium": report.LevelWarning,
	"moderate": report.LevelWarning, "deprecation": report.LevelWarning, "deprecated": report.LevelWarning,
	"minor":  report.LevelWarning,
	"notice": report.LevelNote, "note": report.LevelNote, "info": report.LevelNote, "information": report.LevelNote,
	"remark": report.LevelNote,
	"style":  report.LevelNote, "low": report.LevelNote, "hint": report.LevelNote, "suggestion": report.LevelNote,
	"convention": report.LevelNote, "refactor": report.LevelNote, "advice": report.LevelNote,
}

// longestLevel is the length of the longest of these words.
const longestLevel = len("deprecation")

// levelLetters maps single letters in codes to the level.
var levelLetters = map[byte]report.Level{
	'F': report.LevelFatal, 'E': report.LevelError, 'W': report.LevelWarning, 'C': report.LevelNote,
	'S': report.LevelError, 'R': report.LevelNote, 'I': report.LevelNote, 'N': report.LevelNote,
}

const (
	minCodeDigits = 6 // of a code without letters

	maxSegments = 5  // most words and codes before a message
	maxSegment  = 40 // most bytes of one of them
)

// graded cuts the level, the tool and the codes off a message: "warning (dcc:1521): missing return", "[EANSIBLE0002]
// Trailing whitespace", "ncelab: *W,CUSRCH: Resolved ...". says is the rest, or the whole message if there is no rest.
func graded(msg string) (level report.Level, says string) {
	says = strings.Trim(msg, " \t")
	signs := false
	for range maxSegments {
		s := trimMarks(says)
		head, rest, ok := segment(s)
		if !ok {
			break
		}
		l, sign := gradeOf(head)
		if l != 0 && (level == 0 || l < level) {
			level = l
		}
		switch {
		case strings.Trim(rest, " .!:") == "":
			return level, says
		case sign:
		case s[0] == '[' || s[0] == '(':
			sign = isCategory(head, signs)
		case level == 0 && isTool(head):
			sign = opensWithSign(rest)
		}
		if !sign {
			break
		}
		says, signs = rest, true
	}
	says, code := cutTrailing(cutFile(says, signs))
	if name, rule, ok := strings.Cut(code, "/"); ok && level == 0 && rule != "" {
		level = levelWord(name) // "[Error/no-undef]"
	}
	if level == 0 && strings.Contains(msg, ", ignoring") {
		level = report.LevelWarning // "Unknown key 'KillMod', ignoring."
	}
	return level, says
}

// cutFile cuts the file off a message about a whole file: "file /a/b: Build path ...".
func cutFile(s string, afterSign bool) string {
	t, ok := strings.CutPrefix(s, "file ")
	if !ok || !afterSign {
		return s
	}
	file, rest, ok := strings.Cut(t, ": ")
	if !ok || !parse.FileLike(file) || strings.Contains(file, " ") || rest == "" {
		return s
	}
	return rest
}

// isCategory reports whether a text in brackets before a message is a code or a category: "[EANSIBLE0002]",
// "[PTR-null-fun-pos]", "(vsim-3015)", "[5]", and after another sign also "(buffer)".
func isCategory(s string, afterSign bool) bool {
	s = strings.TrimSpace(s)
	if name, code, ok := strings.Cut(s, " "); ok && afterSign && isBareWord(name) {
		s = code // "Synth 8-6157"
	}
	switch {
	case strings.ContainsAny(s, " \t\"'`<>=()"):
		return false
	case s == "" || s == "x" || afterSign:
		return true
	}
	return strings.ContainsAny(s, "0123456789-/_")
}

const (
	maxTrailing = 160 // most bytes of a text in brackets after a message
	minRest     = 12  // fewest bytes of the message before it
)

// cutTrailing cuts the check or the project in brackets off the end of a message: "[clang-diagnostic-error]",
// "[C:\src\test.csproj]", "(no-var)". code is the text in the brackets.
func cutTrailing(s string) (rest, code string) {
	t := strings.TrimRight(s, " .")
	if t == "" {
		return s, ""
	}
	open := ""
	switch t[len(t)-1] {
	case ']':
		open = " ["
	case ')':
		open = " ("
	default:
		return s, ""
	}
	i := strings.LastIndex(t, open)
	if i < minRest || len(t)-i > maxTrailing {
		return s, ""
	}
	word := t[i+len(open) : len(t)-1]
	if word == "" || strings.ContainsAny(word, " \"'`()[]") ||
		open == " (" && (!strings.ContainsAny(word, "-/_") || !isASCIILetter(word[0])) {
		return s, ""
	}
	return strings.TrimRight(t[:i], " "), word
}

// trimMarks cuts decoration off the start of a line: "** ", "# ", ": ", "%", "12. ".
func trimMarks(s string) string {
	s = strings.TrimLeft(strings.TrimPrefix(s, "# "), " \t*|>\u2022:%-")
	if n, rest, _ := parse.CutNumber(s); n > 0 && strings.HasPrefix(rest, ". ") {
		return rest[len(". "):]
	}
	return s
}

// onlyGrades reports whether a message has nothing but a level. The problem is described in the lines below.
func onlyGrades(msg string) (report.Level, bool) {
	s := trimMarks(strings.TrimRight(msg, " :"))
	level, sign := gradeOf(s)
	return level, sign && level != 0
}

// segment cuts the first part off a message: a text in brackets, or the text before a colon or another separator.
func segment(s string) (head, rest string, ok bool) {
	if s == "" {
		return "", "", false
	}
	if s[0] == '[' || s[0] == '(' {
		closing := byte(']')
		if s[0] == '(' {
			closing = ')'
		}
		i := strings.IndexByte(s[:min(len(s), maxSegment)], closing)
		if i < 0 {
			return "", "", false
		}
		return s[1:i], strings.TrimLeft(s[i+1:], " :-,"), true
	}
	for i := 0; i < min(len(s), maxSegment); i++ {
		switch s[i] {
		case ':':
			if i+1 < len(s) && s[i+1] != ' ' && s[i+1] != '\t' && !isBareWord(s[:i]) {
				continue // a part of a code
			}
			return parted(s, i)
		case '!', '|':
			return parted(s, i)
		case '[', '(':
			if l, sign := gradeOf(strings.TrimRight(s[:i], " ")); sign && l != 0 {
				return s[:i], s[i:], true
			}
			if i > 0 && s[i-1] == ' ' {
				return "", "", false
			}
		case ' ':
			if endsSign(s, i) {
				return parted(s, i)
			}
		}
	}
	return "", "", false
}

// parted splits a message at s[i].
func parted(s string, i int) (head, rest string, ok bool) {
	return strings.TrimRight(s[:i], " "), strings.TrimLeft(s[i+1:], " :!\t|-"), true
}

// endsSign reports whether the blank at s[i] ends a sign: a code, the level of a table ("error       Use 'that'"), or a
// word before a dash ("error - Missing").
func endsSign(s string, i int) bool {
	rest := s[i:]
	return isCode(s[:i]) || strings.HasPrefix(rest, "  ") && levelOf(s[:i]) != 0 || strings.HasPrefix(rest, " - ")
}
