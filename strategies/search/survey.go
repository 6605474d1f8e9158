package search

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

// survey looks at every line.
func survey(lines strategies.Lines, q query) shapes {
	s := surveyor{shapes: shapes{known: map[string]struct{}{}}, dash: q.dash(), fresh: true}
	if q.path != "" {
		s.folder = strings.TrimSuffix(q.path, "/") + "/"
	}
	for line := range lines.All() {
		s.line(line.Text)
	}
	s.prune()
	return s.shapes
}

// surveyor counts the shapes of lines in order.
type surveyor struct {
	shapes
	folder string // the one path that was searched, with a slash; "" for none
	dash   bool   // context lines look like path:12-text
	head   string // the line before, if it may be a heading
	fresh  bool   // no line is above, or a blank one, as above a heading
}

// line takes the next line.
func (s *surveyor) line(l string) {
	above := s.fresh
	s.fresh = false
	switch {
	case strings.TrimSpace(l) == "":
		s.head, s.fresh = "", true
		return
	case l == "--":
		s.separators++
		return
	case isMark(l):
		s.marks++
		return
	case isHeader(l), isNotice(l):
		return
	}
	if bad, sure := isTrouble(l); bad && sure {
		s.troubles++
		return
	}
	s.lines++
	if s.folder != "" && strings.HasPrefix(l, s.folder) {
		s.under++
	}
	s.look(l, &s.head, s.dash)
	if _, _, _, ok := headed(l); !ok && above && !indented(l) {
		s.head = l // a file's name needs no dot: LICENSE
	}
}

// indented reports whether a line starts with a blank.
func indented(l string) bool { return l[0] == ' ' || l[0] == '\t' }

// look counts the shapes of one line.
func (s *shapes) look(l string, head *string, dash bool) {
	if l[0] == '{' && (strings.HasPrefix(l, `{"type":"`) || strings.HasSuffix(l, `"type":"summary"}`)) {
		s.json++
		return
	}
	if _, _, _, ok := headed(l); ok {
		s.no++
		if *head != "" {
			s.heads++
			*head = ""
		}
		return
	}
	*head = ""
	if at, _, _ := numbered(l, dash); at > 0 {
		s.pathNo++
		s.know(l[:at-1])
	} else if at, _, _ := contextLine(l, looksPath); at > 0 {
		s.pathNo++
	}
	if i := pathColon(l); i > 0 {
		if looksPath(l[:i]) {
			s.path++
			s.know(l[:i])
		}
		if n, rest := digits(l[i+1:]); n > 0 && rest == "" {
			s.counts++
		}
	} else if looksPath(l) {
		s.onlyPath++
		*head = l
	}
	if p := headingPath(l); p != "" {
		*head = p
	}
	if n, rest := digits(l); n > 0 && rest == "" {
		s.counts++
	}
}

// know remembers a path.
func (s *shapes) know(path string) {
	if _, ok := s.known[path]; !ok && len(s.known) < maxKnown && len(path) <= 1024 {
		s.known[strings.Clone(path)] = struct{}{}
	}
}

// prune removes false paths: a path with the start of a context line after it. In "a.go-12-see b.go:3: x", the file is
// a.go.
func (s *shapes) prune() {
	for p := range s.known {
		for i := 1; i < len(p); i++ {
			if p[i] != '-' && p[i] != '=' {
				continue
			}
			if _, ok := s.known[p[:i]]; ok {
				delete(s.known, p)
				break
			}
		}
	}
}
