package syntax

// vocabularies holds the vocabulary of each language. It is data that the linker lays out: nothing is built at start,
// and nothing for each text.
var vocabularies = [...]vocabulary{
	{
		langs:     []Language{"Go"},
		keywords:  []keyword{{"func", Function}, {"type", Type}, {"const", Const}, {"var", Var}, {"import", Import}},
		backticks: true,
	},
	{
		langs: []Language{"Python", "Starlark", "GDScript", "Cython", "Mojo"},
		keywords: []keyword{
			{"def", Function}, {"class", Class}, {"import", Import}, {"from", Import}, {"func", Function},
			{"struct", Struct}, {"fn", Function}, {"cdef", Function}, {"cpdef", Function},
		},
		modifiers:  []string{"async", "static"},
		longQuotes: []string{`"""`, "'''"},
		special:    assignSpecial,
	},
	{
		langs: []Language{"JavaScript", "TypeScript", "TSX", "JSX", "Vue", "Svelte", "Astro"},
		keywords: []keyword{
			{"function", Function}, {"function*", Function}, {"class", Class}, {"interface", Interface},
			{"type", Type}, {"enum", Enum}, {"namespace", Module}, {"import", Import}, {"const", Const},
			{"let", Var}, {"var", Var},
		},
		common:    true,
		special:   scriptSpecial,
		backticks: true,
		heads:     true,
	},
	{
		langs: []Language{"Rust"},
		keywords: []keyword{
			{"fn", Function}, {"struct", Struct}, {"enum", Enum}, {"union", Union}, {"trait", Trait},
			{"impl", Impl}, {"mod", Module}, {"type", Type}, {"const", Const}, {"static", Var},
			{"macro_rules!", Macro}, {"use", Import},
		},
		modifiers:   []string{"pub", "async", "unsafe", "extern", "default"},
		apostrophes: true,
	},
	{
		langs: []Language{"Java", "Groovy", "Gradle"},
		keywords: []keyword{
			{"class", Class}, {"interface", Interface}, {"enum", Enum}, {"record", Record}, {"import", Import},
			{"@interface", Interface}, {"trait", Trait}, {"def", Function},
		},
		modifiers:   []string{"strictfp", "non-sealed", "synchronized", "native"},
		common:      true,
		longQuotes:  []string{`"""`},
		heads:       true,
		dottedTypes: true,
	},
	{
		langs: []Language{"Kotlin"},
		keywords: []keyword{
			{"fun", Function}, {"class", Class}, {"interface", Interface}, {"object", Class},
			{"typealias", Type}, {"val", Const}, {"var", Var}, {"import", Import},
		},
		modifiers: []string{
			"data", "enum", "suspend", "operator", "infix", "tailrec", "external", "annotation", "value",
			"companion", "inner", "lateinit", "const", "expect", "actual",
		},
		common:     true,
		longQuotes: []string{`"""`},
	},
	{
		langs: []Language{"Scala"},
		keywords: []keyword{
			{"def", Function}, {"class", Class}, {"object", Class}, {"trait", Trait}, {"type", Type},
			{"enum", Enum}, {"val", Const}, {"var", Var}, {"import", Import}, {"given", Const},
		},
		modifiers:   []string{"case", "implicit", "lazy", "transparent", "opaque"},
		common:      true,
		longQuotes:  []string{`"""`},
		apostrophes: true,
	},
	{
		langs: []Language{"Swift"},
		keywords: []keyword{
			{"func", Function}, {"class", Class}, {"struct", Struct}, {"enum", Enum}, {"protocol", Interface},
			{"extension", Impl}, {"actor", Class}, {"typealias", Type}, {"let", Const}, {"var", Var},
			{"import", Import}, {"init", Method}, {"deinit", Method}, {"subscript", Method}, {"init?", Method},
		},
		modifiers: []string{
			"fileprivate", "mutating", "nonmutating", "convenience", "required", "lazy", "weak", "indirect",
			"nonisolated", "dynamic", "optional",
		},
		common:     true,
		longQuotes: []string{`"""`},
	},
	{
		langs: []Language{"C", "C++", "Objective-C", "Objective-C++", "Cuda", "OpenCL", "GLSL", "HLSL"},
		keywords: []keyword{
			{"struct", Struct}, {"union", Union}, {"enum", Enum}, {"class", Class}, {"namespace", Module},
			{"typedef", Type}, {"using", Type}, {"#define", Macro}, {"#include", Import}, {"#import", Import},
			{"@interface", Class}, {"@implementation", Impl}, {"@protocol", Interface},
		},
		modifiers: []string{"typedef", "static", "extern", "export", "inline", "const"},
		special:   objectiveCMethod,
		heads:     true,
		cFamily:   true,
	},
	{
		langs: []Language{"C#"},
		keywords: []keyword{
			{"class", Class}, {"struct", Struct}, {"interface", Interface}, {"enum", Enum}, {"record", Record},
			{"namespace", Module}, {"delegate", Type}, {"using", Import},
		},
		modifiers:   []string{"new", "ref", "file"},
		common:      true,
		heads:       true,
		dottedTypes: true,
	},
	{
		langs: []Language{"Dart"},
		keywords: []keyword{
			{"class", Class}, {"enum", Enum}, {"mixin", Trait}, {"extension", Impl}, {"typedef", Type},
			{"import", Import},
		},
		common:      true,
		longQuotes:  []string{`"""`, "'''"},
		heads:       true,
		dottedTypes: true,
	},
	{
		langs: []Language{"PHP", "Hack"},
		keywords: []keyword{
			{"function", Function}, {"class", Class}, {"interface", Interface}, {"trait", Trait},
			{"enum", Enum}, {"namespace", Module}, {"use", Import}, {"const", Const}, {"require", Import},
			{"require_once", Import}, {"include", Import}, {"include_once", Import},
		},
		common:   true,
		heredocs: true,
	},
	{
		langs: []Language{"Ruby", "Crystal"},
		keywords: []keyword{
			{"def", Function}, {"class", Class}, {"module", Module}, {"require", Import},
			{"require_relative", Import}, {"struct", Struct},
		},
		modifiers:   []string{"private", "protected", "public", "abstract"},
		heredocs:    true,
		apostrophes: true,
		endWords:    true,
	},
	{
		langs: []Language{"Perl", "Raku"},
		keywords: []keyword{
			{"sub", Function}, {"package", Module}, {"use", Import}, {"method", Method}, {"class", Class},
		},
		heredocs:    true,
		apostrophes: true,
	},
	{
		langs:    []Language{"Shell", "fish"},
		keywords: []keyword{{"function", Function}, {"source", Import}, {".", Import}},
		special:  shellSpecial,
		heredocs: true,
		endWords: true,
		flat:     true,
	},
	{
		langs: []Language{"PowerShell"},
		keywords: []keyword{
			{"function", Function}, {"filter", Function}, {"class", Class}, {"enum", Enum}, {"using", Import},
		},
	},
	{
		langs:     []Language{"Lua", "Luau", "Teal"},
		keywords:  []keyword{{"function", Function}},
		modifiers: []string{"local"},
		special:   luaSpecial,
		endWords:  true,
	},
	{
		langs: []Language{"Elixir"},
		keywords: []keyword{
			{"defmodule", Module}, {"def", Function}, {"defp", Function}, {"defmacro", Macro},
			{"defmacrop", Macro}, {"defprotocol", Interface}, {"defimpl", Impl}, {"import", Import},
			{"alias", Import}, {"use", Import}, {"require", Import}, {"test", Test}, {"describe", Test},
		},
		longQuotes: []string{`"""`},
		endWords:   true,
	},
	{
		langs: []Language{"Erlang"},
		keywords: []keyword{
			{"-module", Module}, {"-record", Record}, {"-define", Macro}, {"-include", Import},
			{"-type", Type},
		},
		special: erlangSpecial,
	},
	{
		langs: []Language{"Haskell", "PureScript", "Elm"},
		keywords: []keyword{
			{"data", Type}, {"newtype", Type}, {"type", Type}, {"class", Class}, {"instance", Impl},
			{"module", Module}, {"import", Import},
		},
		special:     haskellSpecial,
		apostrophes: true,
	},
	{
		langs: []Language{"OCaml", "F#", "Standard ML", "Reason", "ReScript"},
		keywords: []keyword{
			{"let", Function}, {"type", Type}, {"module", Module}, {"open", Import}, {"val", Declaration},
			{"exception", Type}, {"fun", Function}, {"structure", Module}, {"external", Declaration},
			{"namespace", Module}, {"class", Class},
		},
		modifiers:   []string{"rec", "and"},
		apostrophes: true,
	},
	{
		langs: []Language{"Protocol Buffer", "Thrift", "GraphQL", "Cap'n Proto", "FlatBuffers"},
		keywords: []keyword{
			{"message", Struct}, {"struct", Struct}, {"table", Struct}, {"enum", Enum}, {"service", Interface},
			{"rpc", Method}, {"import", Import}, {"include", Import}, {"union", Union}, {"oneof", Union},
			{"exception", Struct}, {"type", Type}, {"interface", Interface}, {"input", Struct},
			{"scalar", Type}, {"query", Function}, {"mutation", Function}, {"fragment", Type},
			{"typedef", Type},
		},
	},
	{
		langs:      []Language{"SQL", "PLSQL", "PLpgSQL", "TSQL", "SQLPL"},
		longQuotes: []string{"$$"},
		special:    sqlSpecial,
		flat:       true,
	},
	{
		langs:   []Language{"HCL", "Terraform"},
		special: hclSpecial,
	},
	{
		langs:       []Language{"Clojure", "Common Lisp", "Emacs Lisp", "Scheme", "Racket", "Fennel"},
		special:     lispSpecial,
		apostrophes: true,
		flat:        true,
	},
	{
		langs:     []Language{"Zig"},
		keywords:  []keyword{{"fn", Function}, {"const", Const}, {"var", Var}, {"test", Test}},
		modifiers: []string{"pub", "export", "inline", "extern"},
		special:   zigSpecial,
	},
	{
		langs: []Language{"Nim"},
		keywords: []keyword{
			{"proc", Function}, {"func", Function}, {"method", Method}, {"template", Macro}, {"macro", Macro},
			{"iterator", Function}, {"import", Import},
		},
	},
	{
		langs: []Language{"Julia"},
		keywords: []keyword{
			{"function", Function}, {"struct", Struct}, {"module", Module}, {"macro", Macro},
			{"using", Import}, {"import", Import}, {"abstract", Type},
		},
		modifiers:   []string{"mutable"},
		longQuotes:  []string{`"""`},
		apostrophes: true,
		endWords:    true,
	},
	{
		langs:   []Language{"R"},
		special: rSpecial,
	},
	{
		langs: []Language{"Solidity"},
		keywords: []keyword{
			{"contract", Class}, {"interface", Interface}, {"library", Module}, {"function", Function},
			{"modifier", Function}, {"event", Type}, {"struct", Struct}, {"enum", Enum}, {"import", Import},
		},
		modifiers: []string{"abstract"},
	},
	{
		langs:       []Language{"Vim Script"},
		keywords:    []keyword{{"function", Function}, {"function!", Function}, {"def", Function}},
		apostrophes: true,
		endWords:    true,
	},
	{
		langs: []Language{"Verilog", "SystemVerilog"},
		keywords: []keyword{
			{"module", Module}, {"function", Function}, {"task", Function}, {"class", Class},
			{"interface", Interface},
		},
		modifiers:   []string{"automatic"},
		apostrophes: true,
		endWords:    true,
	},
	{
		langs: []Language{"Pascal", "Ada", "Visual Basic .NET", "VBA", "Fortran", "Fortran Free Form"},
		keywords: []keyword{
			{"procedure", Function}, {"function", Function}, {"Procedure", Function}, {"Function", Function},
			{"Sub", Function}, {"Class", Class}, {"Module", Module}, {"module", Module},
			{"subroutine", Function}, {"program", Module}, {"uses", Import}, {"use", Import},
			{"Imports", Import}, {"type", Type}, {"package", Module},
		},
		modifiers:   []string{"Public", "Private", "Friend", "Shared", "recursive", "pure"},
		apostrophes: true,
		endWords:    true,
	},
}
