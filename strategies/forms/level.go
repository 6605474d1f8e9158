package forms

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies/report"
)

// levelWords are the words with which tools say how grave a diagnostic is, in small letters.
var levelWords = map[string]report.Level{
	"fatal": report.LevelFatal, "blocker": report.LevelFatal, "critical": report.LevelFatal,
	"severe": report.LevelFatal, "panic": report.LevelFatal,
	"error": report.LevelError, "err": report.LevelError, "high": report.LevelError, "major": report.LevelError,
	"failure": report.LevelError, "fail": report.LevelError, "broken": report.LevelError,
	"warning": report.LevelWarning, "warn": report.LevelWarning, "medium": report.LevelWarning,
	"moderate": report.LevelWarning, "deprecation": report.LevelWarning, "minor": report.LevelWarning,
	"notice": report.LevelNote, "note": report.LevelNote, "info": report.LevelNote, "information": report.LevelNote, "remark": report.LevelNote,
	"style": report.LevelNote, "low": report.LevelNote, "hint": report.LevelNote, "suggestion": report.LevelNote,
	"convention": report.LevelNote, "refactor": report.LevelNote, "advice": report.LevelNote,
}

// levelLetters are the single letters for the same.
var levelLetters = map[byte]report.Level{
	'F': report.LevelFatal, 'E': report.LevelError, 'W': report.LevelWarning, 'C': report.LevelNote,
	'S': report.LevelError, 'R': report.LevelNote, 'I': report.LevelNote, 'N': report.LevelNote,
}

const (
	minCodeDigits = 6 // of a code without letters

	maxSegments = 5  // words and codes before a message
	maxSegment  = 40 // bytes of one
)

// graded takes the words for how grave it is, the tool and the codes off a message: "warning (dcc:1521): missing
// return", "[EANSIBLE0002] Trailing whitespace", "ncelab: *W,CUSRCH: Resolved ...". says is what is left, the message
// itself; the message as it is where nothing else is left.
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
	says = cutTrailing(cutFile(says, signs))
	return level, says
}

// cutFile takes off a message the file that it is said of, where no line of it is named: "file /a/b: Build path ...".
func cutFile(s string, behind bool) string {
	t, ok := strings.CutPrefix(s, "file ")
	if !ok || !behind {
		return s
	}
	file, rest, ok := strings.Cut(t, ": ")
	if !ok || !parse.FileLike(file) || strings.Contains(file, " ") || rest == "" {
		return s
	}
	return rest
}

// isCategory reports whether what stands in brackets before a message is a code or a category: "[EANSIBLE0002]",
// "[PTR-null-fun-pos]", "(vsim-3015)", "[5]", behind another sign also "(buffer)".
func isCategory(s string, behind bool) bool {
	s = strings.TrimSpace(s)
	if name, code, ok := strings.Cut(s, " "); ok && behind && isBareWord(name) {
		s = code // "Synth 8-6157"
	}
	switch {
	case strings.ContainsAny(s, " \t\"'`<>=()"):
		return false
	case s == "" || s == "x" || behind:
		return true
	}
	return strings.ContainsAny(s, "0123456789-/_")
}

const (
	maxTrailing = 160 // bytes of what stands in brackets behind a message
	minSays     = 12  // bytes of a message without it
)

// cutTrailing takes off a message the check or the project in brackets behind it: "[clang-diagnostic-error]",
// "[C:\src\test.csproj]", "(no-var)".
func cutTrailing(s string) string {
	t := strings.TrimRight(s, " .")
	if t == "" {
		return s
	}
	open := map[byte]string{']': " [", ')': " ("}[t[len(t)-1]]
	if open == "" {
		return s
	}
	i := strings.LastIndex(t, open)
	if i < minSays || len(t)-i > maxTrailing {
		return s
	}
	word := t[i+len(open) : len(t)-1]
	if word == "" || strings.ContainsAny(word, " \"'`()[]") ||
		open == " (" && (!strings.ContainsAny(word, "-/_") || !isASCIILetter(word[0])) {
		return s
	}
	return strings.TrimRight(t[:i], " ")
}

// trimMarks takes off what decorates a line: "** ", "# ", ": ", "%", "12. ".
func trimMarks(s string) string {
	s = strings.TrimLeft(strings.TrimPrefix(s, "# "), " \t*|>\u2022:%-")
	if n, rest := parse.CutNumber(s); n > 0 && strings.HasPrefix(rest, ". ") {
		return rest[len(". "):]
	}
	return s
}

// onlyGrades reports whether a message says how grave it is and nothing else: what is wrong is in the lines below.
func onlyGrades(msg string) (report.Level, bool) {
	s := trimMarks(strings.TrimRight(msg, " :"))
	level, sign := gradeOf(s)
	return level, sign && level != 0
}

// segment is the first part of a message: what stands in brackets, or before a colon or another sign between parts.
func segment(s string) (head, rest string, ok bool) {
	if s == "" {
		return "", "", false
	}
	if close := map[byte]byte{'[': ']', '(': ')'}[s[0]]; close != 0 {
		i := strings.IndexByte(s[:min(len(s), maxSegment)], close)
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
			return strings.TrimRight(s[:i], " "), strings.TrimLeft(s[i+1:], " :\t-"), true
		case '!', '|', '\u0000':
			return strings.TrimRight(s[:i], " "), strings.TrimLeft(s[i+1:], " :!\t|"), true
		case '-':
			if i > 0 && s[i-1] == ' ' && i+1 < len(s) && s[i+1] == ' ' {
				return s[:i-1], s[i+2:], true
			}
		case '[', '(':
			if l, sign := gradeOf(strings.TrimRight(s[:i], " ")); sign && l != 0 {
				return s[:i], s[i:], true
			}
			if i > 0 && s[i-1] == ' ' {
				return "", "", false
			}
		case ' ':
			column := strings.HasPrefix(s[i:], "  ") && levelOf(s[:i]) != 0 // "error       Use 'that'"
			if column || isCode(s[:i]) && s[0] < 0x80 {
				return s[:i], strings.TrimLeft(s[i+1:], " :-"), true
			}
		}
	}
	return "", "", false
}

// isBareWord reports whether a text is one word.
func isBareWord(s string) bool {
	for i := range len(s) {
		if !isWordByte(s[i]) && s[i] != '-' {
			return false
		}
	}
	return s != ""
}

// gradeOf reports whether a part of a message is a sign rather than words of it: a level, or a code.
func gradeOf(s string) (level report.Level, sign bool) {
	s = strings.Trim(s, " *%!,")
	if len(s) == 1 && levelLetters[s[0]] != 0 {
		return levelLetters[s[0]], true
	}
	if len(s) > 3 && (s[1] == ',' || s[1] == '-') && levelLetters[s[0]] != 0 && isCode(s) {
		return levelLetters[s[0]], true // "W,CUSRCH", "F-BPS-0646"
	}
	words := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' })
	if len(words) == 0 || len(words) > 4 {
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

// levelOf is the level that a word says: "warning", "(Error)", "Severity-High".
func levelOf(word string) report.Level {
	word = strings.TrimPrefix(strings.Trim(word, "()[]*!"), "Severity-")
	if w, kind, ok := strings.Cut(word, "-"); ok && strings.ToUpper(kind) == kind {
		word = w // "Warning-UNUSED"
	}
	return levelWords[strings.ToLower(word)]
}

// onlySigns reports whether the words around the level at words[at] are no part of a message: other levels, the name of
// a language before it, codes behind it.
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
	if len(s) < 2 || len(s) > maxSegment || strings.ContainsAny(s, " \t=\"'`<>{}") {
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
	return digits >= 2 && (letters > 0 || strings.Contains(s, "-")) && (upper || s[0] == '0' || strings.Contains(s, ":"))
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

// lettered is the level that the letter of a code says: "E501 line too long", "ctc W549: ...".
func lettered(msg string) report.Level {
	for i, w := range strings.Fields(msg) {
		if i > 1 {
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
