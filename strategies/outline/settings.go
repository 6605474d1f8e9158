package outline

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
)

const (
	leastEntries = 12 // that settings have
	leastHead    = 5  // of these in the head of the output
	maxKey       = 48 // bytes of a key
	maxValue     = 96 // bytes of a value that are shown
)

// looksSettings reports whether a text opens as settings do: most lines are a key with its value, and none is of a
// failure.
func looksSettings(head string) bool {
	if i := strings.LastIndexByte(head, '\n'); i >= 0 {
		head = head[:i]
	}
	keys, n := 0, 0
	for l := range strings.SplitSeq(head, "\n") {
		if l = strings.TrimRight(l, " \t"); l == "" {
			continue
		}
		n++
		if _, _, ok := entryOf(l); ok || isSection(l) {
			keys++
		}
	}
	return keys >= leastHead && keys*10 >= n*9
}

// isSection reports whether a line is a heading in settings: "# Server", "[core]", "Property settings:".
func isSection(l string) bool {
	switch {
	case len(l) > maxTitle:
		return false
	case strings.HasPrefix(l, "# "), strings.HasPrefix(l, "[") && strings.HasSuffix(l, "]"):
		return true
	}
	return l[0] > ' ' && strings.HasSuffix(l, ":")
}

// entryOf reads a key and its value:
//
//	redis_version:7.0.15
//	net.ipv4.ip_forward = 1
//	CPU(s):                                  2
func entryOf(l string) (key, value string, ok bool) {
	s := strings.TrimLeft(l, " \t")
	i := strings.IndexAny(s, ":=")
	if i <= 0 || i > maxKey || !isLetter(s[0]) && s[0] != '_' {
		return "", "", false
	}
	key, value = strings.TrimRight(s[:i], " \t"), strings.TrimSpace(s[i+1:])
	if strings.Count(key, " ") > 4 || strings.Contains(key, "  ") || strings.ContainsAny(key, "\"'`,;!?<>{}|") {
		return "", "", false
	}
	if s[i] == ':' && strings.ContainsAny(key, "/.") && value != "" && parse.Digit(value[0]) {
		return "", "", false // a place: a.go:12
	}
	if strings.HasPrefix(value, "//") {
		return "", "", false // an address
	}
	return key, value, true
}

// readSettings reads settings; nil for a text of another form.
func readSettings(all []string) *text {
	t := &text{settings: true, sections: []section{{kind: entries}}}
	seen := map[string]bool{}
	found, odd, again, deep := 0, 0, 0, 0
	for i, l := range all {
		if l == "" {
			continue
		}
		if textline.SeverityOf(l) == textline.Failure {
			return nil
		}
		here := &t.sections[len(t.sections)-1]
		key, value, ok := entryOf(l)
		switch {
		case isSection(l) && (value == "" && nested(all, i) || !ok):
			t.sections = append(t.sections, section{kind: entries, title: l})
			clear(seen)
			continue
		case !ok:
			odd++
			here.items = append(here.items, item{"", l, l})
			continue
		}
		found++
		if seen[key] {
			again++
		}
		seen[key] = true
		if indent(l) > 4 {
			deep++
		}
		here.items = append(here.items, settingOf(l, key, value))
	}
	total := found + odd
	if found < leastEntries || odd*10 > total || again*10 > total || deep*5 > total {
		return nil
	}
	t.grouped()
	if len(t.sections[0].items) == 0 {
		t.sections = t.sections[1:]
	}
	return t
}

// nested reports whether the line after the i-th is indented deeper.
func nested(all []string, i int) bool {
	return i+1 < len(all) && all[i+1] != "" && indent(all[i+1]) > indent(all[i])
}

// settingOf is an entry as it is shown: without the blanks that align values.
func settingOf(l, key, value string) item {
	line := strings.TrimSpace(l)
	at := strings.IndexAny(line, ":=") + 1
	after := line[at:]
	line = squeeze(line[:at])
	if value != "" && len(after) > len(value) {
		line += " "
	}
	line += value
	short := line
	if over := len(line) - len(key) - maxValue; over > 0 {
		end := textline.RuneStart(line, len(key)+maxValue)
		short = line[:end] + " …"
	}
	return item{key, short, line}
}

const (
	manyEntries = 60 // of a section without others, above which those whose keys begin alike are a section
	leastGroup  = 3  // sections that then are made at least
)

// grouped groups many entries without a section by the first part of their keys: net.ipv4.ip_forward and
// net.core.somaxconn are both in net. It does so only if the text is in that order.
func (t *text) grouped() {
	if len(t.sections) != 1 || len(t.sections[0].items) < manyEntries {
		return
	}
	var out []section
	seen := map[string]bool{}
	for _, it := range t.sections[0].items {
		if it.name == "" && len(out) > 0 {
			out[len(out)-1].items = append(out[len(out)-1].items, it)
			continue
		}
		group, _, ok := strings.Cut(it.name, ".")
		if !ok {
			return // keys are words
		}
		title := group + ".*"
		if n := len(out); n == 0 || out[n-1].title != title {
			if seen[title] {
				return
			}
			seen[title] = true
			out = append(out, section{kind: entries, title: title})
		}
		here := &out[len(out)-1]
		here.items = append(here.items, it)
	}
	if len(out) >= leastGroup {
		t.sections = out
	}
}
