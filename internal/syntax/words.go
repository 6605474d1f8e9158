package syntax

// words are what a scanner goes by in a language.
type words struct {
	defs      map[string]Kind
	mods      []string // words that may stand before a definition
	quotes    []string // quotes of strings over several lines
	ticks     bool     // `strings over several lines`
	heredoc   bool
	heads     bool // functions without a word for them: name, brackets, body
	preproc   bool // C's preprocessor
	lifetimes bool // a single ' doesn't open a string
	ends      bool // bodies are closed by words such as end
	flat      bool // brackets at the end of a line open the body, not a list of parameters
	dots      bool // types may have dots and question marks in front of a function's name
	extra     func(t, code string) (Kind, string)
}

var commonMods = []string{"public", "private", "protected", "internal", "static", "final", "abstract", "sealed", "open", "override", "export",
	"default", "async", "virtual", "inline", "extern", "declare", "partial", "readonly", "unsafe"}

// wordsOf returns a language's words. Each call makes them anew, which costs a microsecond and no start-up time.
func wordsOf(lang Language) (words, bool) {
	switch lang {
	case "Go":
		return words{defs: map[string]Kind{"func": Function, "type": Type, "const": Const, "var": Var, "import": Import}, ticks: true}, true
	case "Python", "Starlark", "GDScript", "Cython", "Mojo":
		return words{defs: map[string]Kind{"def": Function, "class": Class, "import": Import, "from": Import, "func": Function, "struct": Struct, "fn": Function,
			"cdef": Function, "cpdef": Function}, mods: []string{"async", "static"}, quotes: []string{`"""`, "'''"}, extra: assignExtra}, true
	case "JavaScript", "TypeScript", "TSX", "JSX", "Vue", "Svelte", "Astro":
		return words{defs: map[string]Kind{"function": Function, "function*": Function, "class": Class, "interface": Interface, "type": Type, "enum": Enum,
			"namespace": Module, "import": Import, "const": Const, "let": Var, "var": Var}, mods: commonMods, ticks: true, heads: true, extra: scriptExtra}, true
	case "Rust":
		return words{defs: map[string]Kind{"fn": Function, "struct": Struct, "enum": Enum, "union": Union, "trait": Trait, "impl": Impl, "mod": Module,
			"type": Type, "const": Const, "static": Var, "macro_rules!": Macro, "use": Import},
			mods: []string{"pub", "async", "unsafe", "extern", "default"}, lifetimes: true}, true
	case "Java", "Groovy", "Gradle":
		return words{defs: map[string]Kind{"class": Class, "interface": Interface, "enum": Enum, "record": Record, "import": Import, "@interface": Interface,
			"trait": Trait, "def": Function}, mods: append([]string{"strictfp", "non-sealed", "synchronized", "native"}, commonMods...), heads: true, quotes: []string{`"""`}, dots: true}, true
	case "Kotlin":
		return words{defs: map[string]Kind{"fun": Function, "class": Class, "interface": Interface, "object": Class, "typealias": Type, "val": Const, "var": Var, "import": Import},
			mods:   append([]string{"data", "enum", "suspend", "operator", "infix", "tailrec", "external", "annotation", "value", "companion", "inner", "lateinit", "const", "expect", "actual"}, commonMods...),
			quotes: []string{`"""`}}, true
	case "Scala":
		return words{defs: map[string]Kind{"def": Function, "class": Class, "object": Class, "trait": Trait, "type": Type, "enum": Enum, "val": Const, "var": Var, "import": Import, "given": Const},
			mods: append([]string{"case", "implicit", "lazy", "transparent", "opaque"}, commonMods...), quotes: []string{`"""`}, lifetimes: true}, true
	case "Swift":
		return words{defs: map[string]Kind{"func": Function, "class": Class, "struct": Struct, "enum": Enum, "protocol": Interface, "extension": Impl, "actor": Class, "typealias": Type,
			"let": Const, "var": Var, "import": Import, "init": Method, "deinit": Method, "subscript": Method, "init?": Method},
			mods:   append([]string{"fileprivate", "mutating", "nonmutating", "convenience", "required", "lazy", "weak", "indirect", "nonisolated", "dynamic", "optional"}, commonMods...),
			quotes: []string{`"""`}}, true
	case "C", "C++", "Objective-C", "Objective-C++", "Cuda", "OpenCL", "GLSL", "HLSL":
		return words{defs: map[string]Kind{"struct": Struct, "union": Union, "enum": Enum, "class": Class, "namespace": Module, "typedef": Type, "using": Type, "#define": Macro, "#include": Import,
			"#import": Import, "@interface": Class, "@implementation": Impl, "@protocol": Interface},
			mods: []string{"typedef", "static", "extern", "export", "inline", "const"}, heads: true, preproc: true, extra: objcMethod}, true
	case "C#":
		return words{defs: map[string]Kind{"class": Class, "struct": Struct, "interface": Interface, "enum": Enum, "record": Record, "namespace": Module, "delegate": Type, "using": Import},
			mods: append([]string{"new", "ref", "file"}, commonMods...), heads: true, dots: true}, true
	case "Dart":
		return words{defs: map[string]Kind{"class": Class, "enum": Enum, "mixin": Trait, "extension": Impl, "typedef": Type, "import": Import}, mods: commonMods, heads: true,
			quotes: []string{`"""`, "'''"}, dots: true}, true
	case "PHP", "Hack":
		return words{defs: map[string]Kind{"function": Function, "class": Class, "interface": Interface, "trait": Trait, "enum": Enum, "namespace": Module, "use": Import, "const": Const,
			"require": Import, "require_once": Import, "include": Import, "include_once": Import}, mods: commonMods, heredoc: true}, true
	case "Ruby", "Crystal":
		return words{defs: map[string]Kind{"def": Function, "class": Class, "module": Module, "require": Import, "require_relative": Import, "struct": Struct},
			mods: []string{"private", "protected", "public", "abstract"}, heredoc: true, lifetimes: true, ends: true}, true
	case "Perl", "Raku":
		return words{defs: map[string]Kind{"sub": Function, "package": Module, "use": Import, "method": Method, "class": Class}, heredoc: true, lifetimes: true}, true
	case "Shell", "fish":
		return words{defs: map[string]Kind{"function": Function, "source": Import, ".": Import}, heredoc: true, extra: shellExtra, ends: true, flat: true}, true
	case "PowerShell":
		return words{defs: map[string]Kind{"function": Function, "filter": Function, "class": Class, "enum": Enum, "using": Import}}, true
	case "Lua", "Luau", "Teal":
		return words{defs: map[string]Kind{"function": Function}, mods: []string{"local"}, extra: luaExtra, ends: true}, true
	case "Elixir":
		return words{defs: map[string]Kind{"defmodule": Module, "def": Function, "defp": Function, "defmacro": Macro, "defmacrop": Macro, "defprotocol": Interface, "defimpl": Impl,
			"import": Import, "alias": Import, "use": Import, "require": Import, "test": Test, "describe": Test}, quotes: []string{`"""`}, ends: true}, true
	case "Erlang":
		return words{defs: map[string]Kind{"-module": Module, "-record": Record, "-define": Macro, "-include": Import, "-type": Type}, extra: erlangExtra}, true
	case "Haskell", "PureScript", "Elm":
		return words{defs: map[string]Kind{"data": Type, "newtype": Type, "type": Type, "class": Class, "instance": Impl, "module": Module, "import": Import}, lifetimes: true, extra: haskellExtra}, true
	case "OCaml", "F#", "Standard ML", "Reason", "ReScript":
		return words{defs: map[string]Kind{"let": Function, "type": Type, "module": Module, "open": Import, "val": Declaration, "exception": Type, "fun": Function, "structure": Module, "external": Declaration,
			"namespace": Module, "class": Class}, mods: []string{"rec", "and"}, lifetimes: true}, true
	case "Protocol Buffer", "Thrift", "GraphQL", "Cap'n Proto", "FlatBuffers":
		return words{defs: map[string]Kind{"message": Struct, "struct": Struct, "table": Struct, "enum": Enum, "service": Interface, "rpc": Method, "import": Import, "include": Import, "union": Union, "oneof": Union,
			"exception": Struct, "type": Type, "interface": Interface, "input": Struct, "scalar": Type, "query": Function, "mutation": Function, "fragment": Type, "typedef": Type}}, true
	case "SQL", "PLSQL", "PLpgSQL", "TSQL", "SQLPL":
		return words{defs: map[string]Kind{}, extra: sqlExtra, flat: true, quotes: []string{"$$"}}, true
	case "HCL", "Terraform":
		return words{defs: map[string]Kind{}, extra: hclExtra}, true
	case "Clojure", "Common Lisp", "Emacs Lisp", "Scheme", "Racket", "Fennel":
		return words{defs: map[string]Kind{}, lifetimes: true, extra: lispExtra, flat: true}, true
	case "Zig":
		return words{extra: zigExtra, defs: map[string]Kind{"fn": Function, "const": Const, "var": Var, "test": Test}, mods: []string{"pub", "export", "inline", "extern"}}, true
	case "Nim":
		return words{defs: map[string]Kind{"proc": Function, "func": Function, "method": Method, "template": Macro, "macro": Macro, "iterator": Function, "import": Import}}, true
	case "Julia":
		return words{defs: map[string]Kind{"function": Function, "struct": Struct, "module": Module, "macro": Macro, "using": Import, "import": Import, "abstract": Type}, mods: []string{"mutable"}, quotes: []string{`"""`}, lifetimes: true, ends: true}, true
	case "R":
		return words{defs: map[string]Kind{}, extra: rExtra}, true
	case "Solidity":
		return words{defs: map[string]Kind{"contract": Class, "interface": Interface, "library": Module, "function": Function, "modifier": Function, "event": Type, "struct": Struct, "enum": Enum, "import": Import}, mods: []string{"abstract"}}, true
	case "Vim Script":
		return words{defs: map[string]Kind{"function": Function, "function!": Function, "def": Function}, lifetimes: true, ends: true}, true
	case "Verilog", "SystemVerilog":
		return words{defs: map[string]Kind{"module": Module, "function": Function, "task": Function, "class": Class, "interface": Interface}, mods: []string{"automatic"}, lifetimes: true, ends: true}, true
	case "Pascal", "Ada", "Visual Basic .NET", "VBA", "Fortran", "Fortran Free Form":
		return words{defs: map[string]Kind{"procedure": Function, "function": Function, "Procedure": Function, "Function": Function, "Sub": Function, "Class": Class, "Module": Module, "module": Module, "subroutine": Function,
			"program": Module, "uses": Import, "use": Import, "Imports": Import, "type": Type, "package": Module}, mods: []string{"Public", "Private", "Friend", "Shared", "recursive", "pure"}, lifetimes: true, ends: true}, true
	}
	return words{}, false
}
