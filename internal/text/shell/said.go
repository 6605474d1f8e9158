package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Said is one line that a command line prints by itself, such as "== a.go ==".
type Said struct {
	Before, After string
	// Open means that there is something between Before and After that only the shell knows; without it, Before is the
	// whole line.
	Open bool
	Var  bool // the variable of the enclosing loop is between them
}

// Match reports whether a line of the output may be the echoed one, and returns the text in its open place.
func (s *Said) Match(line string) (name string, ok bool) {
	line = strings.TrimRight(line, " \t")
	if !s.Open {
		return "", line == s.Before
	}
	name, ok = strings.CutPrefix(line, s.Before)
	if !ok {
		return "", false
	}
	name, ok = strings.CutSuffix(name, s.After)
	return name, ok && name != ""
}

// Marked reports whether a line with an open place has enough fixed text to be recognised: "== $f", but not "$f".
func (s *Said) Marked() bool { return len(strings.TrimSpace(s.Before+s.After)) > 1 }

// A hole takes the place of what only the shell knows, a varHole that of the variable of a loop. Neither can be in a
// command line.
const (
	hole    = "\x00"
	varHole = "\x01"
)

// saidLine is a line with holes as a Said. What lies between two holes isn't known either.
func saidLine(line string) *Said {
	first := strings.IndexAny(line, hole+varHole)
	if first < 0 {
		return &Said{Before: strings.TrimRight(line, " \t")}
	}
	last := strings.LastIndexAny(line, hole+varHole)
	return &Said{
		Before: line[:first],
		After:  strings.TrimRight(line[last+1:], " \t"),
		Open:   true,
		Var:    first == last && line[first:first+1] == varHole,
	}
}

// echo adds the lines that echo and printf print. It reports false for any other command.
func (p *parter) echo(s *syntax.Stmt, c *syntax.CallExpr) bool {
	w := &walker{src: p.src, vars: p.vars}
	if len(c.Args) == 0 {
		return true
	}
	render := printfed
	switch w.word(c.Args[0]) {
	case "echo":
		render = echoed
	case "printf":
	default:
		return false
	}
	if to, _ := w.redirect(s.Redirs, toOut); to == toFile {
		return true
	}
	words := make([]string, 0, len(c.Args))
	for _, a := range c.Args[1:] {
		words = append(words, p.said(w, a.Parts))
	}
	text, ok := render(words)
	if !ok {
		p.failed = true
		return true
	}
	for line := range strings.SplitSeq(text, "\n") {
		p.parts = append(p.parts, Part{Says: saidLine(line)})
	}
	return true
}

// said returns a word as echo prints it, with holes for its unknown parts.
func (p *parter) said(w *walker, parts []syntax.WordPart) string {
	var b strings.Builder
	for _, part := range parts {
		switch q := part.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
			w.parts(&b, []syntax.WordPart{q}, false)
		case *syntax.DblQuoted:
			for _, in := range q.Parts {
				if l, ok := in.(*syntax.Lit); ok {
					unescape(&b, l.Value, true)
				} else {
					b.WriteString(p.said(w, []syntax.WordPart{in}))
				}
			}
		case *syntax.ParamExp:
			b.WriteString(p.expanded(q))
		default:
			b.WriteString(hole)
		}
	}
	return b.String()
}

// expanded returns the value of an expansion such as $x, a hole if it isn't known.
func (p *parter) expanded(q *syntax.ParamExp) string {
	if value, known := plainParam(q, p.vars); known {
		return value
	}
	if p.open != "" && isPlainParam(q) && q.Param.Value == p.open {
		return varHole
	}
	return hole
}

// isPlainParam reports whether an expansion is $x or ${x}, and nothing more.
func isPlainParam(q *syntax.ParamExp) bool {
	switch {
	case q.Param == nil, q.Excl, q.Length, q.Width:
		return false
	case q.Index != nil, q.Slice != nil, q.Repl != nil, q.Names != 0, q.Exp != nil:
		return false
	}
	return true
}

// plainParam returns the value of $x or ${x} if vars has it.
func plainParam(q *syntax.ParamExp, vars map[string]string) (string, bool) {
	if vars == nil || !isPlainParam(q) {
		return "", false
	}
	v, ok := vars[q.Param.Value]
	return v, ok
}

// echoed returns the text that echo prints, without its last line feed. ok is false if the line doesn't end there, or
// if it has escapes other than line feeds.
func echoed(words []string) (text string, ok bool) {
	escapes := false
	for len(words) > 0 && (words[0] == "-e" || words[0] == "-E") {
		escapes = words[0] == "-e"
		words = words[1:]
	}
	if len(words) > 0 && isEchoOptions(words[0]) {
		return "", false // without a line feed
	}
	text = strings.Join(words, " ")
	if !strings.Contains(text, `\`) {
		return text, true
	}
	// Without -e, Bash's echo prints \n as it is written, that of others prints a line feed.
	text = strings.ReplaceAll(text, `\n`, "\n")
	if !escapes || strings.Contains(text, `\`) {
		return "", false
	}
	return text, true
}

// isEchoOptions reports whether a word is a cluster of echo's options: -n, -ne.
func isEchoOptions(word string) bool {
	return len(word) > 1 && word[0] == '-' && strings.Trim(word[1:], "neE") == ""
}

// printfed is what printf prints, as [echoed] returns it. Of the verbs only %s is known, with one argument for each.
func printfed(words []string) (text string, ok bool) {
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		return "", false
	}
	text = strings.ReplaceAll(words[0], `\n`, "\n")
	args := words[1:]
	verbs := strings.Count(text, "%s")
	if strings.Contains(text, `\`) || strings.Count(text, "%") != verbs || verbs != len(args) {
		return "", false
	}
	for _, a := range args {
		text = strings.Replace(text, "%s", a, 1)
	}
	return strings.CutSuffix(text, "\n")
}
