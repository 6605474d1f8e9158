//go:build cgo && !notreesitter

package syntax

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/rust"
)

func rustGrammar() grammar {
	return grammar{
		load: rust.GetLanguage,
		defs: []def{
			{"function_item", Function, "name", ""},
			{"function_signature_item", Method, "name", ""},
			{"struct_item", Struct, "name", ""},
			{"enum_item", Enum, "name", ""},
			{"union_item", Union, "name", ""},
			{"trait_item", Trait, "name", ""},
			{"impl_item", Impl, "type", ""},
			{"mod_item", Module, "name", ""},
			{"type_item", Type, "name", ""},
			{"associated_type", Type, "name", ""},
			{"const_item", Const, "name", ""},
			{"static_item", Var, "name", ""},
			{"macro_definition", Macro, "name", ""},
			{"use_declaration", Import, "argument", ""},
			{"extern_crate_declaration", Import, "name", ""},
		},
		walk: []string{"declaration_list", "foreign_mod_item", "block"},
		refine: func(w *walker, n *sitter.Node, s *Symbol) bool {
			switch k := w.parentKind(s); {
			case s.Kind == Import:
				s.Name = strings.ReplaceAll(s.Name, " ", "")
				return k == "" || k == Module
			case s.Kind == Function && (k == Impl || k == Trait):
				s.Kind = Method
			case s.Kind == Method && k != Impl && k != Trait:
				s.Kind = Declaration // of a foreign function
			case s.Kind == Impl:
				if t := n.ChildByFieldName("trait"); t != nil {
					s.Name = clip(w.text(t) + " for " + s.Name)
				}
			case s.Kind == Type || s.Kind == Const || s.Kind == Var:
				return !k.IsFunction()
			}
			return true
		},
	}
}
