//go:build cgo && !notreesitter

package syntax

import (
	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/bash"
)

func shellGrammar() grammar {
	return grammar{
		load: bash.GetLanguage,
		defs: []def{
			{"function_definition", Function, "name", ""},
			{"variable_assignment", Var, "name", ""},
			{"command", Import, "name", ""},
		},
		walk: []string{"declaration_command", "if_statement", "else_clause", "elif_clause", "compound_statement"},
		refine: func(w *walker, n *sitter.Node, s *Symbol) bool {
			switch s.Kind {
			case Var:
				return s.Parent < 0 && n.Parent() != nil && n.Parent().Type() != "command"
			case Import:
				if s.Name != "." && s.Name != "source" || s.Parent >= 0 {
					return false
				}
				if a := n.ChildByFieldName("argument"); a != nil {
					s.Name = unquote(w.text(a))
				}
			}
			return true
		},
	}
}
