//go:build cgo && !notreesitter

package syntax

// shellGrammar finds functions, variables and the files that are sourced.
func shellGrammar() grammar {
	return grammar{
		defs: []def{
			{node: "function_definition", kind: Function, name: "name"},
			{node: "variable_assignment", kind: Var, name: "name", refine: refineShellVar},
			{node: "command", kind: Import, name: "name", refine: refineSource},
		},
		walk: []string{"declaration_command", "if_statement", "else_clause", "elif_clause", "compound_statement"},
	}
}

// refineShellVar keeps variables at the top, but not that of "LANG=C sort".
func refineShellVar(_ *walker, n node, s *Symbol) bool {
	p := n.parent()
	return s.Parent < 0 && p.exists() && !p.is("command")
}

// refineSource keeps ". file" and "source file" of all commands.
func refineSource(w *walker, n node, s *Symbol) bool {
	if s.Name != "." && s.Name != "source" || s.Parent >= 0 {
		return false
	}
	if a := n.field("argument"); a.exists() {
		s.Name = unquote(w.text(a))
	}
	return true
}
