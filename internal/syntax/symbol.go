package syntax

import "slices"

// Kind is the kind of a symbol, as a singular noun.
type Kind string

// The kinds.
const (
	Function    Kind = "function"
	Method      Kind = "method"      // a function that belongs to a type, constructors included
	Declaration Kind = "declaration" // a function's signature that is implemented elsewhere, as in a C header
	Class       Kind = "class"
	Struct      Kind = "struct"
	Interface   Kind = "interface"
	Trait       Kind = "trait"
	Enum        Kind = "enum"
	Union       Kind = "union"
	Record      Kind = "record"
	Type        Kind = "type" // an alias, or any other named type
	Impl        Kind = "impl" // methods for a type that is defined elsewhere: Rust's impl, Swift's extension
	Module      Kind = "module"
	Table       Kind = "table"
	View        Kind = "view"
	Index       Kind = "index"
	Macro       Kind = "macro"
	Const       Kind = "const"
	Var         Kind = "var"
	Import      Kind = "import"
	Test        Kind = "test" // a test that is a call, such as it("adds", ...)
	Heading     Kind = "heading"
	Section     Kind = "section" // a table of a configuration file
	Key         Kind = "key"
	Rule        Kind = "rule" // a target of a makefile, a stage of a build
)

// IsFunction reports whether the kind is code that can be called and that has a body here.
func (k Kind) IsFunction() bool { return k == Function || k == Method }

// IsType reports whether the kind names a type.
func (k Kind) IsType() bool {
	switch k {
	case Class, Struct, Interface, Trait, Enum, Union, Record, Type, Table, View:
		return true
	}
	return false
}

// IsContainer reports whether symbols of the kind hold others that a reader looks for by name.
func (k Kind) IsContainer() bool {
	switch k {
	case Class, Struct, Interface, Trait, Enum, Union, Record, Impl, Module, Table:
		return true
	}
	return false
}

// Symbol is something that a text defines. Lines count from 1 and both ends belong to the range.
type Symbol struct {
	Name   string
	Kind   Kind
	Doc    int // first line of the comment or the attributes right above it; First if there are none
	First  int // first line, decorators and annotations included
	Line   int // the line with its name
	Sig    int // last line of its signature: up to what opens its body
	Last   int // last line; if Open is set, the last that is known to belong to it
	Depth  int // how many symbols it lies in
	Parent int // index of the symbol that it lies in, or -1

	Open bool // its end isn't known: the text is cut or damaged, or its brackets contradict its indentation
}

// Means is the way in which an outline was made.
type Means string

// The ways to make an outline.
const (
	ByGrammar  Means = "grammar"  // a tree-sitter grammar
	ByScanner  Means = "scanner"  // a scanner written for the format
	ByKeywords Means = "keywords" // keywords and indentation
	ByNothing  Means = ""         // the language is not known
)

// Outlined is what [Inspect] found.
type Outlined struct {
	Symbols []Symbol // in the order of their first lines, parents before what lies in them
	Means   Means
	Exact   bool // the whole text was understood, so that its symbols are all that it has
	GaveUp  bool // parsing took too long for the text's size, which depends on the machine
}

// Enclosing returns the index of the innermost symbol around a line that has more than that line, or -1. For imports or
// constants alone on their line, it returns the symbol around them.
func Enclosing(symbols []Symbol, line int) int {
	i, found := slices.BinarySearchFunc(symbols, line, func(s Symbol, line int) int { return s.First - line })
	for found && i+1 < len(symbols) && symbols[i+1].First == line {
		i++
	}
	if !found {
		i--
	}
	for ; i >= 0; i-- {
		s := &symbols[i]
		if s.First <= line && line <= s.Last && s.Kind.encloses() {
			return i
		}
		if s.Parent < 0 && s.Last < line {
			break
		}
	}
	return -1
}

// encloses reports whether symbols of the kind have an inside.
func (k Kind) encloses() bool {
	switch k {
	case Heading, Section, Rule, Test:
		return true
	}
	return k.IsFunction() || k.IsContainer()
}
