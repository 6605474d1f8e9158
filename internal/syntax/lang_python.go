//go:build cgo && !notreesitter

package syntax

import "strings"

// pythonGrammar looks into blocks of all kinds; functions may be defined anywhere.
func pythonGrammar() grammar {
	return grammar{
		defs: []def{
			{node: "function_definition", kind: Function, name: "name", refine: refinePythonFunction},
			{node: "class_definition", kind: Class, name: "name"},
			{node: "import_statement", kind: Import, name: "name", refine: refinePythonImport},
			{node: "import_from_statement", kind: Import, name: "module_name", refine: refinePythonImport},
			{node: "future_import_statement", kind: Import, refine: refinePythonImport},
			{node: "assignment", kind: Var, name: "left", refine: refinePythonAssignment},
		},
		walk: []string{
			"block", "if_statement", "elif_clause", "else_clause", "try_statement", "except_clause", "finally_clause",
			"with_statement", "for_statement", "while_statement", "expression_statement",
		},
		wrap: []string{"decorated_definition"},
	}
}

// refinePythonFunction takes the functions of a class for methods.
func refinePythonFunction(w *walker, _ node, s *Symbol) bool {
	if w.parentKind(s) == Class {
		s.Kind = Method
	}
	return true
}

// refinePythonImport keeps imports at the top. "from __future__ import x" has a node without the module.
func refinePythonImport(_ *walker, _ node, s *Symbol) bool {
	if s.Name == "" {
		s.Name = "__future__"
	}
	return s.Parent < 0
}

// refinePythonAssignment keeps "f = lambda x: x" anywhere, and other variables and constants at the top.
func refinePythonAssignment(_ *walker, n node, s *Symbol) bool {
	if !n.field("left").is("identifier") {
		return false
	}
	if n.field("right").is("lambda") {
		s.Kind = Function
		return true
	}
	if s.Name == strings.ToUpper(s.Name) {
		s.Kind = Const
	}
	return s.Parent < 0
}
