package syntax

import (
	"slices"
	"strings"
)

// A mark is a line that only one of the languages of an extension has: one that starts with one of the words, has one
// of them in it, or that the function matches.
type mark struct {
	lang     Language
	starts   []string // indentation aside
	contains []string
	match    func(line string) bool
}

// found reports whether a line has the mark.
func (m *mark) found(line string) bool {
	if startsWithAny(strings.TrimLeft(line, " \t"), m.starts) {
		return true
	}
	for _, w := range m.contains {
		if strings.Contains(line, w) {
			return true
		}
	}
	return m.match != nil && m.match(line)
}

// marksOf returns the marks of an extension's languages. The first line of a text that has any of them decides.
func marksOf(ext string) []mark {
	for i := range extensionMarks {
		for _, e := range extensionMarks[i].exts {
			if e == ext {
				return extensionMarks[i].marks
			}
		}
	}
	return nil
}

// extensionMarks are the marks for the extensions whose language matters.
var extensionMarks = [...]struct {
	exts  []string
	marks []mark
}{
	{exts: []string{".h"}, marks: []mark{
		{lang: "Objective-C", starts: []string{
			"@interface ", "@protocol ", "@class ", "@property ", "@end", "#import ",
		}},
		{lang: "C++", match: isCPlusPlus},
	}},
	{exts: []string{".inc"}, marks: []mark{
		{lang: "PHP", starts: []string{"<?"}},
		{lang: "C++", starts: []string{"#include", "#define", "#if", "#pragma", "template <", "namespace "}},
		{lang: "BitBake", starts: []string{"SUMMARY ", "LICENSE ", "SRC_URI", "DEPENDS ", "inherit "}},
		{lang: "Pascal", starts: []string{"{$", "procedure ", "unit "}},
		{lang: "Assembly", starts: []string{"%macro", "%define", "macro ", "global "}},
		{lang: "SQL", starts: []string{"CREATE TABLE", "INSERT INTO", "create table", "insert into"}},
	}},
	{exts: []string{".m"}, marks: []mark{
		{lang: "Objective-C", starts: []string{
			"@interface ", "@implementation ", "@protocol ", "#import ", "#include ", "@end", "//",
		}},
		{lang: "Mercury", starts: []string{":- module"}},
		{lang: "Wolfram Language", starts: []string{"(*", "BeginPackage["}},
		{lang: "MATLAB", starts: []string{"%", "function ", "classdef "}},
	}},
	{exts: []string{".pl", ".pm", ".t"}, marks: []mark{
		{lang: "Raku", starts: []string{"use v6", "grammar ", "unit class", "unit module"}},
		{lang: "X PixMap", starts: []string{"/* XPM */"}},
		{lang: "Prolog", starts: []string{":- "}},
		{lang: "Perl", starts: []string{"use strict", "use warnings", "use ", "package ", "my ", "sub ", "our "}},
	}},
	{exts: []string{".php", ".hh"}, marks: []mark{
		{lang: "Hack", starts: []string{"<?hh"}},
	}},
	{exts: []string{".rs"}, marks: []mark{
		{lang: "RenderScript", starts: []string{"#pragma rs", "#pragma version"}},
	}},
	{exts: []string{".md"}, marks: []mark{
		{lang: "GCC Machine Description", starts: []string{"(define_"}},
	}},
	{exts: []string{".cs"}, marks: []mark{
		{lang: "Smalltalk", contains: []string{" methodsFor: "}},
	}},
	{exts: []string{".v"}, marks: []mark{
		{lang: "Rocq Prover", starts: []string{
			"Require ", "From ", "Theorem ", "Lemma ", "Definition ", "Proof.", "Inductive ",
		}},
		{lang: "Verilog", starts: []string{
			"`", "endmodule", "always ", "assign ", "input ", "output ", "wire ", "reg ",
		}},
		{lang: "V", starts: []string{"fn ", "pub fn ", "import ", "struct ", "pub struct "}},
	}},
	{exts: []string{".d"}, marks: []mark{
		{lang: "DTrace", starts: []string{"#pragma D", "dtrace:", "BEGIN"}},
		{lang: "D", starts: []string{"module ", "import ", "void ", "class ", "struct "}},
		{lang: "Makefile", match: isRuleGoingOn},
	}},
	{exts: []string{".fs"}, marks: []mark{
		{lang: "GLSL", starts: []string{"#version", "precision ", "uniform ", "void main", "varying "}},
		{lang: "F#", starts: []string{"module ", "namespace ", "open ", "let ", "type "}},
		{lang: "Forth", starts: []string{": "}},
	}},
	{exts: []string{".ml"}, marks: []mark{
		{lang: "OCaml", starts: []string{"open ", "module ", "let "}},
		{lang: "Standard ML", starts: []string{"structure ", "fun "}},
	}},
	{exts: []string{".es"}, marks: []mark{
		{lang: "Erlang", starts: []string{"%%", "main("}},
	}},
	{exts: []string{".r"}, marks: []mark{
		{lang: "R", contains: []string{"<-"}},
		{lang: "Rebol", starts: []string{"REBOL", "Rebol"}},
	}},
	{exts: []string{".sql"}, marks: []mark{
		{lang: "PLpgSQL", contains: []string{"plpgsql", "LANGUAGE 'plpgsql'"}},
	}},
	{exts: []string{".lean"}, marks: []mark{
		{lang: "Lean 4", starts: []string{"import Mathlib", "import Lean"}},
	}},
	{exts: []string{".cfg"}, marks: []mark{
		{lang: "HAProxy", starts: []string{"frontend ", "backend "}},
	}},
	{exts: []string{".properties"}, marks: []mark{
		{lang: "INI", match: isSectionLine},
	}},
	{exts: []string{".sol"}, marks: []mark{
		{lang: "Solidity", starts: []string{"pragma solidity", "contract ", "// SPDX"}},
		{lang: "Gerber Image", starts: []string{"%FS", "G04 "}},
	}},
	{exts: []string{".cls"}, marks: []mark{
		{lang: "TeX", starts: []string{`\`, "%"}},
		{lang: "Apex", starts: []string{
			"public class", "global class", "public with sharing", "@isTest", "@IsTest",
		}},
		{lang: "Visual Basic 6.0", starts: []string{"VERSION "}},
	}},
}

// isRuleGoingOn reports whether a line starts a make rule that goes on in the next line, as lists of dependencies do.
func isRuleGoingOn(line string) bool {
	return strings.HasSuffix(line, `\`) && strings.Contains(line, ": ")
}

// isSectionLine reports whether a line is an INI file's "[section]".
func isSectionLine(line string) bool {
	return strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]")
}

// cppStarts and cppAlone are lines that C++ has and C hasn't: by their start, and whole.
var (
	cppStarts = []string{"template<", "template <", "namespace ", "using namespace ", "try {", "catch ("}
	cppAlone  = []string{"public:", "private:", "protected:"}
)

// isCPlusPlus reports whether a line is one that a C header doesn't have. What #ifdef __cplusplus encloses in C
// headers is no sign.
func isCPlusPlus(line string) bool {
	s := strings.TrimLeft(line, " \t")
	if strings.Contains(s, "std::") || startsWithAny(s, cppStarts) || slices.Contains(cppAlone, s) {
		return true
	}
	if name, ok := strings.CutPrefix(s, "class "); ok {
		return name != "" && isWordByte(name[0])
	}
	directive, ok := strings.CutPrefix(s, "#")
	return ok && includesCPlusPlus(strings.TrimLeft(directive, " \t"))
}

// includesCPlusPlus reports whether a directive of the preprocessor includes one of C++'s own headers.
func includesCPlusPlus(directive string) bool {
	header, ok := strings.CutPrefix(directive, "include <")
	if !ok {
		return false
	}
	switch name, _, _ := strings.Cut(header, ">"); name {
	case "algorithm", "array", "atomic", "bitset", "chrono", "cstdint", "cstdlib", "cstring", "deque", "functional",
		"iostream", "istream", "iterator", "list", "map", "memory", "mutex", "optional", "ostream", "queue", "set",
		"sstream", "stack", "string", "string_view", "tuple", "type_traits", "unordered_map", "unordered_set",
		"utility", "variant", "vector":
		return true
	}
	return false
}
