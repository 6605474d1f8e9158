package syntax

import "strings"

// tables finds the sections and keys of TOML and INI files.
type tables struct {
	s       *Scanner
	ini     bool
	section bool
	array   int // depth of an array that runs over several lines
	quoted  string
}

func (c *tables) line(line string) {
	t := strings.TrimSpace(line)
	if c.quoted != "" {
		if strings.Contains(t, c.quoted) {
			c.quoted = ""
		}
		return
	}
	if t == "" || t[0] == '#' || t[0] == ';' || t[0] == '!' && c.ini {
		return
	}
	if c.array > 0 {
		c.array += strings.Count(t, "[") - strings.Count(t, "]")
		return
	}
	if t[0] == '[' {
		if end := strings.LastIndexByte(t, ']'); end > 0 {
			c.section = true
			c.s.add(0, Section, strings.Trim(t[:end], "[] "), c.s.n)
		}
		return
	}
	i := strings.IndexByte(t, '=')
	if c.ini {
		i = strings.IndexAny(t, "=:")
	}
	if i <= 0 || line[0] == ' ' && c.ini {
		return
	}
	value := strings.TrimSpace(t[i+1:])
	level := 0
	if c.section {
		level = 1
	}
	c.s.add(level, Key, unquote(strings.TrimSpace(t[:i])), c.s.n)
	if !c.ini {
		for _, q := range [...]string{`"""`, "'''"} {
			if strings.HasPrefix(value, q) && !strings.Contains(value[3:], q) {
				c.quoted = q
			}
		}
		if strings.HasPrefix(value, "[") {
			c.array = max(0, strings.Count(value, "[")-strings.Count(value, "]"))
		}
	}
}
