package search

import (
	"regexp"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// form is how a search prints what it found.
type form uint8

const (
	formNone   form = iota
	formEmpty       // nothing was found
	formPath        // path:text
	formPathNo      // path:12:text
	formNo          // 12:text, of one file
	formBare        // text, of one file
	formHeads       // a path, and 12:text below it
	formFiles       // paths
	formCounts      // path:12, or 12
	formJSON        // rg --json
)

// shapes counts what the lines of an output look like.
type shapes struct {
	lines      int // those that say something: not blank, not a message
	pathNo     int // path:12:text or path-12-text
	path       int // something like a path, and a colon
	onlyPath   int // something like a path alone
	no         int // 12:text
	counts     int // ends in :12, or is a number
	heads      int // a path on its own with 12:text below
	json       int
	none       int // says that nothing was found
	troubles   int
	separators int
	marks      int
	matching   int // matches the pattern, where that was looked at
	known      map[string]struct{}
}

// maxKnown bounds the paths that are remembered to tell context lines from matches.
const maxKnown = 1 << 16

// survey looks at every line.
func survey(lines strategies.Lines, q query) shapes {
	s := shapes{known: map[string]struct{}{}}
	var re *regexp.Regexp
	if q.program == "" && q.oneFile && q.pattern != "" && len(q.pattern) < 1000 {
		re, _ = regexp.Compile(q.pattern)
	}
	head, fresh := "", true // fresh: nothing stands above, as above a heading
	for line := range lines.All() {
		l := line.Text
		above := fresh
		fresh = false
		switch {
		case strings.TrimSpace(l) == "":
			head, fresh = "", true
			continue
		case l == "--":
			s.separators++
			continue
		case isMark(l):
			s.marks++
			continue
		case isHeader(l):
			if isNone(l) {
				s.none++
			}
			continue
		}
		if _, ok := isNotice(l); ok {
			continue
		}
		if bad, sure := isTrouble(l); bad && sure {
			s.troubles++
			continue
		}
		s.lines++
		if re != nil && s.lines <= 2000 && re.MatchString(l) {
			s.matching++
		}
		s.look(l, &head, q.dash())
		if _, _, _, ok := headed(l); !ok && above && l[0] != ' ' && l[0] != '\t' {
			head = l // a file's name needs no dot: LICENSE
		}
	}
	s.prune()
	return s
}

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

func (s *shapes) know(path string) {
	if _, ok := s.known[path]; !ok && len(s.known) < maxKnown && len(path) <= 1024 {
		s.known[strings.Clone(path)] = struct{}{}
	}
}

// prune forgets what was taken for a path and is a path with the start of a context line behind it: in
// "a.go-12-see b.go:3: x", the file is a.go.
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

// form decides on the form, by the query first and by the shapes where that leaves it open.
func (s *shapes) form(q query) form {
	most := func(n int) bool { return n > 0 && n*10 >= s.lines*8 }
	switch {
	case s.lines == 0 && s.separators == 0:
		return formEmpty
	case s.lines <= 3*s.troubles && s.pathNo+s.path+s.no+s.onlyPath == 0 && q.program != "":
		return formEmpty // error messages and what belongs to them
	case most(s.json):
		return formJSON
	case q.only:
		return formFiles
	case q.counts && most(s.counts):
		return formCounts
	case q.counts:
		return formNone
	case s.heads > 0 && (s.no+s.heads+s.troubles)*10 >= s.lines*8:
		return formHeads
	case most(s.no) && q.paths != yes && (q.numbers != no || s.pathNo*2 < s.lines):
		return formNo
	case most(s.pathNo) && q.numbers != no && q.paths != no:
		return formPathNo
	case q.oneFile && q.program != "" && q.paths != yes && q.numbers != yes:
		return formBare
	case most(s.path) && q.paths != no:
		return formPath
	case most(s.onlyPath) && q.program == "":
		return formFiles
	case q.program != "" && q.paths == no && q.numbers != yes:
		return formBare
	case q.program == "" && q.oneFile && s.matching == min(s.lines, 2000) && s.separators == 0:
		return formBare
	case s.pathNo*2 > s.lines && q.paths != no:
		return formPathNo
	case s.path*2 > s.lines && q.paths != no:
		return formPath
	}
	return formNone
}

// lenient reports whether there may be context lines.
func (s *shapes) lenient(f form, q query) bool {
	return s.separators > 0 || q.context == yes || q.context == unknown && f != formBare
}
