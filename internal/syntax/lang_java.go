//go:build cgo && !notreesitter

package syntax

// javaGrammar finds types and their methods. Fields are left out.
func javaGrammar() grammar {
	return grammar{
		defs: []def{
			{node: "class_declaration", kind: Class, name: "name"},
			{node: "interface_declaration", kind: Interface, name: "name"},
			{node: "enum_declaration", kind: Enum, name: "name"},
			{node: "record_declaration", kind: Record, name: "name"},
			{node: "annotation_type_declaration", kind: Interface, name: "name"},
			{node: "method_declaration", kind: Method, name: "name"},
			{node: "constructor_declaration", kind: Method, name: "name"},
			{node: "compact_constructor_declaration", kind: Method, name: "name"},
			{node: "annotation_type_element_declaration", kind: Method, name: "name"},
			{node: "import_declaration", kind: Import, refine: refineJavaImport},
		},
		walk: []string{"class_body", "interface_body", "enum_body", "enum_body_declarations", "annotation_type_body"},
	}
}

// refineJavaImport names "import static a.b.C;" after the imported class.
func refineJavaImport(w *walker, n node, s *Symbol) bool {
	if id := childOf(n, "scoped_identifier", "identifier"); id.exists() {
		s.Name = w.text(id)
	}
	return true
}
