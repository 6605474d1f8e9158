package shell

import "mvdan.cc/sh/v3/syntax"

// pipeline reads a | b | c. What is printed comes from the last part that isn't a filter; the parts before it only feed
// it, and the filters after it say what became of it.
func (w *walker) pipeline(c *syntax.BinaryCmd, out dest) status {
	parts := flatten(c, nil)
	last := parts[len(parts)-1]
	calls := make([]Call, len(parts)) // of the parts that are simple, unwrapped
	reads := make([]bool, len(parts)) // the call reads the pipe, and not files whose names come through it as xargs does
	for i, p := range parts {
		if call, ok := p.Cmd.(*syntax.CallExpr); ok && len(call.Args) > 0 {
			var foreign *status
			calls[i], foreign = unwrap(w.words(call.Args))
			reads[i] = foreign == nil
		}
	}
	at := len(parts) - 1
	for at > 0 && reads[at] && isFilter(calls[at]) {
		at--
	}
	if at+1 < len(parts) && feeds(calls[at]) && isGrep(calls[at+1]) {
		at++ // cat f | grep x is a search
	}
	for _, p := range parts[:at] {
		w.stmt(p, toFile)
	}
	if to, _ := w.redirect(last.Redirs, out); to == toFile {
		out = toFile
	}
	before := len(w.line.Commands)
	st := w.stmt(parts[at], out)
	if at == len(parts)-1 || len(w.line.Commands) == before {
		return st
	}
	exit := exitHarmless
	for _, f := range calls[at+1:] {
		w.line.Filters = append(w.line.Filters, f)
		e := effectOf(f)
		w.line.Cut = w.line.Cut || e.cut
		w.line.Picked = w.line.Picked || e.picked
		w.line.Reshaped = w.line.Reshaped || e.reshaped
		if e.fails {
			exit = exitForeign
		}
	}
	switch {
	case w.pipefail && exit == exitHarmless:
		return st
	case w.pipefail:
		return status{exitForeign, st.all}
	}
	return status{exit, false}
}

// flatten lists the parts of a pipeline.
func flatten(c *syntax.BinaryCmd, parts []*syntax.Stmt) []*syntax.Stmt {
	for _, s := range []*syntax.Stmt{c.X, c.Y} {
		if b, ok := s.Cmd.(*syntax.BinaryCmd); ok && len(s.Redirs) == 0 && (b.Op == syntax.Pipe || b.Op == syntax.PipeAll) {
			parts = flatten(b, parts)
		} else {
			parts = append(parts, s)
		}
	}
	return parts
}
