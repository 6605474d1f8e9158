package textline

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// StripPrefix takes off a line what comes before its own text: indentation, a log's time stamp, the job and step that
// a CI service prints, the number of a build step ("#12 3.456 "), the process that a checker watches ("==692==").
func StripPrefix(s string) string { return StripUnstamped(StripStamp(s)) }

// StripUnstamped is StripPrefix for a line that [StripStamp] has seen.
func StripUnstamped(s string) string {
	s = stripService(TrimIndent(cutTask(s)))
	if rest, ok := cutBuildStep(s); ok {
		if text, ok := cutSeconds(rest); ok {
			rest = text
		}
		s = TrimIndent(rest)
	}
	return cutProcess(s)
}

// TrimIndent is a line without the blanks and tabs that it begins with. Most lines begin with none.
func TrimIndent(s string) string {
	i := 0
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return s[i:]
}

// cutProcess takes off the process that valgrind and the sanitizers put before a line: "==692==ERROR: ..." is
// "ERROR: ...".
func cutProcess(s string) string {
	if len(s) < 6 || s[0] != '=' || s[1] != '=' || !parse.Digit(s[2]) {
		return s
	}
	n := 2
	for n < len(s) && parse.Digit(s[n]) {
		n++
	}
	if text, ok := strings.CutPrefix(s[n:], "=="); ok && strings.TrimSpace(text) != "" {
		return strings.TrimLeft(text, " ")
	}
	return s
}

// cutBuildStep takes the number of a step off, as docker build writes it: "#12 3.456 text" is "3.456 text".
func cutBuildStep(s string) (rest string, ok bool) {
	if len(s) <= 3 || s[0] != '#' || !parse.Digit(s[1]) {
		return s, false
	}
	n, rest, ok := strings.Cut(s[1:], " ")
	return rest, ok && allDigits(n)
}

// cutSeconds takes the seconds off that follow the number of a step: "3.456 text" is "text".
func cutSeconds(s string) (text string, ok bool) {
	sec, text, ok := strings.Cut(s, " ")
	return text, ok && len(sec) > 2 && parse.Digit(sec[0]) && strings.Contains(sec, ".")
}

// cutTask removes from a line the task that printed it, if several run at once: "[web] " as concurrently writes it,
// "web:test: " as turbo does, "@shop/web: " as lerna and nx do.
func cutTask(s string) string {
	if len(s) < 6 {
		return s
	}
	if s[0] == '[' {
		name, text, ok := strings.Cut(s[1:min(len(s), maxTask)], "] ")
		if !ok || !taskName(name) || text == "" {
			return s
		}
		return s[len(name)+len("[] "):]
	}
	pack, rest, ok := strings.Cut(s[:min(len(s), maxTask)], ":")
	if !ok || !taskName(pack) {
		return s
	}
	if pack[0] == '@' && strings.Contains(pack, "/") && strings.HasPrefix(rest, " ") { // a package of npm
		return s[len(pack)+len(": "):]
	}
	task, _, ok := strings.Cut(rest, ": ")
	if !ok {
		return s
	}
	switch task {
	case "test", "build", "lint", "check", "typecheck", "type-check", "compile", "e2e", "unit", "dev", "start",
		"format":
		return s[len(pack)+len(task)+len(":: "):]
	}
	return s
}

// maxTask is the largest length of a task's name in bytes, with its brackets or colons.
const maxTask = 48

// taskName reports whether a word can name a package or a task: small letters, and not a log's level.
func taskName(s string) bool {
	if s == "" || !(s[0] >= 'a' && s[0] <= 'z' || s[0] == '@') {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', parse.Digit(c), c == '-', c == '_', c == '/', c == '.', c == '@', c == ':' && i > 0:
		default:
			return false
		}
	}
	switch s {
	case "trace", "debug", "info", "notice", "warn", "warning", "error", "err", "crit", "critical", "alert", "emerg",
		"fatal", "panic", "ok", "fail", "pass", "skip", "command":
		return false
	}
	return true
}

// maxService is how far into a line the name of a container and what parts it from the text reach.
const maxService = 80 + len(" | ")

// stripService takes off a line the container that printed it, as docker compose writes it, and its time stamp:
// "app-db-1   | ".
func stripService(s string) string {
	name, _, ok := strings.Cut(s[:min(len(s), maxService)], " | ")
	if !ok {
		return s
	}
	text := s[len(name)+len(" | "):]
	name = strings.TrimRight(name, " ")
	i := strings.LastIndexAny(name, "-_")
	if i <= 0 || !allDigits(name[i+1:]) || strings.ContainsAny(name, " \t/:(") {
		return s
	}
	return TrimIndent(StripStamp(text))
}

// ToolText is a line as the tool printed it: without a log's time stamp and what CI services and builds put before it.
// Its indentation stays.
func ToolText(s string) string { return UnstampedToolText(StripStamp(s)) }

// UnstampedToolText is ToolText for a line that [StripStamp] has seen.
func UnstampedToolText(s string) string {
	s = CutAnnotation(cutTask(s))
	if rest, ok := cutBuildStep(s); ok {
		if text, ok := cutSeconds(rest); ok {
			return text
		}
	}
	return s
}

// CutAnnotation takes off a diagnostic what GitHub Actions writes before it once one of its matchers recognised it:
// "##[error]src/a.go:5:2: undefined: b".
func CutAnnotation(s string) string {
	if !strings.HasPrefix(s, "##[") {
		return s
	}
	for _, level := range [...]string{"##[error]", "##[warning]"} {
		if t, ok := strings.CutPrefix(s, level); ok {
			if at, _, ok := parse.CutPlace(t); ok && at.Row > 0 {
				return t
			}
		}
	}
	return s
}

// StripStamp removes from a line the time stamp of a log and the job and step before it, and escapes that were written
// out as "^[[31m". Indentation after a stamp stays.
func StripStamp(s string) string {
	s = trimMark(s)
	// "job<TAB>step<TAB>2024-05-01T10:11:12.123Z text"
	for range 2 {
		i := strings.IndexByte(s[:min(len(s), maxColumn)], '\t')
		if i <= 0 {
			break
		}
		rest := trimMark(s[i+1:])
		if !isStamp(rest) && !stampsColumn(rest) {
			break
		}
		s = rest
	}
	if isStamp(s) {
		if i := strings.IndexByte(s[11:], ' '); i > 0 {
			s = s[11+i+1:]
		} else if strings.Trim(s[11:], "0123456789:.,+-Z") == "" {
			s = "" // the stamp of an empty line
		}
	} else if i := strings.IndexByte(s, ']'); i > 0 && s[0] == '[' && isStamp(s[1:i]) {
		s = strings.TrimPrefix(s[i+1:], " ") // Jenkins: the text after its stamp keeps its indentation
	} else if t := TrimIndent(s); t != "" {
		if u := trimStamp(t); len(u) < len(t) {
			s = u
		}
	}
	if strings.Contains(s, "^[[") {
		s = stripCaret(s)
	}
	return s
}

// maxColumn is the largest length of the columns of a job and its step, with the tab after each.
const maxColumn = 121

// trimMark takes byte order marks off.
func trimMark(s string) string {
	if s == "" || s[0] != "\ufeff"[0] {
		return s
	}
	return strings.TrimLeft(s, "\ufeff")
}

// stampsColumn reports whether a time stamp follows the first column of a text: "step<TAB>2024-05-01T10:11:12Z text".
func stampsColumn(s string) bool {
	i := strings.IndexByte(s, '\t')
	return i > 0 && i <= 120 && isStamp(trimMark(s[i+1:]))
}

// stripCaret removes escapes that were written out in caret notation.
func stripCaret(s string) string {
	var sb strings.Builder
	for {
		i := strings.Index(s, "^[[")
		if i < 0 {
			break
		}
		j := i + 3
		for j < len(s) && (parse.Digit(s[j]) || s[j] == ';') {
			j++
		}
		if j == len(s) || !isLetter(s[j]) {
			sb.WriteString(s[:i+3])
			s = s[i+3:]
			continue
		}
		sb.WriteString(s[:i])
		s = s[j+1:]
	}
	sb.WriteString(s)
	return sb.String()
}

// Stamped reports whether a text is a log whose lines open with a time stamp, by its head.
func Stamped(head string) bool {
	n, with := 0, 0
	for l := range strings.SplitSeq(head, "\n") {
		if strings.TrimSpace(l) == "" {
			continue
		}
		n++
		if hasStamp(strings.TrimLeft(l, "\ufeff")) {
			with++
		}
	}
	return n > 2 && with*10 >= n*7
}

// hasStamp reports whether a line opens with a time stamp, in brackets or not, or has one after columns.
func hasStamp(l string) bool {
	return isStamp(strings.TrimPrefix(l, "[")) || strings.Contains(l, "\t") && len(StripStamp(l)) < len(l)
}

// isStamp reports whether s opens with a date and a time, and goes on: "2024-05-01T10:11:12", "2024-05-01 10:11:12".
func isStamp(s string) bool {
	if len(s) <= len("2024-05-01T10:11:12") || !parse.Digit(s[0]) || !parse.Digit(s[3]) {
		return false
	}
	return s[4] == '-' && s[7] == '-' && (s[10] == 'T' || s[10] == ' ') && s[13] == ':'
}
