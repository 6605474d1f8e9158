//go:build cgo && !notreesitter

package syntax

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/php"
)

func phpGrammar() grammar {
	return grammar{
		load: php.GetLanguage,
		defs: []def{
			{"function_definition", Function, "name", ""},
			{"method_declaration", Method, "name", ""},
			{"class_declaration", Class, "name", ""},
			{"interface_declaration", Interface, "name", ""},
			{"trait_declaration", Trait, "name", ""},
			{"enum_declaration", Enum, "name", ""},
			{"namespace_definition", Module, "name", ""},
			{"const_element", Const, "", ""},
			{"namespace_use_declaration", Import, "", ""},
			{"require_expression", Import, "", ""},
			{"require_once_expression", Import, "", ""},
			{"include_expression", Import, "", ""},
			{"include_once_expression", Import, "", ""},
		},
		walk: []string{"declaration_list", "enum_declaration_list", "compound_statement", "if_statement", "else_clause", "const_declaration",
			"expression_statement", "colon_block"},
		refine: func(w *walker, n *sitter.Node, s *Symbol) bool {
			switch s.Kind {
			case Import:
				_, s.Name, _ = strings.Cut(w.text(n), " ")
				s.Name = unquote(strings.TrimRight(s.Name, ";"))
				return !w.parentKind(s).IsFunction()
			case Const:
				if id := childOf(n, "name"); id != nil {
					s.Name = w.text(id)
				}
			}
			return true
		},
	}
}
