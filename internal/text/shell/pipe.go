package shell

import "mvdan.cc/sh/v3/syntax"

// pipeline reads a | b | c. The printer is the last part that isn't a filter. The parts before it only feed it, and the
// filters after it change its output.
func (w *walker) pipeline(c *syntax.BinaryCmd, out dest) status {
	parts := pipeParts(c, nil)
	calls, printer := w.printer(parts)
	for _, p := range parts[:printer] {
		w.stmt(p, toFile)
	}
	last := len(parts) - 1
	if to, _ := w.redirect(parts[last].Redirs, out); to == toFile {
		out = toFile
	}
	before, setup := len(w.line.Commands), len(w.line.Setup)
	st := w.stmt(parts[printer], out)
	if printer < last && out == toFile {
		w.save(parts[last].Redirs, setup, calls[printer+1:])
	}
	if printer == last || len(w.line.Commands) == before {
		return st
	}
	exit := exitHarmless
	for _, f := range calls[printer+1:] {
		if w.filter(f).fails {
			exit = exitForeign
		}
	}
	switch {
	case !w.pipefail:
		return status{exit, false}
	case exit == exitHarmless:
		return st
	}
	return status{exitForeign, st.all}
}

// printer returns the calls of a pipeline's parts, empty for those that aren't simple, and which part prints.
func (w *walker) printer(parts []*syntax.Stmt) (calls []Call, at int) {
	calls = make([]Call, len(parts))
	// Which calls read the pipe, and not files whose names come through it as xargs does.
	reads := make([]bool, len(parts))
	for i, p := range parts {
		if call, ok := p.Cmd.(*syntax.CallExpr); ok && len(call.Args) > 0 {
			var foreign *status
			calls[i], foreign = unwrap(w.words(call.Args))
			reads[i] = foreign == nil
		}
	}
	at = len(parts) - 1
	for at > 0 && reads[at] && isFilter(calls[at]) {
		at--
	}
	if at+1 < len(parts) && feeds(calls[at]) && isGrep(calls[at+1]) && w.shows(calls[at]) == nil {
		at++ // cat f | grep x is a search
	}
	return calls, at
}

// filter adds a filter after the last command to the line.
func (w *walker) filter(f Call) effect {
	e := effectOf(f)
	w.line.Filters = append(w.line.Filters, f)
	w.line.Cut = w.line.Cut || e.cut
	w.line.Picked = w.line.Picked || e.picked
	w.line.Reshaped = w.line.Reshaped || e.reshaped
	return e
}

// pipeParts lists the parts of a pipeline.
func pipeParts(c *syntax.BinaryCmd, parts []*syntax.Stmt) []*syntax.Stmt {
	for _, s := range []*syntax.Stmt{c.X, c.Y} {
		if b, ok := s.Cmd.(*syntax.BinaryCmd); ok && len(s.Redirs) == 0 && isPipe(b.Op) {
			parts = pipeParts(b, parts)
		} else {
			parts = append(parts, s)
		}
	}
	return parts
}

// isPipe reports whether an operator is | or |&.
func isPipe(op syntax.BinCmdOperator) bool { return op == syntax.Pipe || op == syntax.PipeAll }
