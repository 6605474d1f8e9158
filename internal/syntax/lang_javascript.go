//go:build cgo && !notreesitter

package syntax

import (
	"slices"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/javascript"
	"github.com/smacker/go-tree-sitter/typescript/tsx"
	"github.com/smacker/go-tree-sitter/typescript/typescript"
)

// scriptDefs are the definitions that JavaScript and TypeScript share. Functions in callbacks and wrappers count, since
// whole programs are written that way.
var scriptDefs = []def{
	{"function_declaration", Function, "name", ""},
	{"generator_function_declaration", Function, "name", ""},
	{"class_declaration", Class, "name", ""},
	{"method_definition", Method, "name", ""},
	{"variable_declarator", Var, "name", "value.body"},
	{"assignment_expression", Var, "left", "right.body"},
	{"pair", Var, "key", "value.body"},
	{"function_expression", Function, "name", ""},
	{"generator_function", Function, "name", ""},
	{"class", Class, "name", ""},
	{"import_statement", Import, "source", ""},
	{"call_expression", Test, "", ""},
}

var scriptWalk = []string{"statement_block", "class_body", "object", "expression_statement", "arguments", "parenthesized_expression",
	"arrow_function", "array", "spread_element", "yield_expression", "subscript_expression", "if_statement", "else_clause", "try_statement", "catch_clause",
	"finally_clause", "return_statement", "unary_expression", "for_statement", "for_in_statement", "while_statement",
	"switch_statement", "switch_body", "switch_case", "switch_default", "new_expression", "await_expression", "ternary_expression",
	"binary_expression", "sequence_expression", "labeled_statement", "do_statement"}

var scriptWrap = []string{"export_statement", "lexical_declaration", "variable_declaration"}

func javascriptGrammar() grammar {
	return grammar{
		load:   javascript.GetLanguage,
		defs:   append(slices.Clone(scriptDefs), def{"field_definition", Method, "property", "value.body"}),
		walk:   scriptWalk,
		wrap:   scriptWrap,
		refine: refineScript,
	}
}

func typescriptGrammar() grammar {
	return grammar{
		load: typescript.GetLanguage,
		defs: append(slices.Clone(scriptDefs),
			def{"public_field_definition", Method, "name", "value.body"},
			def{"interface_declaration", Interface, "name", ""},
			def{"type_alias_declaration", Type, "name", "value"},
			def{"enum_declaration", Enum, "name", ""},
			def{"abstract_class_declaration", Class, "name", ""},
			def{"abstract_method_signature", Method, "name", ""},
			def{"method_signature", Method, "name", ""},
			def{"construct_signature", Method, "", ""},
			def{"function_signature", Declaration, "name", ""},
			def{"internal_module", Module, "name", ""},
			def{"module", Module, "name", ""},
		),
		walk:   append(slices.Clone(scriptWalk), "interface_body", "object_type"),
		wrap:   append(slices.Clone(scriptWrap), "ambient_declaration"),
		refine: refineScript,
	}
}

func tsxGrammar() grammar {
	g := typescriptGrammar()
	g.load = tsx.GetLanguage
	return g
}

// refineScript tells functions that are values from other variables.
func refineScript(w *walker, n *sitter.Node, s *Symbol) bool {
	switch n.Type() {
	case "import_statement":
		s.Name = unquote(s.Name)
		return s.Parent < 0
	case "function_expression", "generator_function", "class":
		// What is assigned to its own name is one symbol.
		return s.Parent < 0 || w.out[s.Parent].Name != s.Name || w.out[s.Parent].Last != s.Last || w.out[s.Parent].Line > s.Line
	case "construct_signature":
		s.Name = "new"
		return w.parentKind(s) == Interface || w.parentKind(s) == Type
	case "method_signature":
		return w.parentKind(s) == Class || w.parentKind(s) == Interface
	case "call_expression":
		return refineTest(w, n, s)
	case "field_definition", "public_field_definition":
		return isFunctionValue(n.ChildByFieldName("value"))
	case "pair":
		s.Kind, s.Name = Method, unquote(s.Name)
		return isFunctionValue(n.ChildByFieldName("value"))
	case "assignment_expression":
		r := n.ChildByFieldName("right")
		s.Name = lastPart(s.Name)
		if r != nil {
			if own := r.ChildByFieldName("name"); own != nil && s.Name == "exports" {
				s.Name = w.text(own)
			}
			if r.Type() == "class" {
				s.Kind = Class
				return true
			}
		}
		s.Kind = Function
		return isFunctionValue(r)
	case "variable_declarator":
		v := n.ChildByFieldName("value")
		switch {
		case isFunctionValue(v):
			s.Kind = Function
			return true
		case v != nil && v.Type() == "class":
			s.Kind = Class
			return true
		case v != nil && v.Type() == "call_expression" && w.requires(v, s):
			s.Kind = Import
			return s.Parent < 0
		}
		if name := n.ChildByFieldName("name"); name.Type() != "identifier" || s.Parent >= 0 {
			return false
		}
		if p := n.Parent(); p != nil && p.Type() == "lexical_declaration" {
			if k := p.ChildByFieldName("kind"); k != nil && k.Type() == "const" {
				s.Kind = Const
			}
		}
	}
	return true
}

// requires reports whether a call is require("module"), and names the symbol after the module.
func (w *walker) requires(call *sitter.Node, s *Symbol) bool {
	f := call.ChildByFieldName("function")
	if f == nil || w.text(f) != "require" {
		return false
	}
	if arg := field(call, "arguments"); arg != nil && arg.NamedChildCount() == 1 && arg.NamedChild(0).Type() == "string" {
		s.Name = unquote(w.text(arg.NamedChild(0)))
		return true
	}
	return false
}

// refineTest keeps describe("...", ...), it("...", ...) and test("...", ...).
func refineTest(w *walker, n *sitter.Node, s *Symbol) bool {
	f := n.ChildByFieldName("function")
	args := n.ChildByFieldName("arguments")
	if f == nil || args == nil || args.NamedChildCount() < 2 {
		return false
	}
	first := args.NamedChild(0)
	if t := first.Type(); t != "string" && t != "template_string" {
		return false
	}
	word := w.text(f)
	switch word {
	case "describe", "it", "test", "suite", "context", "specify", "describe.only", "it.only", "test.only", "describe.skip", "it.skip",
		"test.skip", "test.describe", "Deno.test":
	default:
		return false
	}
	s.Name = unquote(w.text(first))
	return true
}

func isFunctionValue(n *sitter.Node) bool {
	if n == nil {
		return false
	}
	switch n.Type() {
	case "arrow_function", "function_expression", "generator_function":
		return true
	}
	return false
}
