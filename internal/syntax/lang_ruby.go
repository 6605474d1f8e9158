//go:build cgo && !notreesitter

package syntax

import (
	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/ruby"
)

func rubyGrammar() grammar {
	return grammar{
		load: ruby.GetLanguage,
		defs: []def{
			{"class", Class, "name", ""},
			{"module", Module, "name", ""},
			{"method", Method, "name", ""},
			{"singleton_method", Method, "name", ""},
			{"assignment", Const, "left", ""},
			{"call", Import, "method", "block"},
		},
		walk: []string{"body_statement", "singleton_class", "do_block", "begin", "if", "unless", "then", "else", "block", "block_body"},
		refine: func(w *walker, n *sitter.Node, s *Symbol) bool {
			switch n.Type() {
			case "method", "singleton_method":
				if k := w.parentKind(s); k != Class && k != Module {
					s.Kind = Function
				}
				if o := n.ChildByFieldName("object"); o != nil {
					s.Name = w.text(o) + "." + s.Name
				}
			case "assignment":
				l := n.ChildByFieldName("left")
				return (l.Type() == "constant" || l.Type() == "scope_resolution") && !w.parentKind(s).IsFunction()
			case "call":
				return refineRubyCall(w, n, s)
			}
			return true
		},
	}
}

// refineRubyCall keeps what is loaded, and the examples of a test.
func refineRubyCall(w *walker, n *sitter.Node, s *Symbol) bool {
	args := n.ChildByFieldName("arguments")
	if args == nil || args.NamedChildCount() == 0 || w.parentKind(s).IsFunction() {
		return false
	}
	first := args.NamedChild(0)
	switch s.Name {
	case "require", "require_relative", "load", "autoload", "require_dependency":
		if first.Type() != "string" && s.Name != "autoload" || n.ChildByFieldName("receiver") != nil {
			return false
		}
		s.Name = unquote(w.text(first))
		return true
	case "describe", "context", "it", "specify", "feature", "scenario", "test", "shared_examples", "namespace", "task":
		if n.ChildByFieldName("block") == nil {
			return false
		}
		s.Kind, s.Name = Test, unquote(w.text(first))
		if b := n.ChildByFieldName("block"); b != nil {
			s.Sig = int(b.StartPoint().Row) + 1
		}
		return true
	}
	return false
}
