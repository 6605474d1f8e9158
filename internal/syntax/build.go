package syntax

import "strings"

// rules finds the targets and variables of a makefile.
type rules struct {
	s      *Scanner
	define bool
}

func (r *rules) line(line string) {
	if r.define {
		r.define = !strings.HasPrefix(line, "endef")
		return
	}
	if line == "" || line[0] == '\t' || line[0] == ' ' || line[0] == '#' {
		return
	}
	if name, ok := strings.CutPrefix(line, "define "); ok {
		r.define = true
		r.s.add(0, Var, name, r.s.n)
		return
	}
	if p, ok := strings.CutPrefix(strings.TrimPrefix(line, "-"), "include "); ok {
		r.s.single(0, Import, p)
		return
	}
	i := strings.IndexAny(line, ":=")
	if i <= 0 {
		return
	}
	name := strings.TrimSpace(strings.TrimRight(line[:i], "+?!"))
	if line[i] == ':' && !strings.HasPrefix(line[i:], ":=") && !strings.HasPrefix(line[i:], "::=") {
		if !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "$(eval") {
			r.s.add(0, Rule, name, r.s.n)
		}
		return
	}
	name = strings.TrimPrefix(strings.TrimPrefix(name, "export "), "override ")
	if !strings.ContainsAny(name, " \t()") {
		r.s.single(0, Var, name)
	}
}

// stages finds the stages of a Dockerfile.
type stages struct{ s *Scanner }

func (d *stages) line(line string) {
	w := strings.Fields(line)
	if len(w) >= 2 && strings.EqualFold(w[0], "FROM") {
		d.s.add(0, Rule, strings.Join(w[1:], " "), d.s.n)
	}
}
