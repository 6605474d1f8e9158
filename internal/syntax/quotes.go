package syntax

import "strings"

// inString passes over strings and here-documents that run over several lines. It reports whether the line is in one.
func (c *codeState) inString(t string) bool {
	switch {
	case c.heredoc != "":
		// Ruby's =end may be followed by a comment.
		if t == c.heredoc || c.heredoc[0] == '=' && strings.HasPrefix(t, c.heredoc) {
			c.heredoc = ""
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
	if c.quote = c.openQuote(t); c.quote != "" {
		return
	}
	switch {
	case c.words.backticks && strings.Count(code, "`")%2 == 1:
		c.quote = "`"
	case !c.words.heredocs:
	case strings.HasPrefix(t, "=begin"):
		c.heredoc = "=end"
	default:
		c.heredoc = c.heredocEnd(t)
	}
}

// openQuote returns the quote of a string over several lines that starts in a line and doesn't end there, or "".
func (c *codeState) openQuote(t string) string {
	if len(c.words.longQuotes) == 0 {
		return ""
	}
	for i := 0; i < len(t) && !c.startsComment(t, i); i++ {
		end := 0
		for _, q := range c.words.longQuotes {
			if rest, ok := strings.CutPrefix(t[i:], q); ok {
				if end = strings.Index(rest, q) + 2*len(q); end < 2*len(q) {
					return q
				}
				break
			}
		}
		if end == 0 && c.isQuote(t[i]) {
			end = closingQuote(t[i+1:], t[i]) + 2
		}
		i += max(end-1, 0)
	}
	return ""
}

// heredocEnd is the line that closes a here-document which a line opens with <<END, <<-END, <<~"END" or PHP's <<<END;
// "" for any other line, those with the operators << and <<< among them.
func (c *codeState) heredocEnd(t string) string {
	i := strings.Index(t, "<<")
	if i < 0 || strings.HasPrefix(t[i:], "<<<") && c.lang != "PHP" {
		return ""
	}
	tag := strings.TrimLeft(t[i:], "<-~")
	if tag == "" || tag[0] == ' ' || isDigit(tag[0]) {
		return ""
	}
	if c.lang == "Ruby" && isLetter(tag[0]) && tag[0] >= 'a' {
		return "" // list <<item
	}
	if strings.IndexByte(`'"\`, tag[0]) >= 0 {
		tag = tag[1:]
	}
	end, _ := word(tag)
	if end != "" && c.lang == "PHP" {
		end += ";"
	}
	return end
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
		case c.isQuote(ch):
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
				c.comment = true
				return strings.TrimRight(b.String(), " \t")
			}
			i += end + 3
			continue
		}
		if c.startsComment(t, i) {
			break
		}
		b.WriteByte(ch)
	}
	return strings.TrimRight(b.String(), " \t")
}

// isQuote reports whether a byte starts a string.
func (c *codeState) isQuote(ch byte) bool {
	return ch == '"' || ch == '`' || ch == '\'' && !c.words.apostrophes
}

// startsComment reports whether a comment up to the end of the line starts at t[i]. All but // need a blank before
// them.
func (c *codeState) startsComment(t string, i int) bool {
	for _, p := range c.style.line {
		if !strings.HasPrefix(t[i:], p) || c.words.cFamily && p == "#" {
			continue
		}
		if p == "//" || i == 0 || isBlank(t[i-1]) {
			return true
		}
	}
	return false
}

// isBlank reports whether a byte is a space or a tab.
func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// closingQuote returns the end of a string's content, or -1.
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
