package syntax

import "strings"

// assembly finds the routines and macros of assembly. In a file with Go's TEXT lines, labels are places within
// routines; otherwise labels that aren't local are routines:
//
//	TEXT runtime·gogo(SB), NOSPLIT, $0-8    function gogo
//	memcpy:                                 function memcpy
//	.Lloop:                                 local
//	.macro SAVE_ALL                         macro SAVE_ALL
type assembly struct {
	s        *Scanner
	hasTexts bool
	code     int // the last line that is no comment
	doc      int // the first line of the comment above, 0 for none
}

// line takes the next line.
func (a *assembly) line(line string) {
	t := strings.TrimSpace(line)
	switch {
	case t == "":
		a.doc = 0
		return
	case isAssemblyComment(t):
		if a.doc == 0 {
			a.doc = a.s.n
		}
		return
	}
	if kind, name := a.defined(line); name != "" {
		a.s.close(0, a.code)
		sym := a.s.add(0, kind, name, a.s.n)
		if a.doc > 0 {
			sym.Doc = a.doc
		}
	}
	a.code, a.doc = a.s.n, 0
}

// defined returns the symbol that a line defines, "" for none. All except macros start at the margin.
func (a *assembly) defined(line string) (Kind, string) {
	first, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	next, _, _ := strings.Cut(strings.TrimLeft(rest, " \t"), " ")
	next = strings.TrimRight(next, ",")
	switch {
	case line[0] == ' ', line[0] == '\t', first == ".macro":
		if first == ".macro" {
			return Macro, next
		}
	case first == "TEXT":
		name, _, ok := strings.Cut(next, "(")
		a.hasTexts = a.hasTexts || ok
		name, _, _ = strings.Cut(name, "<") // <> and <ABIInternal>
		if i := strings.LastIndex(name, "·"); i >= 0 {
			name = name[i+len("·"):] // less the package
		}
		return Function, name
	case !a.hasTexts:
		name, _, ok := strings.Cut(first, ":")
		if ok && isLabel(name) {
			return Function, name
		}
	}
	return "", ""
}

// isLabel reports whether a name is a label that other files may use: .L1, 1 and L$2 are local.
func isLabel(name string) bool {
	return name != "" && (isLetter(name[0]) || name[0] == '_') && !strings.ContainsAny(name, "$ \t\"'") &&
		(name[0] != 'L' || len(name) > 1 && !isDigit(name[1]))
}

// isAssemblyComment reports whether a line is nothing but a comment, in any of the assemblers' ways.
func isAssemblyComment(t string) bool {
	if t[0] == ';' || t[0] == '@' || t[0] == '*' || strings.HasPrefix(t, "//") || strings.HasPrefix(t, "/*") {
		return true
	}
	return t[0] == '#' && (len(t) == 1 || t[1] == ' ' || t[1] == '#')
}
