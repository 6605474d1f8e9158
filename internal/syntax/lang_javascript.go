//go:build cgo && !notreesitter

package syntax

import "slices"

// scriptDefs are the definitions that JavaScript and TypeScript share. Functions in callbacks and wrappers count, since
// whole programs are written that way.
var scriptDefs = []def{
	{node: "function_declaration", kind: Function, name: "name"},
	{node: "generator_function_declaration", kind: Function, name: "name"},
	{node: "class_declaration", kind: Class, name: "name"},
	{node: "method_definition", kind: Method, name: "name"},
	{node: "variable_declarator", kind: Var, name: "name", body: "value.body", refine: refineScriptVar},
	{node: "assignment_expression", kind: Var, name: "left", body: "right.body", refine: refineScriptAssignment},
	{node: "pair", kind: Var, name: "key", body: "value.body", refine: refinePair},
	{node: "function_expression", kind: Function, name: "name", refine: refineNamedValue},
	{node: "generator_function", kind: Function, name: "name", refine: refineNamedValue},
	{node: "class", kind: Class, name: "name", refine: refineNamedValue},
	{node: "import_statement", kind: Import, name: "source", refine: refineScriptImport},
	{node: "call_expression", kind: Test, refine: refineScriptTest},
}

var scriptWalk = []string{
	"statement_block", "class_body", "object", "expression_statement", "arguments", "parenthesized_expression",
	"arrow_function", "array", "spread_element", "yield_expression", "subscript_expression", "if_statement",
	"else_clause", "try_statement", "catch_clause", "finally_clause", "return_statement", "unary_expression",
	"for_statement", "for_in_statement", "while_statement", "switch_statement", "switch_body", "switch_case",
	"switch_default", "new_expression", "await_expression", "ternary_expression", "binary_expression",
	"sequence_expression", "labeled_statement", "do_statement",
}

var scriptWrap = []string{"export_statement", "lexical_declaration", "variable_declaration"}

// javascriptGrammar looks into all statements and arguments, since functions are values that may be anywhere.
func javascriptGrammar() grammar {
	return grammar{
		defs: append(slices.Clone(scriptDefs),
			def{
				node: "field_definition", kind: Method, name: "property", body: "value.body", refine: hasFunctionValue,
			}),
		walk: scriptWalk,
		wrap: scriptWrap,
	}
}

// typescriptGrammar is that of TypeScript and of TSX, which have grammars of their own with the same node types.
func typescriptGrammar() grammar {
	return grammar{
		defs: append(slices.Clone(scriptDefs),
			def{
				node: "public_field_definition", kind: Method, name: "name", body: "value.body",
				refine: hasFunctionValue,
			},
			def{node: "interface_declaration", kind: Interface, name: "name"},
			def{node: "type_alias_declaration", kind: Type, name: "name", body: "value"},
			def{node: "enum_declaration", kind: Enum, name: "name"},
			def{node: "abstract_class_declaration", kind: Class, name: "name"},
			def{node: "abstract_method_signature", kind: Method, name: "name"},
			def{node: "method_signature", kind: Method, name: "name", refine: refineMethodSignature},
			def{node: "construct_signature", kind: Method, refine: refineConstructSignature},
			def{node: "function_signature", kind: Declaration, name: "name"},
			def{node: "internal_module", kind: Module, name: "name"},
			def{node: "module", kind: Module, name: "name"},
		),
		walk: append(slices.Clone(scriptWalk), "interface_body", "object_type"),
		wrap: append(slices.Clone(scriptWrap), "ambient_declaration"),
	}
}

// refineScriptImport names "import x from './a'" after the module.
func refineScriptImport(_ *walker, _ node, s *Symbol) bool {
	s.Name = unquote(s.Name)
	return s.Parent < 0
}

// refineNamedValue refuses a value with the name that it is assigned to, which is one symbol with the assignment:
// A.run = function run() { ... }.
func refineNamedValue(w *walker, _ node, s *Symbol) bool {
	if s.Parent < 0 {
		return true
	}
	p := &w.out[s.Parent]
	return p.Name != s.Name || p.Last != s.Last || p.Line > s.Line
}

// refineConstructSignature keeps "new (x: number): T" of an interface or a type.
func refineConstructSignature(w *walker, _ node, s *Symbol) bool {
	s.Name = "new"
	k := w.parentKind(s)
	return k == Interface || k == Type
}

// refineMethodSignature keeps "run(): void" of a class or an interface, and leaves out those of types.
func refineMethodSignature(w *walker, _ node, s *Symbol) bool {
	k := w.parentKind(s)
	return k == Class || k == Interface
}

// hasFunctionValue keeps fields that hold functions: handle = () => { ... }.
func hasFunctionValue(_ *walker, n node, _ *Symbol) bool { return isFunctionValue(n.field("value")) }

// refinePair keeps the functions of an object: { "run": function() { ... } }.
func refinePair(w *walker, n node, s *Symbol) bool {
	s.Kind, s.Name = Method, unquote(s.Name)
	return hasFunctionValue(w, n, s)
}

// refineScriptAssignment keeps functions and classes that are assigned, and names them after the last part of what
// they are assigned to. That of module.exports has its own name, if it has one.
func refineScriptAssignment(w *walker, n node, s *Symbol) bool {
	s.Name = lastPart(s.Name)
	value := n.field("right")
	if !value.exists() {
		return false
	}
	if s.Name == "exports" {
		if own := value.field("name"); own.exists() {
			s.Name = w.text(own)
		}
	}
	if value.is("class") {
		s.Kind = Class
		return true
	}
	s.Kind = Function
	return isFunctionValue(value)
}

// refineScriptVar keeps functions, classes and modules in variables, and the variables at the top.
func refineScriptVar(w *walker, n node, s *Symbol) bool {
	switch value := n.field("value"); {
	case isFunctionValue(value):
		s.Kind = Function
		return true
	case value.is("class"):
		s.Kind = Class
		return true
	case value.is("call_expression") && w.requires(value, s):
		s.Kind = Import
		return s.Parent < 0
	}
	if s.Parent >= 0 || !n.field("name").is("identifier") {
		return false
	}
	if p := n.parent(); p.is("lexical_declaration") && p.field("kind").is("const") {
		s.Kind = Const
	}
	return true
}

// requires reports whether a call is require("module"), and names the symbol after the module.
func (w *walker) requires(call node, s *Symbol) bool {
	f := call.field("function")
	if !f.exists() || w.text(f) != "require" {
		return false
	}
	args := call.field("arguments")
	if !args.exists() || args.namedCount() != 1 || !args.namedChild(0).is("string") {
		return false
	}
	s.Name = unquote(w.text(args.namedChild(0)))
	return true
}

// refineScriptTest keeps describe("...", ...), it("...", ...) and test("...", ...) of all calls.
func refineScriptTest(w *walker, n node, s *Symbol) bool {
	f, args := n.field("function"), n.field("arguments")
	if !f.exists() || !args.exists() || args.namedCount() < 2 {
		return false
	}
	title := args.namedChild(0)
	if !title.is("string", "template_string") {
		return false
	}
	switch w.text(f) {
	case "describe", "it", "test", "suite", "context", "specify", "describe.only", "it.only", "test.only",
		"describe.skip", "it.skip", "test.skip", "test.describe", "Deno.test":
		s.Name = unquote(w.text(title))
		return true
	}
	return false
}

// isFunctionValue reports whether a node is a function that is a value; it may be missing.
func isFunctionValue(n node) bool {
	return n.is("arrow_function", "function_expression", "generator_function")
}
