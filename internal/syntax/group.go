package syntax

import "strings"

// inGroup handles the lines of Go's import ( ... ), const ( ... ) and the like. It reports false outside of them.
func (s *Scanner) inGroup(indent int, t string) bool {
	group := s.code.group
	if group == "" || indent == 0 {
		return false
	}
	if group == Import {
		if q := strings.IndexAny(t, "\"`"); q >= 0 {
			name, _, _ := strings.Cut(t[q+1:], t[q:q+1])
			s.single(indent, Import, name)
		}
		return true
	}
	if indent != 4 {
		return true // it continues the lines above
	}
	if name, rest := word(t); name != "" {
		if group == Type {
			group = goType(rest)
		}
		s.begin(indent, group, name, s.n, s.code.lastCode)
	}
	return true
}

// goType is the kind of a Go type by what follows its name.
func goType(rest string) Kind {
	switch {
	case strings.Contains(rest, "struct {"), strings.Contains(rest, "struct{"):
		return Struct
	case strings.Contains(rest, "interface {"), strings.Contains(rest, "interface{"):
		return Interface
	}
	return Type
}
