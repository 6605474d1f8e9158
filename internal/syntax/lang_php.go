//go:build cgo && !notreesitter

package syntax

import "strings"

// phpGrammar looks into blocks and conditions, in which PHP may define functions and classes.
func phpGrammar() grammar {
	return grammar{
		defs: []def{
			{node: "function_definition", kind: Function, name: "name"},
			{node: "method_declaration", kind: Method, name: "name"},
			{node: "class_declaration", kind: Class, name: "name"},
			{node: "interface_declaration", kind: Interface, name: "name"},
			{node: "trait_declaration", kind: Trait, name: "name"},
			{node: "enum_declaration", kind: Enum, name: "name"},
			{node: "namespace_definition", kind: Module, name: "name"},
			{node: "const_element", kind: Const, refine: refinePHPConst},
			{node: "namespace_use_declaration", kind: Import, refine: refinePHPImport},
			{node: "require_expression", kind: Import, refine: refinePHPImport},
			{node: "require_once_expression", kind: Import, refine: refinePHPImport},
			{node: "include_expression", kind: Import, refine: refinePHPImport},
			{node: "include_once_expression", kind: Import, refine: refinePHPImport},
		},
		walk: []string{
			"declaration_list", "enum_declaration_list", "compound_statement", "if_statement", "else_clause",
			"const_declaration", "expression_statement", "colon_block",
		},
	}
}

// refinePHPImport names "use A\B;" and "require 'a.php';" after what follows the first word.
func refinePHPImport(w *walker, n node, s *Symbol) bool {
	_, s.Name, _ = strings.Cut(w.text(n), " ")
	s.Name = unquote(strings.TrimRight(s.Name, ";"))
	return !w.inFunction(s)
}

// refinePHPConst names each of "const A = 1, B = 2;".
func refinePHPConst(w *walker, n node, s *Symbol) bool {
	if id := childOf(n, "name"); id.exists() {
		s.Name = w.text(id)
	}
	return true
}
