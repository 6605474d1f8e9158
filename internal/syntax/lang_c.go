//go:build cgo && !notreesitter

package syntax

import (
	"slices"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/c"
	"github.com/smacker/go-tree-sitter/cpp"
)

var cDefs = []def{
	{"function_definition", Function, "", ""},
	{"declaration", Declaration, "", ""},
	{"struct_specifier", Struct, "name", ""},
	{"union_specifier", Union, "name", ""},
	{"enum_specifier", Enum, "name", ""},
	{"type_definition", Type, "", ""},
	{"preproc_def", Macro, "name", ""},
	{"preproc_function_def", Macro, "name", ""},
	{"preproc_include", Import, "path", ""},
}

var cWalk = []string{"preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "linkage_specification", "declaration_list",
	"field_declaration_list", "compound_statement"}

func cGrammar() grammar {
	return grammar{load: c.GetLanguage, defs: cDefs, walk: cWalk, refine: refineC}
}

func cppGrammar() grammar {
	return grammar{
		load: cpp.GetLanguage,
		defs: append(slices.Clone(cDefs),
			def{"class_specifier", Class, "name", ""},
			def{"namespace_definition", Module, "name", ""},
			def{"alias_declaration", Type, "name", ""},
			def{"concept_definition", Type, "name", ""},
			def{"field_declaration", Declaration, "", ""},
		),
		walk:   append(slices.Clone(cWalk), "switch_statement", "case_statement", "if_statement", "else_clause", "for_statement", "while_statement"),
		wrap:   []string{"template_declaration"},
		refine: refineC,
	}
}

func refineC(w *walker, n *sitter.Node, s *Symbol) bool {
	switch n.Type() {
	case "struct_specifier", "union_specifier", "enum_specifier", "class_specifier":
		return n.ChildByFieldName("body") != nil
	case "alias_declaration", "concept_definition", "namespace_definition":
	case "preproc_include":
		if w.parentKind(s).IsFunction() {
			return false
		}
		s.Name = strings.Trim(s.Name, `<>"`)
		s.Last, s.Sig = s.First, s.First
	case "preproc_def", "preproc_function_def":
		s.Last = max(s.First, s.Last)
		v := n.ChildByFieldName("value")
		if n.Type() == "preproc_def" && v == nil && isGuard(s.Name, "") || w.parentKind(s).IsFunction() {
			return false
		}
	case "type_definition":
		d := n.ChildByFieldName("declarator")
		name, _ := declared(d)
		if name == nil {
			return false
		}
		w.named(s, name)
		if t := n.ChildByFieldName("type"); t != nil && t.ChildByFieldName("name") == nil && t.ChildByFieldName("body") != nil {
			switch t.Type() {
			case "struct_specifier":
				s.Kind = Struct
			case "union_specifier":
				s.Kind = Union
			case "enum_specifier":
				s.Kind = Enum
			}
		}
	case "function_definition":
		name, isFunc := declared(n.ChildByFieldName("declarator"))
		if name == nil || !isFunc {
			return false
		}
		w.named(s, name)
		if body := n.ChildByFieldName("body"); body != nil {
			w.setSig(s, body)
		}
		if k := w.parentKind(s); k == Class || k == Struct || k == Union || strings.Contains(s.Name, "::") {
			s.Kind = Method
		}
	case "declaration", "field_declaration":
		name, isFunc := declared(n.ChildByFieldName("declarator"))
		if name == nil || w.parentKind(s).IsFunction() {
			return false
		}
		w.named(s, name)
		s.Sig = s.Last
		if isFunc {
			return true
		}
		s.Kind = Var
		if t := n.Type(); t == "field_declaration" || childOf(n, "struct_specifier", "enum_specifier", "union_specifier", "class_specifier") != nil {
			return false // what it declares is of less interest than the type inside
		}
		return s.Parent < 0 || w.parentKind(s) == Module
	}
	return true
}

// named gives a symbol the name in the node.
func (w *walker) named(s *Symbol, name *sitter.Node) {
	s.Name = w.text(name)
	if name.Type() == "operator_cast" {
		s.Name, _, _ = strings.Cut(s.Name, "(")
	}
	s.Line = int(name.StartPoint().Row) + 1
	s.Sig = s.Line
}

// declared goes down a declarator to the name in it, and says whether what it declares is a function.
func declared(d *sitter.Node) (name *sitter.Node, isFunc bool) {
	for range 20 {
		if d == nil {
			return nil, false
		}
		switch d.Type() {
		case "operator_cast":
			return d, true
		case "function_declarator":
			isFunc = true
			if name := behindMacro(d); name != nil {
				return name, true
			}
			d = d.ChildByFieldName("declarator")
			if d != nil && d.Type() == "parenthesized_declarator" { // a pointer to a function, or (name)(...)
				if inner := d.NamedChild(0); inner != nil && inner.Type() != "identifier" {
					isFunc = inner.Type() == "function_declarator"
				}
			}
		case "identifier", "field_identifier", "type_identifier", "qualified_identifier", "destructor_name", "operator_name",
			"template_function", "primitive_type":
			return d, isFunc
		case "parenthesized_declarator", "reference_declarator", "attributed_declarator":
			d = d.NamedChild(0)
		default:
			d = d.ChildByFieldName("declarator")
		}
	}
	return nil, false
}

// behindMacro returns the name of a function whose return type has a macro before it, as in "extern int ZEXPORT crc(...)":
// the grammar takes the macro, or the type behind it, for the name, and the name for a mistake.
func behindMacro(d *sitter.Node) *sitter.Node {
	for i := 1; i < int(d.NamedChildCount()); i++ {
		switch c := d.NamedChild(i); c.Type() {
		case "parameter_list":
			return nil
		case "ERROR":
			if name := c.NamedChild(0); c.NamedChildCount() == 1 && name.Type() == "identifier" {
				return name
			}
		}
	}
	return nil
}
