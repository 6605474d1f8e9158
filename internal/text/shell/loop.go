package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Loop is a loop over files, not all of whose names are in the line.
type Loop struct {
	Items []string // names, and patterns such as src/*.go
	Known bool     // the names come from nothing but Items
	// Body is what one round prints, with its variable set to name.
	Body func(name string) ([]Part, bool)
}

// Holds reports whether a loop may have run over a name: one in the line, one that fits a pattern of the line, or, if
// names come from elsewhere, one that could be a path.
func (l *Loop) Holds(name string) bool {
	for _, item := range l.Items {
		if ok, err := path.Match(item, name); ok && err == nil || item == name {
			return true
		}
	}
	return !l.Known && !strings.ContainsAny(name, " \t") && strings.ContainsAny(name, "./")
}

// loop adds the rounds of a for loop, if the line lists its items.
func (p *parter) loop(s *syntax.Stmt, c *syntax.ForClause) {
	words, ok := c.Loop.(*syntax.WordIter) // not for ((;;))
	isInner := p.vars != nil || p.open != ""
	if !ok || isInner || len(s.Redirs) > 0 {
		p.failed = true
		return
	}
	if !words.InPos.IsValid() { // over the arguments of the script
		p.failed = true
		return
	}
	name := words.Name.Value
	l, literal := p.loopOver(words)
	l.Body = func(value string) ([]Part, bool) {
		q := &parter{src: p.src, vars: map[string]string{name: value}, depth: p.depth}
		q.list(c.Do)
		return q.parts, !q.failed && len(q.parts) > 0
	}
	if literal {
		p.rounds(l)
	} else {
		p.unknownRounds(l, name, c.Do)
	}
}

// loopOver reads the items of a loop. literal means that they are all names.
func (p *parter) loopOver(words *syntax.WordIter) (l *Loop, literal bool) {
	w := &walker{src: p.src}
	l, literal = &Loop{Known: true}, true
	for _, word := range words.Items {
		item := w.word(word)
		l.Items = append(l.Items, item)
		switch {
		case !isLiteral(word), strings.ContainsAny(item, "{~"):
			l.Known, literal = false, false
		case strings.ContainsAny(item, "*?["):
			literal = false
		}
	}
	return l, literal
}

// rounds adds the output of a loop over known names, round by round.
func (p *parter) rounds(l *Loop) {
	for _, item := range l.Items {
		round, ok := l.Body(item)
		if p.failed = p.failed || !ok || len(p.parts)+len(round) > maxParts; p.failed {
			return
		}
		p.parts = append(p.parts, round...)
	}
}

// unknownRounds adds a loop that starts each round by printing the name that it is at, and fails for any other.
func (p *parter) unknownRounds(l *Loop, name string, body []*syntax.Stmt) {
	before := len(p.parts)
	p.open = name
	p.list(body)
	p.open = ""
	if p.failed || len(p.parts) == before {
		p.failed = true
		return
	}
	says := p.parts[before].Says
	if says == nil || !says.Var {
		p.failed = true
		return
	}
	p.parts = append(p.parts[:before], Part{Says: says, Loop: l})
}

// isLiteral reports whether a word has nothing that the shell must look up, patterns aside.
func isLiteral(word *syntax.Word) bool {
	for _, part := range word.Parts {
		switch q := part.(type) {
		case *syntax.Lit, *syntax.SglQuoted, *syntax.ExtGlob, *syntax.BraceExp:
		case *syntax.DblQuoted:
			for _, in := range q.Parts {
				if _, ok := in.(*syntax.Lit); !ok {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}
