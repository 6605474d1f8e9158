//go:build cgo && !notreesitter

package syntax

import (
	"slices"
	"strings"
)

// cDefs are the definitions that C and C++ share.
var cDefs = []def{
	{node: "function_definition", kind: Function, refine: refineCFunction},
	{node: "declaration", kind: Declaration, refine: refineDeclaration},
	{node: "struct_specifier", kind: Struct, name: "name", refine: hasBody},
	{node: "union_specifier", kind: Union, name: "name", refine: hasBody},
	{node: "enum_specifier", kind: Enum, name: "name", refine: hasBody},
	{node: "type_definition", kind: Type, refine: refineTypedef},
	{node: "preproc_def", kind: Macro, name: "name", refine: refineDefine},
	{node: "preproc_function_def", kind: Macro, name: "name", refine: refineMacro},
	{node: "preproc_include", kind: Import, name: "path", refine: refineInclude},
}

var cWalk = []string{
	"preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "linkage_specification", "declaration_list",
	"field_declaration_list", "compound_statement",
}

// cGrammar finds functions, declarations, types, macros and includes, those inside of #if included.
func cGrammar() grammar { return grammar{defs: cDefs, walk: cWalk} }

// cppGrammar adds classes, namespaces and members, and looks into statements.
func cppGrammar() grammar {
	return grammar{
		defs: append(slices.Clone(cDefs),
			def{node: "class_specifier", kind: Class, name: "name", refine: hasBody},
			def{node: "namespace_definition", kind: Module, name: "name"},
			def{node: "alias_declaration", kind: Type, name: "name"},
			def{node: "concept_definition", kind: Type, name: "name"},
			def{node: "field_declaration", kind: Declaration, refine: refineField},
		),
		walk: append(slices.Clone(cWalk), "switch_statement", "case_statement", "if_statement", "else_clause",
			"for_statement", "while_statement"),
		wrap: []string{"template_declaration"},
	}
}

// hasBody refuses "struct point p", which uses a type and doesn't define it.
func hasBody(_ *walker, n node, _ *Symbol) bool { return n.field("body").exists() }

// refineInclude names "#include <stdio.h>" after its file.
func refineInclude(w *walker, _ node, s *Symbol) bool {
	s.Name = strings.Trim(s.Name, `<>"`)
	s.Last, s.Sig = s.First, s.First // its node ends on the next line
	return !w.inFunction(s)
}

// refineDefine refuses the macros without a value that guard a header.
func refineDefine(w *walker, n node, s *Symbol) bool {
	if !n.field("value").exists() && isGuard(s.Name, "") {
		return false
	}
	return refineMacro(w, n, s)
}

// refineMacro keeps macros outside of functions.
func refineMacro(w *walker, _ node, s *Symbol) bool {
	s.Last = max(s.First, s.Last)
	return !w.inFunction(s)
}

// refineTypedef names a typedef, and takes "typedef struct { ... } name" for the struct that it is.
func refineTypedef(w *walker, n node, s *Symbol) bool {
	name, _ := declared(n.field("declarator"))
	if !name.exists() {
		return false
	}
	w.named(s, name)
	t := n.field("type")
	if !t.exists() || t.field("name").exists() || !t.field("body").exists() {
		return true
	}
	switch t.typ() {
	case "struct_specifier":
		s.Kind = Struct
	case "union_specifier":
		s.Kind = Union
	case "enum_specifier":
		s.Kind = Enum
	}
	return true
}

// refineCFunction names a function after the innermost name of its declarator: "f" of "static int *f(int a) {".
func refineCFunction(w *walker, n node, s *Symbol) bool {
	name, isFunc := declared(n.field("declarator"))
	if !name.exists() || !isFunc {
		return false
	}
	w.named(s, name)
	if body := n.field("body"); body.exists() {
		w.endSignature(s, body)
	}
	switch k := w.parentKind(s); {
	case k == Class, k == Struct, k == Union, strings.Contains(s.Name, "::"):
		s.Kind = Method
	}
	return true
}

// refineDeclaration keeps declarations of functions, and of variables at the top of a file or a namespace. If a
// variable's type is defined in its declaration, that type is of more interest, and is found inside.
func refineDeclaration(w *walker, n node, s *Symbol) bool {
	isFunc, ok := w.declaration(n, s)
	if !ok || isFunc {
		return ok
	}
	s.Kind = Var
	if childOf(n, "struct_specifier", "enum_specifier", "union_specifier", "class_specifier").exists() {
		return false
	}
	return s.Parent < 0 || w.parentKind(s) == Module
}

// refineField keeps methods that a class declares and leaves out its fields.
func refineField(w *walker, n node, s *Symbol) bool {
	isFunc, ok := w.declaration(n, s)
	return ok && isFunc
}

// declaration names a symbol after its node's declaration. ok is false for local variables and nodes without a name.
func (w *walker) declaration(n node, s *Symbol) (isFunc, ok bool) {
	name, isFunc := declared(n.field("declarator"))
	if !name.exists() || w.inFunction(s) {
		return false, false
	}
	w.named(s, name)
	s.Sig = s.Last
	return isFunc, true
}

// named gives a symbol the name in the node.
func (w *walker) named(s *Symbol, name node) {
	s.Name = w.text(name)
	if name.is("operator_cast") { // operator bool() const
		s.Name, _, _ = strings.Cut(s.Name, "(")
	}
	s.Line = name.firstLine()
	s.Sig = s.Line
}

// maxDeclarators bounds how deep a declarator is looked into.
const maxDeclarators = 20

// declared goes down a declarator such as "*(*f)(int)" to the name in it, and reports whether it declares a function.
func declared(d node) (name node, isFunc bool) {
	for range maxDeclarators {
		if !d.exists() {
			break
		}
		switch d.typ() {
		case "operator_cast":
			return d, true
		case "function_declarator":
			if name := behindMacro(d); name.exists() {
				return name, true
			}
			d = d.field("declarator")
			isFunc = !pointsToFunction(d)
		case "identifier", "field_identifier", "type_identifier", "qualified_identifier", "destructor_name",
			"operator_name", "template_function", "primitive_type":
			return d, isFunc
		case "parenthesized_declarator", "reference_declarator", "attributed_declarator":
			d = d.namedChild(0)
		default:
			d = d.field("declarator")
		}
	}
	return node{}, false
}

// pointsToFunction reports whether what comes before a function's parameters makes it a pointer to one: "(*f)(int)"
// does, "f(int)", "(f)(int)" and "(f(int))(int)" don't.
func pointsToFunction(d node) bool {
	if !d.is("parenthesized_declarator") {
		return false
	}
	inner := d.namedChild(0)
	return inner.exists() && !inner.is("identifier", "function_declarator")
}

// behindMacro returns the name of a function whose return type has a macro before it, as in "extern int ZEXPORT
// crc(...)". The grammar takes the macro, or the type after it, for the name, and the name for a mistake.
func behindMacro(d node) node {
	for i := 1; i < d.namedCount(); i++ {
		switch c := d.namedChild(i); c.typ() {
		case "parameter_list":
			return node{}
		case "ERROR":
			if name := c.namedChild(0); c.namedCount() == 1 && name.is("identifier") {
				return name
			}
		}
	}
	return node{}
}
