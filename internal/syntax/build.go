package syntax

import "strings"

// makefile finds the targets and variables of a makefile:
//
//	CC = gcc              var CC
//	all: prog             rule all
//	-include config.mk    import config.mk
//	define script         var script, up to endef
type makefile struct {
	s       *Scanner
	defines bool // between define and endef
}

// line takes the next line.
func (m *makefile) line(line string) {
	if m.defines {
		m.defines = !strings.HasPrefix(line, "endef")
		return
	}
	if line == "" || strings.IndexByte("\t #", line[0]) >= 0 {
		return
	}
	if name, ok := strings.CutPrefix(line, "define "); ok {
		m.defines = true
		m.s.add(0, Var, name, m.s.n)
		return
	}
	if p, ok := strings.CutPrefix(strings.TrimPrefix(line, "-"), "include "); ok {
		m.s.single(0, Import, p)
		return
	}
	i := strings.IndexAny(line, ":=")
	if i <= 0 {
		return
	}
	name := strings.TrimSpace(strings.TrimRight(line[:i], "+?!"))
	if isTargetColon(line[i:]) {
		if !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "$(eval") {
			m.s.add(0, Rule, name, m.s.n)
		}
		return
	}
	name = strings.TrimPrefix(strings.TrimPrefix(name, "export "), "override ")
	if !strings.ContainsAny(name, " \t()") {
		m.s.single(0, Var, name)
	}
}

// isTargetColon reports whether a text starts with the colon after a target, and not with := or ::=.
func isTargetColon(s string) bool {
	return s[0] == ':' && !strings.HasPrefix(s, ":=") && !strings.HasPrefix(s, "::=")
}

// dockerfile finds the stages of a Dockerfile: "FROM golang:1.26 AS build" is the rule "golang:1.26 AS build".
type dockerfile struct{ s *Scanner }

// line takes the next line.
func (d *dockerfile) line(line string) {
	w := strings.Fields(line)
	if len(w) >= 2 && strings.EqualFold(w[0], "FROM") {
		d.s.add(0, Rule, strings.Join(w[1:], " "), d.s.n)
	}
}
