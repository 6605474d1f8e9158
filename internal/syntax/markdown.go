package syntax

import "strings"

// markdown finds the headings of Markdown and AsciiDoc, code blocks and front matter left out.
type markdown struct {
	s     *Scanner
	fence string // what closes the code block that is open
	front bool   // in front matter
	para  string // the line before, when it could be a heading that is underlined
}

// line takes the next line.
func (m *markdown) line(line string) {
	t := strings.TrimSpace(line)
	before := m.para
	m.para = ""
	if m.inFrontMatter(t) || m.inCode(t) || t == "----" && before == "" {
		return
	}
	if level, title, ok := markedHeading(line); ok {
		m.s.add(level, Heading, title, m.s.n)
		return
	}
	if level := underline(t); level > 0 && before != "" {
		sym := m.s.add(level, Heading, before, m.s.n-1)
		sym.Sig = m.s.n
		return
	}
	if alone := m.s.n == 1 || m.s.last != m.s.n-1; alone && mayBeTitle(line, t) {
		m.para = t // of an underlined heading only the form with a single line above the underline is known
	}
}

// inFrontMatter reports whether a line belongs to the YAML between two lines of dashes that a document may start with.
func (m *markdown) inFrontMatter(t string) bool {
	switch {
	case m.s.n == 1 && t == "---":
		m.front = true
		return true
	case m.front:
		m.front = t != "---" && t != "..."
		return true
	}
	return false
}

// inCode reports whether a line belongs to a fenced block of code, its fences included.
func (m *markdown) inCode(t string) bool {
	switch {
	case m.fence != "":
		if strings.HasPrefix(t, m.fence) && strings.Trim(t, m.fence[:1]) == "" {
			m.fence = ""
		}
		return true
	case strings.HasPrefix(t, "```"), strings.HasPrefix(t, "~~~"):
		n := len(t) - len(strings.TrimLeft(t, t[:1]))
		if !strings.Contains(t[n:], "`") {
			m.fence = t[:n]
		}
		return true
	}
	return false
}

// maxLevel is the deepest level of a heading.
const maxLevel = 6

// markedHeading reads "## Title ##" and AsciiDoc's "== Title".
func markedHeading(line string) (level int, title string, ok bool) {
	indent, rest := indentOf(line)
	if indent >= 4 || !strings.HasPrefix(rest, "#") && !strings.HasPrefix(rest, "=") {
		return 0, "", false
	}
	level = len(rest) - len(strings.TrimLeft(rest, rest[:1]))
	title = rest[level:]
	if level > maxLevel || strings.TrimSpace(title) == "" || !isBlank(title[0]) {
		return 0, "", false
	}
	return level, strings.TrimRight(strings.TrimRight(title, " \t"), rest[:1]+" "), true
}

// underline is the level of the heading that a line underlines: 1 for "====", 2 for "----", 0 for any other line.
func underline(t string) int {
	switch {
	case len(t) < 2:
		return 0
	case strings.Trim(t, "=") == "":
		return 1
	case strings.Trim(t, "-") == "":
		return 2
	}
	return 0
}

// mayBeTitle reports whether a line may be a heading that the next line underlines.
func mayBeTitle(line, t string) bool {
	indent, _ := indentOf(line)
	return indent < 4 && t != "" && !strings.ContainsAny(t[:1], "-*+>|<=#`")
}
