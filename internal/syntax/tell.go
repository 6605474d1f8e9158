package syntax

import (
	"bytes"
	"slices"
	"strings"
)

// tell decides between the languages that share an extension, given as "A|B|C" with the most common first.
func tell(ext, langs string, head []byte) Language {
	list := strings.Split(langs, "|")
	has := func(l string) bool { return slices.Contains(list, l) }
	text := bytes.TrimLeft(head, "\ufeff \t\r\n")
	switch {
	case has("XML") && (bytes.HasPrefix(text, []byte("<?xml")) || bytes.HasPrefix(text, []byte("<!DOCTYPE "))):
		return "XML"
	case ext == ".plist" && len(text) > 0 && !bytes.HasPrefix(text, []byte("<")):
		return "OpenStep Property List"
	}
	if rules := marks(ext); len(rules) > 0 {
		for line := range bytes.Lines(head) {
			s := strings.TrimRight(string(line), "\r\n")
			for _, r := range rules {
				if r.match(s) {
					return r.lang
				}
			}
		}
	}
	if list[0] == "Roff" {
		return tellRoff(head)
	}
	if l := modeline(head); l != "" && has(string(l)) {
		return l
	}
	if l := shebang(head); l != "" && has(string(l)) {
		return l
	}
	return Language(list[0])
}

// mark is a line that only one of an extension's languages has.
type mark struct {
	lang  Language
	match func(line string) bool
}

func starts(words ...string) func(string) bool {
	return func(line string) bool {
		line = strings.TrimLeft(line, " \t")
		for _, w := range words {
			if strings.HasPrefix(line, w) {
				return true
			}
		}
		return false
	}
}

func contains(words ...string) func(string) bool {
	return func(line string) bool {
		for _, w := range words {
			if strings.Contains(line, w) {
				return true
			}
		}
		return false
	}
}

// marks returns the lines that tell, for the extensions where it matters which language it is. The first line of the
// text that matches any of them decides.
func marks(ext string) []mark {
	switch ext {
	case ".h":
		return []mark{
			{"Objective-C", starts("@interface ", "@protocol ", "@class ", "@property ", "@end", "#import ")},
			{"C++", isCPlusPlus},
		}
	case ".inc":
		return []mark{
			{"PHP", starts("<?")},
			{"C++", starts("#include", "#define", "#if", "#pragma", "template <", "namespace ")},
			{"BitBake", starts("SUMMARY ", "LICENSE ", "SRC_URI", "DEPENDS ", "inherit ")},
			{"Pascal", starts("{$", "procedure ", "unit ")},
			{"Assembly", starts("%macro", "%define", "macro ", "global ")},
			{"SQL", starts("CREATE TABLE", "INSERT INTO", "create table", "insert into")},
		}
	case ".m":
		return []mark{
			{"Objective-C", starts("@interface ", "@implementation ", "@protocol ", "#import ", "#include ", "@end", "//")},
			{"Mercury", starts(":- module")},
			{"Wolfram Language", starts("(*", "BeginPackage[")},
			{"MATLAB", starts("%", "function ", "classdef ")},
		}
	case ".pl", ".pm", ".t":
		return []mark{
			{"Raku", starts("use v6", "grammar ", "unit class", "unit module")},
			{"X PixMap", starts("/* XPM */")},
			{"Prolog", starts(":- ")},
			{"Perl", starts("use strict", "use warnings", "use ", "package ", "my ", "sub ", "our ")},
		}
	case ".php", ".hh":
		return []mark{{"Hack", starts("<?hh")}}
	case ".rs":
		return []mark{{"RenderScript", starts("#pragma rs", "#pragma version")}}
	case ".md":
		return []mark{{"GCC Machine Description", starts("(define_")}}
	case ".cs":
		return []mark{{"Smalltalk", contains(" methodsFor: ")}}
	case ".v":
		return []mark{
			{"Rocq Prover", starts("Require ", "From ", "Theorem ", "Lemma ", "Definition ", "Proof.", "Inductive ")},
			{"Verilog", starts("`", "endmodule", "always ", "assign ", "input ", "output ", "wire ", "reg ")},
			{"V", starts("fn ", "pub fn ", "import ", "struct ", "pub struct ")},
		}
	case ".d":
		return []mark{
			{"DTrace", starts("#pragma D", "dtrace:", "BEGIN")},
			{"D", starts("module ", "import ", "void ", "class ", "struct ")},
			{"Makefile", func(l string) bool { return strings.HasSuffix(l, `\`) && strings.Contains(l, ": ") }},
		}
	case ".fs":
		return []mark{
			{"GLSL", starts("#version", "precision ", "uniform ", "void main", "varying ")},
			{"F#", starts("module ", "namespace ", "open ", "let ", "type ")},
			{"Forth", starts(": ")},
		}
	case ".ml":
		return []mark{{"OCaml", starts("open ", "module ", "let ")}, {"Standard ML", starts("structure ", "fun ")}}
	case ".es":
		return []mark{{"Erlang", starts("%%", "main(")}}
	case ".r":
		return []mark{{"R", contains("<-")}, {"Rebol", starts("REBOL", "Rebol")}}
	case ".s", ".asm", ".i":
		return nil
	case ".sql":
		return []mark{{"PLpgSQL", contains("plpgsql", "LANGUAGE 'plpgsql'")}}
	case ".lean":
		return []mark{{"Lean 4", starts("import Mathlib", "import Lean")}}
	case ".cfg":
		return []mark{{"HAProxy", starts("frontend ", "backend ")}}
	case ".properties":
		return []mark{{"INI", func(l string) bool { return strings.HasPrefix(l, "[") && strings.HasSuffix(l, "]") }}}
	case ".sol":
		return []mark{{"Solidity", starts("pragma solidity", "contract ", "// SPDX")}, {"Gerber Image", starts("%FS", "G04 ")}}
	case ".cls":
		return []mark{
			{"TeX", starts(`\`, "%")},
			{"Apex", starts("public class", "global class", "public with sharing", "@isTest", "@IsTest")},
			{"Visual Basic 6.0", starts("VERSION ")},
		}
	}
	return nil
}

// isCPlusPlus reports what a C header doesn't have. What stands behind #ifdef __cplusplus in C headers is no sign.
func isCPlusPlus(line string) bool {
	s := strings.TrimLeft(line, " \t")
	switch {
	case strings.Contains(s, "std::"):
		return true
	case strings.HasPrefix(s, "template<"), strings.HasPrefix(s, "template <"), strings.HasPrefix(s, "namespace "),
		strings.HasPrefix(s, "using namespace "), strings.HasPrefix(s, "try {"), strings.HasPrefix(s, "catch ("):
		return true
	case s == "public:", s == "private:", s == "protected:":
		return true
	case strings.HasPrefix(s, "class ") && len(s) > 6 && isWordByte(s[6]):
		return true
	case strings.HasPrefix(s, "#"):
		s = strings.TrimLeft(s[1:], " \t")
		if s, ok := strings.CutPrefix(s, "include <"); ok {
			switch name, _, _ := strings.Cut(s, ">"); name {
			case "algorithm", "array", "atomic", "bitset", "chrono", "cstdint", "cstdlib", "cstring", "deque", "functional", "iostream",
				"istream", "iterator", "list", "map", "memory", "mutex", "optional", "ostream", "queue", "set", "sstream", "stack",
				"string", "string_view", "tuple", "type_traits", "unordered_map", "unordered_set", "utility", "variant", "vector":
				return true
			}
		}
	}
	return false
}

// tellRoff tells manual pages from other texts whose names end in a digit.
func tellRoff(head []byte) Language {
	roff := false
	for line := range bytes.Lines(head) {
		switch {
		case bytes.HasPrefix(line, []byte(".TH ")), bytes.HasPrefix(line, []byte(".Dd ")), bytes.HasPrefix(line, []byte(".Dt ")),
			bytes.HasPrefix(line, []byte("'TH ")):
			return "Roff Manpage"
		case len(line) > 3 && line[0] == '.' && (isLetter(line[1]) || line[1] == '\\'):
			roff = true
		}
	}
	if roff || len(head) == 0 {
		return "Roff"
	}
	return "Text"
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isWordByte(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' || c == '_' || c >= 0x80 }
