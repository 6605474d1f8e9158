package logs

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// field is the meaning of a key of a structured record.
type field uint8

const (
	otherField field = iota
	levelField
	timeField
	textField
	errorField
	stackField
)

// fieldOf returns the meaning of a key, in the spellings of common loggers.
func fieldOf(key string) field {
	switch strings.TrimLeft(strings.ToLower(key), "@_") {
	case "level", "lvl", "severity", "levelname", "log_level", "loglevel", "log.level", "sev", "l", "s",
		"severity_text",
		"level_name", "priority":
		return levelField
	case "time", "ts", "timestamp", "t", "date", "datetime", "asctime", "when":
		return timeField
	case "msg", "message", "m", "mt", "event", "text", "log":
		return textField
	case "err", "error", "exception", "exc_info", "x", "cause", "reason", "panic":
		return errorField
	case "stack", "stacktrace", "stack_trace", "traceback":
		return stackField
	}
	return otherField
}

// set takes in a field of a structured record.
func (r *record) set(f field, value string) {
	switch {
	case f == levelField && r.level == unknown:
		if n, rest, ok := parse.CutNumber(value); ok && rest == "" {
			r.level = number(n)
		} else {
			if r.level = named(value, true); r.level == unknown && (len(value) == 1 || hasForm(value, "_0")) {
				r.level = letter(value[0])
			}
		}
		if r.word = value; r.level == unknown || strings.Trim(value, "0123456789") == "" {
			r.word = "" // it is no word
		}
	case f == timeField && r.clock == "":
		if st := stampAt(value, strings.IndexAny(value+"0", "0123456789")); st.end > 0 {
			r.clock = st.clock
		}
	case f == textField && r.msg == "":
		r.msg = strings.TrimSuffix(value, `\n`)
	case f == stackField:
		r.stack = value
	case f == errorField && r.why == "":
		r.why = value
	}
}

// done reports whether the fields are those of a log's record. If so, it completes the record; s is its line.
func (r *record) done(s string) bool {
	r.head = r.clock != "" || r.level != unknown
	if r.msg == "" {
		if r.msg, r.why = r.why, ""; r.msg == "" {
			r.msg = s
		}
	} else if r.level == unknown && r.clock != "" {
		// Docker keeps a line of a service in a field.
		if inner := read(r.msg); inner.head {
			inner.clock = r.clock
			*r = inner
		}
	}
	return r.head
}

// readJSON reads a record that is an object of JSON: {"level":50,"time":1772433667123,"msg":"connection refused"}.
func readJSON(s string) (record, bool) {
	r := record{}
	for i := 1; i < len(s); {
		key, end, ok := stringAt(s, skipTo(s, i, '"'))
		if !ok {
			break
		}
		from := skipTo(s, end, ':') + 1
		for from < len(s) && s[from] == ' ' {
			from++
		}
		value, end := valueAt(s, from)
		if f := fieldOf(key); f != otherField {
			if f == errorField && strings.HasPrefix(value, "{") {
				value = messageIn(value)
			}
			r.set(f, value)
		}
		i = end + 1
	}
	return r, r.done(s)
}

// skipTo returns the position of the next c in s, from at on, or the end of s if there is none.
func skipTo(s string, at int, c byte) int {
	if at < len(s) {
		if i := strings.IndexByte(s[at:], c); i >= 0 {
			return at + i
		}
	}
	return len(s)
}

// stringAt reads the string at s[at]. It returns the text between the quotes, as it is written.
func stringAt(s string, at int) (text string, end int, ok bool) {
	if at >= len(s) || s[at] != '"' {
		return "", at, false
	}
	for i := at + 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return s[at+1 : i], i + 1, true
		}
	}
	return s[at+1:], len(s), false
}

// valueAt reads the value at s[at]: a string without its quotes, or anything else as it is written.
func valueAt(s string, at int) (value string, end int) {
	if text, end, ok := stringAt(s, at); ok {
		return text, end
	}
	depth := 0
	for i := at; i < len(s); i++ {
		switch s[i] {
		case '"':
			_, end, ok := stringAt(s, i)
			if !ok {
				return s[at:], len(s)
			}
			i = end - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return s[at:i], i
			}
		case ',':
			if depth == 0 {
				return strings.TrimSpace(s[at:i]), i
			}
		}
	}
	return s[min(at, len(s)):], len(s)
}

// messageIn returns the message of an error that is an object, or the object as it is written.
func messageIn(object string) string {
	for _, key := range [...]string{`"message":`, `"msg":`} {
		if i := strings.Index(object, key); i >= 0 {
			if text, _, ok := stringAt(object, skipTo(object, i+len(key), '"')); ok {
				return text
			}
		}
	}
	return object
}

// isPair reports whether a text begins with a key and its value: level=error.
func isPair(s string) bool {
	i := 0
	for i < len(s) && (wordByte(s[i]) || s[i] == '_' || s[i] == '.') {
		i++
	}
	return i > 0 && i+1 < len(s) && s[i] == '=' && s[i+1] != '=' && s[i+1] != ' '
}

// fields reads a record of keys with their values: ts=... level=error msg="disk full" err="no space left on device". It
// must name a level, or have a message.
func (r *record) fields(s string) bool {
	if !strings.Contains(s, "level=") && !strings.Contains(s, "msg=") && !strings.Contains(s, "lvl=") &&
		!strings.Contains(s, "severity=") {
		return false
	}
	found := record{level: r.level, word: r.word, clock: r.clock}
	for i := 0; i < len(s); {
		eq := skipTo(s, i, '=')
		from := strings.LastIndexByte(s[i:eq], ' ') + i + 1
		value, end, ok := stringAt(s, eq+1)
		if !ok {
			end = skipTo(s, eq, ' ')
			value = s[min(eq+1, end):end]
		}
		if eq < len(s) {
			found.set(fieldOf(s[from:eq]), value)
		}
		i = end + 1
	}
	if found.msg == "" || !found.done(s) {
		return false
	}
	*r = found
	return true
}
