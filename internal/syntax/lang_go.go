//go:build cgo && !notreesitter

package syntax

// goGrammar finds the declarations at the top; function bodies are skipped.
func goGrammar() grammar {
	return grammar{
		defs: []def{
			{node: "function_declaration", kind: Function, name: "name"},
			{node: "method_declaration", kind: Method, name: "name", refine: refineGoMethod},
			{node: "type_spec", kind: Type, name: "name", refine: refineGoType},
			{node: "type_alias", kind: Type, name: "name", refine: refineGoType},
			{node: "const_spec", kind: Const, name: "name"},
			{node: "var_spec", kind: Var, name: "name"},
			{node: "import_spec", kind: Import, name: "path", refine: unquoted},
		},
		walk: []string{
			"type_declaration", "const_declaration", "var_declaration", "import_declaration", "import_spec_list",
			"var_spec_list",
		},
	}
}

// refineGoMethod puts the receiver's type before a method's name: Queue.Push.
func refineGoMethod(w *walker, n node, s *Symbol) bool {
	if r := n.field("receiver"); r.exists() {
		s.Name = receiver(w.text(r)) + "." + s.Name
	}
	return true
}

// refineGoType distinguishes structs and interfaces from other types.
func refineGoType(_ *walker, n node, s *Symbol) bool {
	switch t := n.field("type"); {
	case t.is("struct_type"):
		s.Kind = Struct
	case t.is("interface_type"):
		s.Kind = Interface
	}
	return true
}

// unquoted takes the quotes off a symbol's name.
func unquoted(_ *walker, _ node, s *Symbol) bool {
	s.Name = unquote(s.Name)
	return true
}
