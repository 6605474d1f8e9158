package syntax

import "strings"

// yamlKeys finds the keys of the first two levels of a YAML document. What lies in block scalars is passed over.
type yamlKeys struct {
	s      *Scanner
	scalar int   // indentation of the key whose block scalar is open, -1 for none
	levels []int // indentations of the two levels
}

func (y *yamlKeys) line(line string) {
	indent, t := indentOf(line)
	if t == "" || t[0] == '#' {
		return
	}
	if y.scalar >= 0 {
		if indent > y.scalar {
			return
		}
		y.scalar = -1
	}
	if strings.HasPrefix(t, "---") || strings.HasPrefix(t, "...") {
		y.s.close(-1, y.s.last)
		y.levels = nil
		return
	}
	item := strings.HasPrefix(t, "- ")
	for strings.HasPrefix(t, "- ") {
		rest := strings.TrimLeft(t[2:], " ")
		indent += len(t) - len(rest)
		t = rest
	}
	if t == "" {
		return
	}
	key, value, ok := yamlKey(t)
	if !ok {
		return
	}
	if v := strings.TrimSpace(value); v != "" && (v[0] == '|' || v[0] == '>') {
		y.scalar = indent
	}
	for len(y.levels) > 0 && y.levels[len(y.levels)-1] >= indent {
		y.levels = y.levels[:len(y.levels)-1]
	}
	if len(y.levels) < 2 && !(item && len(y.levels) == 0) {
		y.s.add(indent, Key, unquote(key), y.s.n)
	}
	y.levels = append(y.levels, indent)
}

// yamlKey cuts "key: value".
func yamlKey(t string) (key, value string, ok bool) {
	if t[0] == '"' || t[0] == '\'' {
		end := strings.IndexByte(t[1:], t[0])
		if end < 0 {
			return "", "", false
		}
		key, rest := t[:end+2], strings.TrimLeft(t[end+2:], " ")
		return key, strings.TrimPrefix(rest, ":"), strings.HasPrefix(rest, ":")
	}
	if strings.ContainsAny(t[:1], "{[&*!|>%@`") && !strings.HasPrefix(t, "*") {
		return "", "", false
	}
	i := strings.Index(t, ": ")
	if i < 0 {
		if !strings.HasSuffix(t, ":") {
			return "", "", false
		}
		i = len(t) - 1
	}
	return t[:i], t[i+1:], true
}
