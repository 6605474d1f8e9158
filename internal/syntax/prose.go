package syntax

import "strings"

// prose finds the headings of Markdown and AsciiDoc, code blocks and front matter left out.
type prose struct {
	s     *Scanner
	fence string // what closes the code block that is open
	front bool   // in front matter
	para  string // the line before, when it could be a heading that is underlined
}

func (p *prose) line(line string) {
	t := strings.TrimSpace(line)
	before := p.para
	p.para = ""
	switch {
	case p.s.n == 1 && t == "---":
		p.front = true
		return
	case p.front:
		p.front = t != "---" && t != "..."
		return
	case p.fence != "":
		if strings.HasPrefix(t, p.fence) && strings.Trim(t, p.fence[:1]) == "" {
			p.fence = ""
		}
		return
	case strings.HasPrefix(t, "```") || strings.HasPrefix(t, "~~~"):
		n := len(t) - len(strings.TrimLeft(t, t[:1]))
		if !strings.Contains(t[n:], "`") {
			p.fence = t[:n]
		}
		return
	case t == "----" && before == "":
		return
	}
	indent, rest := indentOf(line)
	if indent < 4 && rest != "" && (rest[0] == '#' || rest[0] == '=') {
		level := len(rest) - len(strings.TrimLeft(rest, rest[:1]))
		title := rest[level:]
		if level <= 6 && (title == "" || title[0] == ' ' || title[0] == '\t') && strings.TrimSpace(title) != "" {
			p.s.add(level, Heading, strings.TrimRight(strings.TrimRight(title, " \t"), rest[:1]+" "), p.s.n)
			return
		}
	}
	if before != "" && len(t) >= 2 && (strings.Trim(t, "=") == "" || strings.Trim(t, "-") == "") {
		level := 1
		if t[0] == '-' {
			level = 2
		}
		sym := p.s.add(level, Heading, before, p.s.n-1)
		sym.Sig = p.s.n
		return
	}
	if alone := p.s.n == 1 || p.s.last != p.s.n-1; alone && indent < 4 && t != "" && !strings.ContainsAny(t[:1], "-*+>|<=#`") {
		p.para = t // of an underlined heading only the form with a single line above the underline is known
	}
}

// underlined finds the headings of reStructuredText; their levels are in the order in which the underlines appear.
type underlined struct {
	s      *Scanner
	levels []byte
	before string
}

func (u *underlined) line(line string) {
	t := strings.TrimRight(line, " \t")
	before := u.before
	u.before = t
	if len(t) < 2 || before == "" || len(t) < len(before)-1 || strings.Trim(t, t[:1]) != "" || !strings.ContainsAny(t[:1], "=-~^\"'`#*+.:_") {
		return
	}
	if strings.Trim(before, before[:1]) == "" || before[0] == ' ' {
		return
	}
	level := strings.IndexByte(string(u.levels), t[0])
	if level < 0 {
		level = len(u.levels)
		u.levels = append(u.levels, t[0])
	}
	sym := u.s.add(level, Heading, before, u.s.n-1)
	sym.Sig = u.s.n
	u.before = ""
}
