package syntax

import "strings"

// scriptSpecial finds functions that are values: const f = (a) => ..., f: function () ..., exports.f = async function.
func scriptSpecial(t, code string) (Kind, string) {
	if _, rest, ok := strings.Cut(code, "const enum "); ok {
		name, _ := word(rest)
		return Enum, name
	}
	if strings.HasPrefix(code, "module.exports") {
		return "", ""
	}
	if strings.HasPrefix(code, "const ") && strings.Contains(code, "= require(") {
		_, arg, _ := strings.Cut(t, "require(")
		return Import, strings.Trim(arg, `"'); `)
	}
	if j := strings.Index(code, ": "); j >= 0 && strings.HasPrefix(code[j:], ": function") {
		name, _ := word(code)
		return Method, name
	}
	left, right, ok := cutAssignment(code)
	if !ok || !isFunctionText(right) {
		return "", ""
	}
	return Function, assignedName(left)
}

// cutAssignment cuts "left = right". ok is false if the first "=" belongs to a comparison, an arrow or "+=".
func cutAssignment(code string) (left, right string, ok bool) {
	i := strings.IndexByte(code, '=')
	if i < 1 || i+1 >= len(code) {
		return "", "", false
	}
	if strings.IndexByte("=>", code[i+1]) >= 0 || strings.IndexByte("=!<>+-", code[i-1]) >= 0 {
		return "", "", false
	}
	return strings.TrimSpace(code[:i]), strings.TrimSpace(code[i+1:]), true
}

// isFunctionText reports whether a value is a function, or the start of one whose parameters go on in the next lines.
func isFunctionText(value string) bool {
	value = strings.TrimPrefix(value, "async ")
	switch {
	case strings.HasPrefix(value, "function"), value == "(", value == "async (":
		return true
	case !strings.Contains(value, "=>"):
		return false
	}
	w, rest := word(value)
	return value[0] == '(' || w != "" && strings.HasPrefix(strings.TrimLeft(rest, " "), "=>")
}

// scriptModifiers may come before the name that a function is assigned to, in this order.
var scriptModifiers = [...]string{
	"export ", "const ", "let ", "var ", "static ", "private ", "public ", "readonly ", "protected ",
}

// assignedName returns the last part of the assigned name, "" if that isn't a plain name.
func assignedName(left string) string {
	for _, m := range scriptModifiers {
		left = strings.TrimPrefix(left, m)
	}
	left, _, _ = strings.Cut(left, ":")
	if strings.ContainsAny(left, " ({[") {
		return ""
	}
	return lastPart(strings.TrimSpace(left))
}
