package main

// language says which of ctags' kinds are functions and which are types.
type language struct {
	name      string // as ctags calls it
	functions []string
	types     []string
}

var (
	goLang     = language{"Go", []string{"func"}, []string{"struct", "interface", "type", "talias"}}
	python     = language{"Python", []string{"function", "member"}, []string{"class"}}
	javaScript = language{"JavaScript", []string{"function", "method", "generator", "getter", "setter"}, []string{"class"}}
	typeScript = language{"TypeScript", []string{"function", "method", "generator"}, []string{"class", "interface", "enum", "alias"}}
	rust       = language{"Rust", []string{"function", "method"}, []string{"struct", "enum", "interface", "typedef", "union"}}
	java       = language{"Java", []string{"method"}, []string{"class", "interface", "enum", "annotation"}}
	cLang      = language{"C", []string{"function"}, []string{"struct", "union", "enum", "typedef"}}
	cpp        = language{"C++", []string{"function"}, []string{"class", "struct", "union", "enum", "typedef"}}
	ruby       = language{"Ruby", []string{"method", "singletonMethod"}, []string{"class", "module"}}
	php        = language{"PHP", []string{"function"}, []string{"class", "interface", "trait"}}
	csharp     = language{"C#", []string{"method"}, []string{"class", "struct", "interface", "enum"}}
	shell      = language{"Sh", []string{"function"}, nil}
	lua        = language{"Lua", []string{"function"}, nil}
)

// byExtension is how a file's language is known. Headers are left out: their names don't tell C from C++.
var byExtension = map[string]language{
	".go": goLang, ".py": python, ".js": javaScript, ".mjs": javaScript, ".jsx": javaScript, ".ts": typeScript, ".rs": rust,
	".java": java, ".c": cLang, ".cc": cpp, ".cpp": cpp, ".cxx": cpp, ".hpp": cpp, ".rb": ruby, ".php": php, ".cs": csharp,
	".sh": shell, ".bash": shell, ".lua": lua,
}
