//go:build cgo && !notreesitter

package syntax

import (
	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/golang"
)

func goGrammar() grammar {
	return grammar{
		load: golang.GetLanguage,
		defs: []def{
			{"function_declaration", Function, "name", ""},
			{"method_declaration", Method, "name", ""},
			{"type_spec", Type, "name", ""},
			{"type_alias", Type, "name", ""},
			{"const_spec", Const, "name", ""},
			{"var_spec", Var, "name", ""},
			{"import_spec", Import, "path", ""},
		},
		walk: []string{"type_declaration", "const_declaration", "var_declaration", "import_declaration", "import_spec_list", "var_spec_list"},
		refine: func(w *walker, n *sitter.Node, s *Symbol) bool {
			switch s.Kind {
			case Type:
				if t := n.ChildByFieldName("type"); t != nil {
					switch t.Type() {
					case "struct_type":
						s.Kind = Struct
					case "interface_type":
						s.Kind = Interface
					}
				}
			case Import:
				s.Name = unquote(s.Name)
			case Method:
				if r := n.ChildByFieldName("receiver"); r != nil {
					s.Name = receiver(w.text(r)) + "." + s.Name
				}
			}
			return true
		},
	}
}
