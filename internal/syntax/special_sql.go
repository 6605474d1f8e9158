package syntax

import "strings"

// sqlSpecial finds what CREATE makes: "CREATE TABLE IF NOT EXISTS users (" makes users.
func sqlSpecial(_, code string) (Kind, string) {
	words := strings.Fields(code)
	if len(words) < 3 || !strings.EqualFold(words[0], "create") {
		return "", ""
	}
	for i, w := range words {
		kind := sqlKind(w)
		if i == 0 || kind == "" {
			continue // OR REPLACE, UNIQUE, TEMPORARY
		}
		rest := words[i+1:]
		for len(rest) > 0 && isIfNotExists(rest[0]) {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return "", ""
		}
		name, _, _ := strings.Cut(rest[0], "(")
		return kind, strings.Trim(name, "\"`[];")
	}
	return "", ""
}

// sqlKind returns the kind for a word after CREATE, "" for any other word.
func sqlKind(word string) Kind {
	switch strings.ToLower(word) {
	case "table":
		return Table
	case "view":
		return View
	case "type", "sequence", "domain":
		return Type
	case "schema", "database":
		return Module
	case "function", "procedure", "trigger":
		return Function
	case "index":
		return Index
	}
	return ""
}

// isIfNotExists reports whether a word is one of IF NOT EXISTS.
func isIfNotExists(word string) bool {
	switch strings.ToLower(word) {
	case "if", "not", "exists":
		return true
	}
	return false
}
