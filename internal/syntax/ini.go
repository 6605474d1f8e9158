package syntax

import "strings"

// sections finds the sections and keys of TOML and INI files. Keys belong to the section above them:
//
//	[server]         section server
//	port = 8080      key port, in server
type sections struct {
	s       *Scanner
	ini     bool   // INI's rules: ":" separates too, and values go on in indented lines
	inside  bool   // of a section
	literal string // what closes TOML's string over several lines
}

// line takes the next line.
func (c *sections) line(line string) {
	t := strings.TrimSpace(line)
	switch {
	case c.literal != "":
		if strings.Contains(t, c.literal) {
			c.literal = ""
		}
	case t == "", t[0] == '#', t[0] == ';', t[0] == '!' && c.ini:
	case c.s.depth > 0:
		c.s.depth = max(0, c.s.depth+strings.Count(t, "[")-strings.Count(t, "]"))
	case t[0] == '[':
		if end := strings.LastIndexByte(t, ']'); end > 0 {
			c.inside = true
			c.s.add(0, Section, strings.Trim(t[:end], "[] "), c.s.n)
		} else {
			c.s.damaged = true
		}
	default:
		c.key(line, t)
	}
	c.s.goesOn = c.literal != ""
}

// key adds the key of "name = value".
func (c *sections) key(line, t string) {
	i := strings.IndexByte(t, '=')
	if c.ini {
		i = strings.IndexAny(t, "=:")
	}
	if i <= 0 || line[0] == ' ' && c.ini {
		return
	}
	level := 0
	if c.inside {
		level = 1
	}
	c.s.add(level, Key, unquote(strings.TrimSpace(t[:i])), c.s.n)
	if !c.ini {
		c.opens(strings.TrimSpace(t[i+1:]))
	}
}

// opens notes a string or an array of TOML that the value leaves open.
func (c *sections) opens(value string) {
	for _, q := range [...]string{`"""`, "'''"} {
		if strings.HasPrefix(value, q) && !strings.Contains(value[len(q):], q) {
			c.literal = q
		}
	}
	if strings.HasPrefix(value, "[") {
		c.s.depth = max(0, strings.Count(value, "[")-strings.Count(value, "]"))
	}
	isOpenTable := strings.HasPrefix(value, "{") && braces(value) > 0
	c.s.damaged = c.s.damaged || isOpenTable || c.literal == "" && lacksQuote(value)
}

// lacksQuote reports whether a value of TOML begins with a quote that nothing closes: `"abc`.
func lacksQuote(value string) bool {
	if value == "" || value[0] != '"' && value[0] != '\'' {
		return false
	}
	for i := 1; i < len(value); i++ {
		switch {
		case value[i] == value[0]:
			return false
		case value[i] == '\\' && value[0] == '"':
			i++
		}
	}
	return true
}
