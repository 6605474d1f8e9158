package syntax

import "strings"

// inString passes over strings and here-documents that run over several lines.
func (c *codeState) inString(t string) bool {
	switch {
	case c.tag != "":
		if t == c.tag || strings.HasPrefix(c.tag, "=") && strings.HasPrefix(t, c.tag) {
			c.tag = ""
		}
	case c.quote != "":
		if strings.Count(t, c.quote)%2 == 1 {
			c.quote = ""
		}
	default:
		return false
	}
	return true
}

// opensString notes a string or here-document that the line leaves open.
func (c *codeState) opensString(t, code string) {
	for _, q := range c.words.quotes {
		if strings.Count(t, q)%2 == 1 {
			c.quote = q
			return
		}
	}
	if c.words.ticks && strings.Count(code, "`")%2 == 1 {
		c.quote = "`"
		return
	}
	if !c.words.heredoc {
		return
	}
	if strings.HasPrefix(t, "=begin") {
		c.tag = "=end"
		return
	}
	i := strings.Index(t, "<<")
	if i < 0 || strings.HasPrefix(t[i:], "<<<") && c.lang != "PHP" {
		return
	}
	tag := strings.TrimLeft(t[i:], "<-~")
	if tag == "" || tag[0] == ' ' || tag[0] >= '0' && tag[0] <= '9' || c.lang == "Ruby" && tag[0] >= 'a' && tag[0] <= 'z' {
		return
	}
	quoted := tag[0] == '\'' || tag[0] == '"' || tag[0] == '\\'
	if quoted {
		tag = tag[1:]
	}
	if w, _ := word(tag); w != "" {
		c.tag = w
		if c.lang == "PHP" {
			c.tag += ";"
		}
	}
}

// strip takes the contents of strings, and comments, out of a line of code.
func (c *codeState) strip(t string) string {
	if !strings.ContainsAny(t, "\"'`/#-;") {
		return t
	}
	var b strings.Builder
	for i := 0; i < len(t); i++ {
		ch := t[i]
		switch {
		case ch == '"' || ch == '\'' && !c.words.lifetimes || ch == '`':
			end := closingQuote(t[i+1:], ch)
			b.WriteByte(ch)
			if end < 0 {
				if ch == '"' {
					return b.String()
				}
				continue
			}
			b.WriteByte(ch)
			i += end + 1
			continue
		case ch == '/' && c.style.block && strings.HasPrefix(t[i:], "/*"):
			end := strings.Index(t[i+2:], "*/")
			if end < 0 {
				c.block = true
				return strings.TrimRight(b.String(), " \t")
			}
			i += end + 3
			continue
		}
		for _, p := range c.style.line {
			if strings.HasPrefix(t[i:], p) && (i == 0 || t[i-1] == ' ' || t[i-1] == '\t' || p == "//") && !(c.words.preproc && p == "#") {
				return strings.TrimRight(b.String(), " \t")
			}
		}
		b.WriteByte(ch)
	}
	return strings.TrimRight(b.String(), " \t")
}

// closingQuote returns where a string's content ends, or -1.
func closingQuote(s string, q byte) int {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		} else if s[i] == q {
			return i
		}
	}
	return -1
}

// balance is the number of round and square brackets that a line leaves open.
func balance(code string) int {
	n := 0
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case '(', '[':
			n++
		case ')', ']':
			n--
		}
	}
	return n
}
