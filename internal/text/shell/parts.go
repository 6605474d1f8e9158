package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Part is one of the commands whose outputs follow each other in the output of a line: either a command, or lines that
// the line itself prints, or a loop over files.
type Part struct {
	Line   Line   // the command as if it were alone; not OK for the others, and if it isn't known
	Source string // the command's source text
	Says   *Said  // a line that echo or printf prints
	Loop   *Loop
}

// maxParts bounds the parts of a line, with the rounds of its loops.
const maxParts = 256

// Parts lists the outputs of a line's commands in order. ok is false for a line that can't be parsed, and for one with
// conditions, functions, background jobs and other constructs that leave the order open.
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
	saved  []saved
	depth  int
	failed bool
}

// list reads statements that run one after the other.
func (p *parter) list(stmts []*syntax.Stmt) {
	for _, s := range stmts {
		p.stmt(s)
	}
}

// stmt reads one statement.
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

// nested reads the statements in braces or brackets.
func (p *parter) nested(s *syntax.Stmt, stmts []*syntax.Stmt) {
	if len(s.Redirs) > 0 {
		p.failed = true
		return
	}
	p.list(stmts)
}

// binary reads x && y, x || y and pipelines.
func (p *parter) binary(s *syntax.Stmt, c *syntax.BinaryCmd) {
	switch c.Op {
	case syntax.AndStmt:
		p.stmt(c.X)
		p.stmt(c.Y)
	case syntax.OrStmt: // the command that replaces a failed one belongs to the same part
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
	w := &walker{src: p.src, vars: p.vars, nested: 1, saved: p.saved, statement: len(p.parts)}
	st := w.list([]*syntax.Stmt{s}, toOut)
	p.saved = w.saved
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
