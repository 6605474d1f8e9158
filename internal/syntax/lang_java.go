//go:build cgo && !notreesitter

package syntax

import (
	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/java"
)

func javaGrammar() grammar {
	return grammar{
		load: java.GetLanguage,
		defs: []def{
			{"class_declaration", Class, "name", ""},
			{"interface_declaration", Interface, "name", ""},
			{"enum_declaration", Enum, "name", ""},
			{"record_declaration", Record, "name", ""},
			{"annotation_type_declaration", Interface, "name", ""},
			{"method_declaration", Method, "name", ""},
			{"constructor_declaration", Method, "name", ""},
			{"compact_constructor_declaration", Method, "name", ""},
			{"annotation_type_element_declaration", Method, "name", ""},
			{"import_declaration", Import, "", ""},
		},
		walk: []string{"class_body", "interface_body", "enum_body", "enum_body_declarations", "annotation_type_body"},
		refine: func(w *walker, n *sitter.Node, s *Symbol) bool {
			if s.Kind == Import {
				if id := childOf(n, "scoped_identifier", "identifier"); id != nil {
					s.Name = w.text(id)
				}
			}
			return true
		},
	}
}
