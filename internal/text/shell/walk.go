package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// walker gathers a Line from a parsed script.
type walker struct {
	line     Line
	src      string
	pipefail bool
	errexit  bool
	nested   int // scripts entered: the line itself, bash -c '...'
	depth    int
	failed   bool
	vars     map[string]string // the variable of a loop's round; nil outside

	saved     []saved
	statement int // the number of the statement, as far as a list goes on whatever its exit status
}

// exit names the command that a statement's exit status belongs to.
type exit uint8

const (
	exitNone     exit = iota // that of a call that prints nothing: there is nothing to own
	exitOwn                  // that of the last of its commands that ran
	exitHarmless             // that of a filter that does not fail
	exitForeign              // another's
)

// status is the meaning of a statement's exit status.
type status struct {
	exit exit
	all  bool // 0 means that all of its commands ended with 0
}

var quiet = status{exitNone, true}

// dest is the destination of a stream.
type dest uint8

const (
	toOut  dest = iota // the line's output
	toErr              // its error output, which agents capture as well
	toFile             // a file, or a pipe whose reader prints something else
)

// script reads a whole script, the line itself or one nested in it.
func (w *walker) script(src string) status { return w.scriptTo(src, toOut) }

// scriptTo reads a script whose output goes to out.
func (w *walker) scriptTo(src string, out dest) status {
	f, ok := parseFile(src)
	if !ok || w.nested >= maxNested {
		w.failed = true
		return quiet
	}
	outer := w.src
	w.src = src
	w.nested++
	st := w.list(f.Stmts, out)
	w.nested--
	w.src = outer
	return st
}

// list reads statements that run one after the other.
func (w *walker) list(stmts []*syntax.Stmt, out dest) status {
	st := quiet
	for i, s := range stmts {
		before, prev := len(w.line.Commands), st
		w.statement++
		cur := w.stmt(s, out)
		if i > 0 && len(w.line.Commands) > before {
			w.line.EchoExit = i == len(stmts)-1 && w.echoesExit(s, prev)
		}
		switch {
		case cur.exit == exitNone && prev.exit == exitNone:
		case prev.exit == exitNone && len(w.line.Commands) > before:
			st = cur
		case len(w.line.Commands) > before:
			st = status{cur.exit, w.errexit && prev.all && cur.all}
		default: // a quiet call after commands: the status is the quiet call's
			st = status{exitForeign, w.errexit && prev.all}
		}
	}
	return st
}

// echoesExit reports whether s prints the exit status of the statement before it.
func (w *walker) echoesExit(s *syntax.Stmt, prev status) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) < 2 {
		return false
	}
	if name := w.word(call.Args[0]); name != "echo" && name != "printf" {
		return false
	}
	for _, a := range call.Args[1:] {
		text := w.source(a)
		if strings.Contains(text, "PIPESTATUS") {
			return true
		}
		if strings.Contains(text, "$?") || strings.Contains(text, "${?}") {
			return prev.exit == exitOwn
		}
	}
	return false
}

// stmt reads one statement whose output goes to out.
func (w *walker) stmt(s *syntax.Stmt, out dest) status {
	if w.depth++; w.depth > maxDepth {
		w.failed = true
	}
	defer func() { w.depth-- }()
	if w.failed || s == nil {
		return quiet
	}
	to, stdin := w.redirect(s.Redirs, out)
	before, setup := len(w.line.Commands), len(w.line.Setup)
	st := w.command(s.Cmd, to, stdin)
	w.save(s.Redirs, setup, nil)
	if (s.Negated || s.Background || s.Coprocess || s.Disown) && len(w.line.Commands) > before {
		st = status{exitForeign, false}
	}
	return st
}

// command reads a statement without its redirections.
func (w *walker) command(cmd syntax.Command, out dest, stdin *syntax.Word) status {
	switch c := cmd.(type) {
	case *syntax.CallExpr:
		return w.call(c, out, stdin)
	case *syntax.BinaryCmd:
		return w.binary(c, out)
	case *syntax.Subshell:
		pipefail, errexit := w.pipefail, w.errexit
		st := w.list(c.Stmts, out)
		w.pipefail, w.errexit = pipefail, errexit
		return st
	case *syntax.Block:
		return w.list(c.Stmts, out)
	case *syntax.TimeClause:
		return w.stmt(c.Stmt, out)
	case *syntax.DeclClause:
		w.line.Setup = append(w.line.Setup, Call{Name: c.Variant.Value})
		return quiet
	case *syntax.IfClause:
		return w.compound(func() { w.ifClause(c, out) })
	case *syntax.WhileClause:
		return w.compound(func() { w.list(c.Cond, out); w.list(c.Do, out) })
	case *syntax.ForClause:
		return w.compound(func() { w.list(c.Do, out) })
	case *syntax.CaseClause:
		return w.compound(func() {
			for _, item := range c.Items {
				w.list(item.Stmts, out)
			}
		})
	case *syntax.FuncDecl:
		return w.compound(func() { w.stmt(c.Body, out) })
	case *syntax.CoprocClause:
		return w.compound(func() { w.stmt(c.Stmt, out) })
	}
	return quiet
}

// ifClause reads if, its elifs and its else.
func (w *walker) ifClause(c *syntax.IfClause, out dest) {
	for n := 0; c != nil && n < maxInput; n++ {
		w.list(c.Cond, out)
		w.list(c.Then, out)
		c = c.Else
	}
}

// compound reads what may run often or not at all.
func (w *walker) compound(read func()) status {
	before := len(w.line.Commands)
	read()
	if len(w.line.Commands) == before {
		return quiet
	}
	w.line.Compound = true
	return status{exitForeign, false}
}

// binary reads x && y, x || y and pipelines.
func (w *walker) binary(c *syntax.BinaryCmd, out dest) status {
	if isPipe(c.Op) {
		return w.pipeline(c, out)
	}
	x := w.stmt(c.X, out)
	before := len(w.line.Commands)
	y := w.stmt(c.Y, out)
	printed := len(w.line.Commands) > before
	if x.exit == exitNone && y.exit == exitNone {
		return quiet
	}
	if c.Op == syntax.OrStmt {
		return status{exitForeign, false}
	}
	all := x.all && y.all
	switch {
	case x.exit == exitNone || printed && x.exit != exitForeign:
		return status{y.exit, all}
	default:
		return status{exitForeign, all}
	}
}
