package syntax

import "strings"

// scriptExtra finds functions that are values: const f = (a) => ..., f: function () ..., exports.f = async function.
func scriptExtra(t, code string) (Kind, string) {
	if _, r, ok := strings.Cut(code, "const enum "); ok {
		name, _ := word(r)
		return Enum, name
	}
	if strings.HasPrefix(code, "module.exports") {
		return "", ""
	}
	if r, ok := strings.CutPrefix(code, "const "); ok && strings.Contains(r, "= require(") {
		_, arg, _ := strings.Cut(t, "require(")
		return Import, strings.Trim(arg, `"'); `)
	}
	i := strings.Index(code, "=")
	if j := strings.Index(code, ": "); j >= 0 && strings.HasPrefix(code[j:], ": function") {
		name, _ := word(code)
		return Method, name
	}
	if i < 1 || i+1 >= len(code) || strings.IndexByte("=>", code[i+1]) >= 0 || strings.IndexByte("=!<>+-", code[i-1]) >= 0 {
		return "", ""
	}
	left, right := strings.TrimSpace(code[:i]), strings.TrimSpace(code[i+1:])
	right = strings.TrimPrefix(right, "async ")
	arrow := strings.Contains(right, "=>") && (strings.HasPrefix(right, "(") || isArrow(right)) || right == "(" || right == "async ("
	if !strings.HasPrefix(right, "function") && !arrow {
		return "", ""
	}
	if strings.HasPrefix(right, "(") && !strings.HasSuffix(right, "{") && !arrow {
		return "", ""
	}
	for _, m := range [...]string{"export ", "const ", "let ", "var ", "static ", "private ", "public ", "readonly ", "protected "} {
		left = strings.TrimPrefix(left, m)
	}
	left, _, _ = strings.Cut(left, ":")
	if strings.ContainsAny(left, " ({[") || left == "" {
		return "", ""
	}
	return Function, lastPart(strings.TrimSpace(left))
}

func isArrow(s string) bool {
	w, rest := word(s)
	return w != "" && strings.HasPrefix(strings.TrimLeft(rest, " "), "=>")
}

// objcMethod finds "- (void)name:(id)x {" and "+ (instancetype)make;".
func objcMethod(t, code string) (Kind, string) {
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

// assignExtra finds "NAME = value" and "name: type = value" at the start of a line.
func assignExtra(t, code string) (Kind, string) {
	w, rest := word(code)
	if w == "" || w[0] >= '0' && w[0] <= '9' {
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

// shellExtra finds "name() {" and "name=value".
func shellExtra(t, code string) (Kind, string) {
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

// luaExtra finds "M.f = function(" and "local x = require('y')".
func luaExtra(t, code string) (Kind, string) {
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

// erlangExtra finds "name(Args) ->" at the start of a line.
func erlangExtra(t, code string) (Kind, string) {
	w, rest := word(code)
	if w != "" && w[0] >= 'a' && w[0] <= 'z' && strings.HasPrefix(rest, "(") && strings.Contains(rest, "->") {
		return Function, w
	}
	return "", ""
}

// haskellExtra finds "name :: Type" at the start of a line.
func haskellExtra(t, code string) (Kind, string) {
	w, rest := word(code)
	if rest = strings.TrimLeft(rest, " '"); w != "" && (strings.HasPrefix(rest, ":: ") || strings.HasPrefix(rest, ": ")) {
		return Function, w
	}
	return "", ""
}

// sqlExtra finds what CREATE makes.
func sqlExtra(t, code string) (Kind, string) {
	f := strings.Fields(code)
	if len(f) < 3 || !strings.EqualFold(f[0], "create") {
		return "", ""
	}
	for i, w := range f[1:] {
		var k Kind
		switch strings.ToLower(w) {
		case "table", "view", "type", "sequence", "domain", "schema", "database":
			k = Struct
		case "function", "procedure", "trigger":
			k = Function
		case "index":
			k = Key
		default:
			continue
		}
		rest := f[i+2:]
		for len(rest) > 0 && (strings.EqualFold(rest[0], "if") || strings.EqualFold(rest[0], "not") || strings.EqualFold(rest[0], "exists")) {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return "", ""
		}
		name, _, _ := strings.Cut(rest[0], "(")
		return k, strings.Trim(name, "\"`[];")
	}
	return "", ""
}

// hclExtra finds blocks such as resource "kind" "name" {.
func hclExtra(t, code string) (Kind, string) {
	before, _, ok := strings.Cut(code, "{")
	if !ok || strings.Contains(before, "=") || !strings.HasSuffix(code, "{") && !strings.HasSuffix(code, "}") {
		return "", ""
	}
	head, _, _ := strings.Cut(t, "{")
	head = strings.TrimSpace(head)
	return Section, strings.ReplaceAll(strings.ReplaceAll(head, `" "`, "."), `"`, "")
}

// zigExtra finds "const Name = struct {" and its kin, and names tests.
func zigExtra(t, code string) (Kind, string) {
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
		if after, ok := strings.CutPrefix(value, string(k)); ok && (strings.HasPrefix(after, " {") || strings.HasPrefix(after, "(")) {
			return k, name
		}
	}
	return "", ""
}

// lispExtra finds (def..., (ns and their kin.
func lispExtra(t, code string) (Kind, string) {
	r, ok := strings.CutPrefix(code, "(")
	if !ok {
		return "", ""
	}
	f := strings.Fields(r)
	if len(f) < 2 || !strings.HasPrefix(f[0], "def") && f[0] != "ns" {
		return "", ""
	}
	name := strings.Trim(f[1], "()")
	switch {
	case f[0] == "ns" || f[0] == "defmodule" || f[0] == "defpackage":
		return Module, name
	case f[0] == "defn" || f[0] == "defun" || f[0] == "defn-" || f[0] == "defmethod" || f[0] == "define" && strings.HasPrefix(f[1], "("):
		return Function, name
	case f[0] == "defmacro":
		return Macro, name
	case f[0] == "defrecord" || f[0] == "defstruct" || f[0] == "deftype" || f[0] == "defclass" || f[0] == "defprotocol":
		return Struct, name
	}
	return Var, name
}

// rExtra finds "name <- function(".
func rExtra(t, code string) (Kind, string) {
	if strings.HasPrefix(code, "library(") {
		return Import, strings.Trim(code[8:], ")")
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
