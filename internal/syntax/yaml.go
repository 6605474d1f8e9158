package syntax

import "strings"

// yamlKeys finds the keys of the first two levels of a YAML document. What lies in block scalars is passed over:
//
//	jobs:            key jobs
//	  test:          key test, in jobs
//	    run: |       below the second level
//	      make test  in a block scalar
type yamlKeys struct {
	s      *Scanner
	scalar int   // indentation of the key whose block scalar is open, -1 for none
	levels []int // indentations of the keys that are open, the outermost first
}

// line takes the next line.
func (y *yamlKeys) line(line string) {
	indent, t := indentOf(line)
	if t == "" || t[0] == '#' || y.inScalar(indent) {
		return
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
	if key, value, ok := yamlKey(t); ok {
		y.key(indent, key, strings.TrimSpace(value), item)
	}
}

// inScalar reports whether a line belongs to an open block scalar, which a line that isn't indented further ends.
func (y *yamlKeys) inScalar(indent int) bool {
	if y.scalar >= 0 && indent > y.scalar {
		return true
	}
	y.scalar = -1
	return false
}

// key adds a key if it is one of the first two levels; item means that it starts an item of a list.
func (y *yamlKeys) key(indent int, key, value string, item bool) {
	if value != "" && (value[0] == '|' || value[0] == '>') {
		y.scalar = indent
	}
	for len(y.levels) > 0 && y.levels[len(y.levels)-1] >= indent {
		y.levels = y.levels[:len(y.levels)-1]
	}
	isOfTopList := item && len(y.levels) == 0
	if len(y.levels) < 2 && !isOfTopList {
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
	if strings.IndexByte("{[&!|>%@`", t[0]) >= 0 {
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
