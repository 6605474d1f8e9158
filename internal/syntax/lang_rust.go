//go:build cgo && !notreesitter

package syntax

import "strings"

// rustGrammar finds items, those of impls, traits, modules and foreign blocks included.
func rustGrammar() grammar {
	return grammar{
		defs: []def{
			{node: "function_item", kind: Function, name: "name", refine: refineRustFunction},
			{node: "function_signature_item", kind: Declaration, name: "name", refine: refineRustFunction},
			{node: "struct_item", kind: Struct, name: "name"},
			{node: "enum_item", kind: Enum, name: "name"},
			{node: "union_item", kind: Union, name: "name"},
			{node: "trait_item", kind: Trait, name: "name"},
			{node: "impl_item", kind: Impl, name: "type", refine: refineImpl},
			{node: "mod_item", kind: Module, name: "name"},
			{node: "type_item", kind: Type, name: "name", refine: outsideFunctions},
			{node: "associated_type", kind: Type, name: "name", refine: outsideFunctions},
			{node: "const_item", kind: Const, name: "name", refine: outsideFunctions},
			{node: "static_item", kind: Var, name: "name", refine: outsideFunctions},
			{node: "macro_definition", kind: Macro, name: "name"},
			{node: "use_declaration", kind: Import, name: "argument", refine: refineUse},
			{node: "extern_crate_declaration", kind: Import, name: "name", refine: refineUse},
		},
		walk: []string{"declaration_list", "foreign_mod_item", "block"},
	}
}

// refineRustFunction takes the functions and signatures of an impl or a trait for methods. Elsewhere "fn f();"
// declares a foreign function.
func refineRustFunction(w *walker, _ node, s *Symbol) bool {
	if k := w.parentKind(s); k == Impl || k == Trait {
		s.Kind = Method
	}
	return true
}

// refineImpl names "impl Display for Point" as it is written.
func refineImpl(w *walker, n node, s *Symbol) bool {
	if t := n.field("trait"); t.exists() {
		s.Name = clip(w.text(t) + " for " + s.Name)
	}
	return true
}

// refineUse keeps the imports of files and modules, and writes "a::{b, c}" without its blanks.
func refineUse(w *walker, _ node, s *Symbol) bool {
	s.Name = strings.ReplaceAll(s.Name, " ", "")
	return s.Parent < 0 || w.parentKind(s) == Module
}

// outsideFunctions refuses a function's local definitions.
func outsideFunctions(w *walker, _ node, s *Symbol) bool { return !w.inFunction(s) }
