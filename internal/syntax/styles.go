package syntax

import "strings"

// styles finds the rules of style sheets that stand at the top.
type styles struct {
	s     *Scanner
	depth int
	block bool
	head  string
	first int
}

func (c *styles) line(line string) {
	t := strings.TrimSpace(line)
	if c.block {
		c.block = !strings.Contains(t, "*/")
		return
	}
	if strings.HasPrefix(t, "/*") {
		c.block = !strings.Contains(t, "*/")
		return
	}
	if t == "" || strings.HasPrefix(t, "//") {
		return
	}
	if c.depth == 0 {
		if p, ok := strings.CutPrefix(t, "@import "); ok {
			c.s.single(0, Import, strings.Trim(p, `"';`))
			return
		}
		if c.head == "" {
			c.first = c.s.n
		}
		if i := strings.IndexByte(t, '{'); i >= 0 {
			name := strings.TrimSpace(c.head + " " + t[:i])
			sym := c.s.add(0, Rule, name, c.first)
			sym.Sig = c.s.n
			c.head = ""
		} else if len(c.head) < maxNameBytes {
			c.head += " " + t
		}
	}
	c.depth += strings.Count(t, "{") - strings.Count(t, "}")
	if c.depth <= 0 {
		c.depth = 0
		if strings.Contains(t, "}") {
			c.head = ""
			c.s.close(0, c.s.n)
		}
	}
}
