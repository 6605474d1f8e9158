//go:build cgo && !notreesitter

package syntax

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/python"
)

func pythonGrammar() grammar {
	return grammar{
		load: python.GetLanguage,
		defs: []def{
			{"function_definition", Function, "name", ""},
			{"class_definition", Class, "name", ""},
			{"import_statement", Import, "name", ""},
			{"import_from_statement", Import, "module_name", ""},
			{"future_import_statement", Import, "", ""},
			{"assignment", Var, "left", ""},
		},
		walk: []string{"block", "if_statement", "elif_clause", "else_clause", "try_statement", "except_clause", "finally_clause",
			"with_statement", "for_statement", "while_statement", "expression_statement"},
		wrap: []string{"decorated_definition"},
		refine: func(w *walker, n *sitter.Node, s *Symbol) bool {
			switch s.Kind {
			case Function:
				if w.parentKind(s) == Class {
					s.Kind = Method
				}
			case Import:
				if s.Name == "" {
					s.Name = "__future__"
				}
				return s.Parent < 0
			case Var:
				if l := n.ChildByFieldName("left"); l.Type() != "identifier" {
					return false
				}
				if r := n.ChildByFieldName("right"); r != nil && r.Type() == "lambda" {
					s.Kind = Function
				} else if s.Parent >= 0 {
					return false
				} else if s.Name == strings.ToUpper(s.Name) {
					s.Kind = Const
				}
			}
			return true
		},
	}
}
