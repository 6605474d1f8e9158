package syntax

import "slices"

// languageStarts are beginnings of lines without which nothing worth an outline is written in a language.
var languageStarts = [...]struct {
	langs  []Language
	starts []string
}{
	{
		langs: []Language{"Go"},
		starts: []string{
			"package ", "func ", "type ", "import ", "const ", "var ", "import(",
		},
	},
	{
		langs: []Language{"Python"},
		starts: []string{
			"def ", "class ", "import ", "from ", "async def ", "@", "if __name__", "with ",
		},
	},
	{
		langs: []Language{"JavaScript", "TypeScript", "TSX"},
		starts: []string{
			"function ", "function(", "class ", "import ", "export ", "const ", "let ", "var ", "async ",
			"module.", "exports.", "interface ", "type ", "enum ", "declare ", "namespace ", "abstract ",
			"describe(", "it(", "test(", "'use strict'", `"use strict"`, "public ", "private ", "protected ",
			"static ", "constructor", "return ", "(function", "!function", ";(function", "get ", "@",
		},
	},
	{
		langs: []Language{"Rust"},
		starts: []string{
			"fn ", "pub ", "use ", "mod ", "struct ", "enum ", "impl", "trait ", "unsafe ", "async ", "const ",
			"static ", "type ", "macro_rules!", "#[", "#![", "extern ", "pub(",
		},
	},
	{
		langs: []Language{"Java"},
		starts: []string{
			"package ", "import ", "public ", "private ", "protected ", "class ", "interface ", "enum ",
			"abstract ", "final ", "static ", "@", "record ", "void ", "sealed ",
		},
	},
	{
		langs: []Language{"C", "C++"},
		starts: []string{
			"#include", "#define", "#if", "#pragma", "static ", "struct ", "typedef ", "int ", "void ", "char ",
			"const ", "extern ", "enum ", "union ", "unsigned ", "inline ", "namespace ", "class ", "template",
			"using ", "bool ", "double ", "float ", "long ", "auto ", "public:", "private:", "protected:",
			"virtual ", "explicit ", "constexpr ", "size_t ", "uint", "return ", "if (",
		},
	},
	{
		langs: []Language{"Ruby"},
		starts: []string{
			"def ", "class ", "module ", "require", "include ", "describe ", "RSpec.", "it ", "attr_",
			"context ", "private", "end", "task ", "gem ", "source ",
		},
	},
	{
		langs: []Language{"Shell"},
		starts: []string{
			"#!", "function ", "if ", "for ", "while ", "export ", "set ", "source ", ". ", "echo ", "local ",
			"case ", "fi", "done", "cd ", "esac", "readonly ", "declare ", "[[ ", "[ ", "then", "return", "exit",
			"trap ", "shift",
		},
	},
}

// lineStarts returns the beginnings of lines of a language with a grammar.
func lineStarts(lang Language) []string {
	for _, l := range languageStarts {
		if slices.Contains(l.langs, lang) {
			return l.starts
		}
	}
	return nil
}
