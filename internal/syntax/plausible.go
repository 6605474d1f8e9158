package syntax

import (
	"bytes"
	"strings"
)

// plausible reports whether a text looks like its language at all. Grammars take seconds a megabyte to recover from
// text that isn't theirs, such as a log in a file called main.py; this takes about a millisecond a megabyte. It is not
// meant to distinguish languages: a text passes when some line starts with one of the language's words and a third of
// the lines end like code.
func plausible(lang Language, src []byte) bool {
	if len(src) == 0 {
		return true
	}
	spaces := bytes.Count(src, []byte{' '}) + bytes.Count(src, []byte{'\t'}) + bytes.Count(src, []byte{'\n'})
	if 25*spaces < len(src) {
		return false // random bytes, or minified
	}
	if lang == "PHP" {
		// Outside of its tags, everything is text to the grammar. A part of a file has no tag, and gives nothing.
		return bytes.Contains(src, []byte("<?"))
	}
	l := lineCounts{lang: lang, style: styleOf(lang), starts: lineStarts(lang)}
	for line := range bytes.Lines(src) {
		l.count(line)
	}
	switch {
	case l.long > len(src)/2:
		return false // minified: there are no lines to outline
	case l.code == 0:
		return l.comments > 0
	}
	return l.started > 0 && 3*l.shaped >= l.code
}

// lineCounts are the lines of a text by how much they look like code.
type lineCounts struct {
	lang   Language
	style  style
	starts []string
	block  bool // a /* comment is open

	code     int // lines that are neither blank nor comments
	started  int // of code, those that start with a word of the language
	shaped   int // of code, those that end like code
	comments int
	long     int // bytes of lines too long to be written by hand
}

// The part of a line that is examined, and the length of a long line, in bytes.
const (
	maxLook = 400
	minLong = 1000
)

// count adds a line.
func (l *lineCounts) count(line []byte) {
	if len(line) > minLong {
		l.long += len(line)
	}
	t := strings.TrimSpace(string(line[:min(len(line), maxLook)]))
	if t == "" {
		return
	}
	if l.isComment(t) {
		l.comments++
		return
	}
	l.code++
	for _, mark := range l.style.line {
		if i := strings.Index(t, " "+mark); i > 0 {
			t = strings.TrimRight(t[:i], " \t")
		}
	}
	if startsWithAny(t, l.starts) {
		l.started++
	}
	if l.isShaped(t) {
		l.shaped++
	}
}

// isComment reports whether a line is a comment, or belongs to one over several lines.
func (l *lineCounts) isComment(t string) bool {
	if l.block || l.style.block && strings.HasPrefix(t, "/*") {
		l.block = !strings.Contains(t, "*/")
		return true
	}
	return l.style.isComment(t)
}

// isShaped reports whether a line ends as code does.
func (l *lineCounts) isShaped(t string) bool {
	last := t[len(t)-1]
	if strings.IndexByte("{};,()[]:>=\\|&+", last) >= 0 {
		return true
	}
	switch l.lang {
	case "Shell": // any line could be a command, and its grammar is quick to recover
		return true
	case "C", "C++":
		return t[0] == '#'
	case "Go":
		if len(strings.Fields(t)) <= 3 && last != '.' { // a field
			return true
		}
	}
	return isStatement(t)
}

// isStatement reports whether a line of a language without semicolons looks like a statement: an assignment, a call
// without brackets, or a keyword alone.
func isStatement(t string) bool {
	for _, sign := range [...]string{" = ", " := ", " == ", " += "} {
		if strings.Contains(t, sign) {
			return true
		}
	}
	switch t {
	case "end", "else", "fi", "done", "esac", "then", "do", "begin", "rescue", "ensure", "pass", "return", "break",
		"continue", `"""`, "'''", ";;":
		return true
	}
	switch w, _ := word(t); w {
	case "return", "import", "from", "def", "class", "module", "if", "unless", "elif", "while", "end", "raise",
		"yield", "require", "include", "attr_reader", "attr_accessor", "local", "export", "echo", "set", "case",
		"package", "var", "const", "type", "require_relative", "private", "func", "defer", "go", "assert", "del":
		return true
	}
	return false
}

// startsWithAny reports whether a line starts with one of the words, which end with what must follow them.
func startsWithAny(t string, words []string) bool {
	for _, w := range words {
		if strings.HasPrefix(t, w) {
			return true
		}
	}
	return false
}
