package syntax

import "strings"

// stylesheet finds the rules of style sheets, those inside of others left out.
type stylesheet struct {
	s     *Scanner
	head  string // selectors so far of a rule whose brace hasn't come
	first int    // the line on which they started
}

// line takes the next line.
func (c *stylesheet) line(line string) {
	t := strings.TrimSpace(line)
	switch {
	case c.s.goesOn, strings.HasPrefix(t, "/*"):
		c.s.goesOn = !strings.Contains(t, "*/")
		return
	case t == "", strings.HasPrefix(t, "//"):
		return
	}
	if c.s.depth == 0 {
		if p, ok := strings.CutPrefix(t, "@import "); ok {
			c.s.single(0, Import, strings.Trim(p, `"';`))
			return
		}
		c.selector(t)
	}
	c.s.depth += braces(t)
	if c.s.depth > 0 {
		return
	}
	c.s.depth = 0
	if strings.Contains(t, "}") {
		c.head = ""
		c.s.close(0, c.s.n)
	}
}

// selector takes a line outside of all rules.
func (c *stylesheet) selector(t string) {
	if c.head == "" {
		c.first = c.s.n
	}
	if selectors, _, opens := strings.Cut(t, "{"); opens {
		sym := c.s.add(0, Rule, strings.TrimSpace(c.head+" "+selectors), c.first)
		sym.Sig = c.s.n
		c.head = ""
	} else if len(c.head) < maxNameBytes {
		c.head += " " + t
	}
}
