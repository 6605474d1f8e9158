//go:build cgo && !notreesitter

package syntax

// rubyGrammar finds classes, modules, methods and constants, and calls such as require, describe, task.
func rubyGrammar() grammar {
	return grammar{
		defs: []def{
			{node: "class", kind: Class, name: "name"},
			{node: "module", kind: Module, name: "name"},
			{node: "method", kind: Method, name: "name", refine: refineRubyMethod},
			{node: "singleton_method", kind: Method, name: "name", refine: refineRubyMethod},
			{node: "assignment", kind: Const, name: "left", refine: refineRubyConst},
			{node: "call", kind: Import, name: "method", body: "block", refine: refineRubyCall},
		},
		walk: []string{
			"body_statement", "singleton_class", "do_block", "begin", "if", "unless", "then", "else", "block",
			"block_body",
		},
	}
}

// refineRubyMethod names "def self.make" as it is written, and takes methods outside of classes for functions.
func refineRubyMethod(w *walker, n node, s *Symbol) bool {
	if k := w.parentKind(s); k != Class && k != Module {
		s.Kind = Function
	}
	if o := n.field("object"); o.exists() {
		s.Name = w.text(o) + "." + s.Name
	}
	return true
}

// refineRubyConst keeps assignments to constants outside of methods.
func refineRubyConst(w *walker, n node, s *Symbol) bool {
	return n.field("left").is("constant", "scope_resolution") && !w.inFunction(s)
}

// refineRubyCall keeps calls that load files, and the examples of a test.
func refineRubyCall(w *walker, n node, s *Symbol) bool {
	args := n.field("arguments")
	if !args.exists() || args.namedCount() == 0 || w.inFunction(s) {
		return false
	}
	first := args.namedChild(0)
	switch s.Name {
	case "autoload":
		s.Name = unquote(w.text(first))
		return !n.field("receiver").exists()
	case "require", "require_relative", "load", "require_dependency":
		s.Name = unquote(w.text(first))
		return first.is("string") && !n.field("receiver").exists()
	case "describe", "context", "it", "specify", "feature", "scenario", "test", "shared_examples", "namespace", "task":
		block := n.field("block")
		if !block.exists() {
			return false
		}
		s.Kind, s.Name = Test, unquote(w.text(first))
		s.Sig = block.firstLine()
		return true
	}
	return false
}
