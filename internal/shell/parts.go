package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Part is one of the commands whose outputs follow each other in the output of a line: either a command, or lines that
// the line itself prints, or a loop over files.
type Part struct {
	Line   Line   // the command as if it stood alone; not OK for the others, and where it can't be told
	Source string // the command's source text
	Says   *Said  // a line that echo or printf prints
	Loop   *Loop
}

// Said is one line that a command line prints by itself, such as "== a.go ==".
type Said struct {
	Before, After string
	// Open says that something stands between Before and After that only the shell knows; without it, Before is the
	// whole line.
	Open bool
	Var  bool // what stands between is the variable of the loop around it
}

// Loop is a loop over files, of which the line doesn't tell all the names.
type Loop struct {
	Items []string // names, and patterns such as src/*.go
	Known bool     // the names come from nothing but Items
	// Body is what one round prints, its variable standing for name.
	Body func(name string) ([]Part, bool)
}

// maxParts bounds the parts of a line, with the rounds of its loops.
const maxParts = 256

// Parts tells apart what a line prints one after the other. ok is false for a line that can't be parsed, and for one
// with conditions, functions, jobs in the background and other things that leave open what ran in which order.
func Parts(cmd string) (parts []Part, ok bool) {
	f, good := parseFile(cmd)
	if !good {
		return nil, false
	}
	p := &parter{src: cmd}
	p.list(f.Stmts)
	return p.parts, !p.failed && len(p.parts) > 0
}

// parter gathers parts.
type parter struct {
	src    string
	vars   map[string]string // of the loop around
	open   string            // the variable of a loop of which the rounds aren't known
	parts  []Part
	depth  int
	failed bool
}

func (p *parter) list(stmts []*syntax.Stmt) {
	for _, s := range stmts {
		p.stmt(s)
	}
}

func (p *parter) stmt(s *syntax.Stmt) {
	if p.depth++; p.depth > maxDepth || len(p.parts) > maxParts {
		p.failed = true
	}
	defer func() { p.depth-- }()
	switch {
	case p.failed || s == nil:
		return
	case s.Background || s.Coprocess || s.Disown:
		p.failed = true
		return
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		if !p.echo(s, c) {
			p.command(s)
		}
	case *syntax.BinaryCmd:
		p.binary(s, c)
	case *syntax.Block:
		p.nested(s, c.Stmts)
	case *syntax.Subshell:
		p.nested(s, c.Stmts)
	case *syntax.ForClause:
		p.loop(s, c)
	case *syntax.DeclClause:
	default:
		p.failed = true
	}
}

func (p *parter) nested(s *syntax.Stmt, stmts []*syntax.Stmt) {
	if len(s.Redirs) > 0 {
		p.failed = true
		return
	}
	p.list(stmts)
}

func (p *parter) binary(s *syntax.Stmt, c *syntax.BinaryCmd) {
	switch c.Op {
	case syntax.AndStmt:
		p.stmt(c.X)
		p.stmt(c.Y)
	case syntax.OrStmt: // what stands for the other where it fails belongs to the same part
		before := len(p.parts)
		p.stmt(c.X)
		if len(p.parts) > before+1 {
			p.failed = true
		}
	default:
		p.command(s)
	}
}

// command adds what prints to the line's output.
func (p *parter) command(s *syntax.Stmt) {
	w := &walker{src: p.src, vars: p.vars, nested: 1}
	st := w.list([]*syntax.Stmt{s}, toOut)
	if w.failed {
		p.failed = true
		return
	}
	if len(w.line.Commands) == 0 {
		return
	}
	w.line.OK = true
	w.line.OwnExit = st.exit == exitOwn
	w.line.AllExit = st.all
	p.parts = append(p.parts, Part{Line: w.line, Source: strings.TrimRight(w.source(s), "; ")})
}

// loop adds the rounds of a for loop, where the line tells what they are over.
func (p *parter) loop(s *syntax.Stmt, c *syntax.ForClause) {
	it, ok := c.Loop.(*syntax.WordIter)
	if !ok || len(s.Redirs) > 0 || p.vars != nil || p.open != "" || !it.InPos.IsValid() {
		p.failed = true
		return
	}
	w := &walker{src: p.src}
	l := &Loop{Known: true}
	literal := true
	for _, word := range it.Items {
		item := w.word(word)
		l.Items = append(l.Items, item)
		if !isLiteral(word) {
			l.Known, literal = false, false
		} else if strings.ContainsAny(item, "*?[{~") {
			literal = false
			l.Known = l.Known && !strings.ContainsAny(item, "{~")
		}
	}
	name := it.Name.Value
	l.Body = func(value string) ([]Part, bool) {
		q := &parter{src: p.src, vars: map[string]string{name: value}, depth: p.depth}
		q.list(c.Do)
		return q.parts, !q.failed && len(q.parts) > 0
	}
	if !literal {
		p.open = name
		before := len(p.parts)
		p.list(c.Do) // only for what it says first
		p.open = ""
		if p.failed || len(p.parts) == before || p.parts[before].Says == nil || !p.parts[before].Says.Var {
			p.failed = true
			return
		}
		says := p.parts[before].Says
		p.parts = append(p.parts[:before], Part{Says: says, Loop: l})
		return
	}
	for _, item := range l.Items {
		round, ok := l.Body(item)
		if p.failed = p.failed || !ok || len(p.parts)+len(round) > maxParts; p.failed {
			return
		}
		p.parts = append(p.parts, round...)
	}
}

// isLiteral reports whether a word has nothing that the shell must look up, patterns aside.
func isLiteral(word *syntax.Word) bool {
	for _, part := range word.Parts {
		switch q := part.(type) {
		case *syntax.Lit, *syntax.SglQuoted, *syntax.ExtGlob, *syntax.BraceExp:
		case *syntax.DblQuoted:
			for _, in := range q.Parts {
				if _, ok := in.(*syntax.Lit); !ok {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// hole stands for what only the shell knows, varHole for the variable of a loop. Neither can stand in a command line.
const (
	hole    = "\x00"
	varHole = "\x01"
)

// echo adds the lines that echo and printf print. It reports false for any other command.
func (p *parter) echo(s *syntax.Stmt, c *syntax.CallExpr) bool {
	w := &walker{src: p.src, vars: p.vars}
	if len(c.Args) == 0 {
		return true
	}
	name := w.word(c.Args[0])
	if name != "echo" && name != "printf" {
		return false
	}
	if to, _ := w.redirect(s.Redirs, toOut); to == toFile {
		return true
	}
	words := make([]string, 0, len(c.Args))
	for _, a := range c.Args[1:] {
		words = append(words, p.said(w, a.Parts))
	}
	text, ok := echoed(name, words)
	if !ok {
		p.failed = true
		return true
	}
	for line := range strings.SplitSeq(text, "\n") {
		says := &Said{Before: strings.TrimRight(line, " \t")}
		if i := strings.IndexAny(line, hole+varHole); i >= 0 {
			j := strings.LastIndexAny(line, hole+varHole)
			says = &Said{Before: line[:i], After: strings.TrimRight(line[j+1:], " \t"), Open: true, Var: i == j && line[i:i+1] == varHole}
		}
		p.parts = append(p.parts, Part{Says: says})
	}
	return true
}

// said is a word as echo prints it, with holes for what isn't known.
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
			value, known := plainParam(q, p.vars)
			switch {
			case known:
				b.WriteString(value)
			case p.open != "" && isPlainParam(q) && q.Param.Value == p.open:
				b.WriteString(varHole)
			default:
				b.WriteString(hole)
			}
		default:
			b.WriteString(hole)
		}
	}
	return b.String()
}

// isPlainParam reports whether an expansion is $x or ${x}, and nothing more.
func isPlainParam(q *syntax.ParamExp) bool {
	return q.Param != nil && !q.Excl && !q.Length && !q.Width && q.Index == nil && q.Slice == nil && q.Repl == nil && q.Names == 0 && q.Exp == nil
}

// plainParam is the value of $x or ${x} where vars has it.
func plainParam(q *syntax.ParamExp, vars map[string]string) (string, bool) {
	if vars == nil || !isPlainParam(q) {
		return "", false
	}
	v, ok := vars[q.Param.Value]
	return v, ok
}

// echoed is what echo or printf prints, less its last line feed. ok is false where the line doesn't end there, and
// where more escapes stand in it than line feeds.
func echoed(name string, words []string) (text string, ok bool) {
	if name == "echo" {
		escapes := false
		for len(words) > 0 && (words[0] == "-e" || words[0] == "-E") {
			escapes = words[0] == "-e"
			words = words[1:]
		}
		if len(words) > 0 && len(words[0]) > 1 && strings.Trim(words[0][1:], "neE") == "" && words[0][0] == '-' {
			return "", false // without a line feed
		}
		text = strings.Join(words, " ")
		if strings.Contains(text, `\`) {
			// Bash's echo prints it as it stands, that of others a line feed.
			if text = strings.ReplaceAll(text, `\n`, "\n"); !escapes || strings.Contains(text, `\`) {
				return "", false
			}
		}
		return text, true
	}
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		return "", false
	}
	format := strings.ReplaceAll(words[0], `\n`, "\n")
	args := words[1:]
	if strings.Contains(format, `\`) || strings.Count(format, "%") != strings.Count(format, "%s") || strings.Count(format, "%s") != len(args) {
		return "", false
	}
	for _, a := range args {
		format = strings.Replace(format, "%s", a, 1)
	}
	return strings.CutSuffix(format, "\n")
}

// Match reports whether a line of the output may be what is said, and what stands in its open place.
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

// Holds reports whether a loop may have run over a name: one that the line tells, one that fits a pattern of the line,
// or, where names come from elsewhere, one that could be a path.
func (l *Loop) Holds(name string) bool {
	for _, item := range l.Items {
		if ok, err := path.Match(item, name); ok && err == nil || item == name {
			return true
		}
	}
	return !l.Known && !strings.ContainsAny(name, " \t") && strings.ContainsAny(name, "./")
}
