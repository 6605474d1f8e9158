package syntax

import "strings"

// The functions in this file find the definitions of a vocabulary that no keyword starts. t is a line without its
// indentation, code is t without comments and the contents of strings; the name is "" if they find none.

// objectiveCMethod finds "- (void)name:(id)x {" and "+ (instancetype)make;".
func objectiveCMethod(_, code string) (Kind, string) {
	if len(code) < 3 || code[0] != '-' && code[0] != '+' {
		return "", ""
	}
	rest := strings.TrimLeft(code[1:], " ")
	if !strings.HasPrefix(rest, "(") {
		return "", ""
	}
	_, rest, ok := strings.Cut(rest, ")")
	if !ok {
		return "", ""
	}
	name, _ := word(strings.TrimLeft(rest, " *"))
	if strings.HasSuffix(code, ";") {
		return Declaration, name
	}
	return Method, name
}

// assignSpecial finds "NAME = value" and "name: type = value" at the start of a line.
func assignSpecial(_, code string) (Kind, string) {
	w, rest := word(code)
	if w == "" || isDigit(w[0]) {
		return "", ""
	}
	rest = strings.TrimLeft(rest, " ")
	if strings.HasPrefix(rest, ":") && !strings.HasSuffix(rest, ":") {
		if i := strings.IndexByte(rest, '='); i > 0 {
			rest = rest[i:]
		}
	}
	switch {
	case !strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, "=="):
		return "", ""
	case strings.HasPrefix(strings.TrimLeft(rest[1:], " "), "lambda"):
		return Function, w
	case w == strings.ToUpper(w):
		return Const, w
	}
	return Var, w
}

// shellSpecial finds "name() {" and "name=value".
func shellSpecial(_, code string) (Kind, string) {
	v := code
	for _, m := range [...]string{"export ", "readonly ", "declare ", "local "} {
		v = strings.TrimPrefix(v, m)
	}
	if w, rest := word(v); w != "" && strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") {
		return Var, w
	}
	i := strings.Index(code, "()")
	if i <= 0 {
		return "", ""
	}
	name := strings.TrimRight(strings.TrimPrefix(code[:i], "function "), " ")
	if strings.ContainsAny(name, " \t$=\"'(;|&") {
		return "", ""
	}
	return Function, name
}

// luaSpecial finds "M.f = function(" and "local x = require('y')".
func luaSpecial(t, code string) (Kind, string) {
	left, right, ok := strings.Cut(code, "=")
	if !ok {
		return "", ""
	}
	right = strings.TrimSpace(right)
	left = strings.TrimSpace(strings.TrimPrefix(left, "local "))
	switch {
	case strings.HasPrefix(right, "function"):
		return Function, left
	case strings.HasPrefix(right, "require"):
		_, arg, _ := strings.Cut(t, "require")
		return Import, strings.Trim(arg, `"'() `)
	}
	return "", ""
}

// erlangSpecial finds "name(Args) ->" at the start of a line.
func erlangSpecial(_, code string) (Kind, string) {
	w, rest := word(code)
	isAtom := w != "" && w[0] >= 'a' && w[0] <= 'z'
	if isAtom && strings.HasPrefix(rest, "(") && strings.Contains(rest, "->") {
		return Function, w
	}
	return "", ""
}

// haskellSpecial finds "name :: Type" at the start of a line.
func haskellSpecial(_, code string) (Kind, string) {
	w, rest := word(code)
	rest = strings.TrimLeft(rest, " '")
	if w != "" && (strings.HasPrefix(rest, ":: ") || strings.HasPrefix(rest, ": ")) {
		return Function, w
	}
	return "", ""
}

// hclSpecial finds blocks such as resource "kind" "name" {.
func hclSpecial(t, code string) (Kind, string) {
	before, _, ok := strings.Cut(code, "{")
	if !ok || strings.Contains(before, "=") || !strings.HasSuffix(code, "{") && !strings.HasSuffix(code, "}") {
		return "", ""
	}
	head, _, _ := strings.Cut(t, "{")
	head = strings.TrimSpace(head)
	return Section, strings.ReplaceAll(strings.ReplaceAll(head, `" "`, "."), `"`, "")
}

// zigSpecial finds "const Name = struct {" and the like, and names tests.
func zigSpecial(t, code string) (Kind, string) {
	if rest, ok := strings.CutPrefix(t, "test "); ok {
		return Test, strings.Trim(strings.TrimRight(rest, " {"), `"`)
	}
	rest, ok := strings.CutPrefix(strings.TrimPrefix(code, "pub "), "const ")
	name, value, assigned := strings.Cut(rest, " = ")
	if !ok || !assigned {
		return "", ""
	}
	value = strings.TrimPrefix(strings.TrimPrefix(value, "extern "), "packed ")
	for _, k := range [...]Kind{Struct, Enum, Union} {
		after, ok := strings.CutPrefix(value, string(k))
		if ok && (strings.HasPrefix(after, " {") || strings.HasPrefix(after, "(")) {
			return k, name
		}
	}
	return "", ""
}

// lispSpecial finds (defun f, (def x, (ns a.b and the like.
func lispSpecial(_, code string) (Kind, string) {
	form, ok := strings.CutPrefix(code, "(")
	if !ok {
		return "", ""
	}
	f := strings.Fields(form)
	if len(f) < 2 || !strings.HasPrefix(f[0], "def") && f[0] != "ns" {
		return "", ""
	}
	return lispKind(f[0], f[1]), strings.Trim(f[1], "()")
}

// lispKind returns the kind of a form's definition. "(define (f x)" defines a function, "(define x" a variable.
func lispKind(word, name string) Kind {
	switch word {
	case "ns", "defmodule", "defpackage":
		return Module
	case "defn", "defun", "defn-", "defmethod":
		return Function
	case "define":
		if strings.HasPrefix(name, "(") {
			return Function
		}
	case "defmacro":
		return Macro
	case "defrecord", "defstruct", "deftype", "defclass", "defprotocol":
		return Struct
	}
	return Var
}

// rSpecial finds "name <- function(".
func rSpecial(_, code string) (Kind, string) {
	if rest, ok := strings.CutPrefix(code, "library("); ok {
		return Import, strings.Trim(rest, ")")
	}
	left, right, ok := strings.Cut(code, "<-")
	if !ok {
		left, right, ok = strings.Cut(code, " = ")
	}
	if ok && strings.HasPrefix(strings.TrimSpace(right), "function") {
		return Function, strings.TrimSpace(left)
	}
	return "", ""
}
