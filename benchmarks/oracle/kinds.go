package main

// language lists which of ctags' kinds are functions and which are types.
type language struct {
	name      string // as ctags calls it
	functions []string
	types     []string
	holders   []string // kinds besides functions and types whose members aren't top-level
}

var (
	goLang = language{
		name: "Go", functions: []string{"func"}, types: []string{"struct", "interface", "type", "talias"},
	}
	python     = language{name: "Python", functions: []string{"function", "member"}, types: []string{"class"}}
	javaScript = language{
		name: "JavaScript", functions: []string{"function", "method", "generator", "getter", "setter"},
		types: []string{"class"},
	}
	typeScript = language{
		name: "TypeScript", functions: []string{"function", "method", "generator"},
		types: []string{"class", "interface", "enum", "alias"},
	}
	rust = language{
		name: "Rust", functions: []string{"function", "method"},
		types: []string{"struct", "enum", "interface", "typedef", "union"}, holders: []string{"implementation"},
	}
	java = language{
		name: "Java", functions: []string{"method"}, types: []string{"class", "interface", "enum", "annotation"},
	}
	cLang = language{
		name: "C", functions: []string{"function"}, types: []string{"struct", "union", "enum", "typedef"},
	}
	cpp = language{
		name: "C++", functions: []string{"function"}, types: []string{"class", "struct", "union", "enum", "typedef"},
	}
	ruby = language{
		name: "Ruby", functions: []string{"method", "singletonMethod"}, types: []string{"class", "module"},
	}
	php    = language{name: "PHP", functions: []string{"function"}, types: []string{"class", "interface", "trait"}}
	csharp = language{
		name: "C#", functions: []string{"method"}, types: []string{"class", "struct", "interface", "enum"},
	}
	shell = language{name: "Sh", functions: []string{"function"}}
	lua   = language{name: "Lua", functions: []string{"function"}}
)

// byExtension is how a file's language is known. Headers are left out: C and C++ name them alike.
var byExtension = map[string]language{
	".go": goLang, ".py": python, ".js": javaScript, ".mjs": javaScript, ".cjs": javaScript, ".jsx": javaScript,
	".ts": typeScript, ".mts": typeScript,
	".cts": typeScript, ".rs": rust, ".java": java, ".c": cLang, ".cc": cpp, ".cpp": cpp, ".cxx": cpp, ".hpp": cpp,
	".rb": ruby, ".php": php,
	".cs": csharp, ".sh": shell, ".bash": shell, ".lua": lua,
}
