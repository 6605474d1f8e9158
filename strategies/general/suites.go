package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
)

// suites finds the titles of suites: indented lines above passed tests, which are indented by one step more. The words
// of a title mention no failure of the run:
//
//	Load errors
//	  Undefined
//	    ✔ returns an error without a schema
//
// A line that isn't indented may be the output of a test instead.
type suites struct {
	open   []suite // each is indented by one step more than the one before
	red    int     // those of them that mention a failure
	titles map[uint32]bool
}

type suite struct {
	line   uint32
	indent int
	isRed  bool
}

// suiteStep is the indentation of tests below their suite.
const suiteStep = 2

// read reads the line of a mark.
func (s *suites) read(m *mark, line string) {
	indent := parse.Indent(line)
	for n := len(s.open); n > 0 && s.open[n-1].indent >= indent; n-- {
		s.close(n - 1)
	}
	if n := len(s.open); n > 0 && s.open[n-1].indent+suiteStep != indent {
		s.close(0)
	}
	switch {
	case indent == 0:
	case s.red > 0 && textline.PassedTest(strings.TrimSpace(line)):
		for _, o := range s.open {
			if o.isRed && s.titles == nil {
				s.titles = map[uint32]bool{}
			}
			if o.isRed {
				s.titles[o.line] = true
			}
		}
	default:
		o := suite{m.line, indent, m.flags&red != 0 && mayBeTitle(m, line)}
		if o.isRed {
			s.red++
		}
		s.open = append(s.open, o)
	}
}

// mayBeTitle reports whether a line that mentions a failure may be a suite's title: it only hints at an error.
func mayBeTitle(m *mark, line string) bool {
	return m.class == clsSuspect && !strings.Contains(line, ":")
}

// close closes all open suites but the first n.
func (s *suites) close(n int) {
	for _, o := range s.open[n:] {
		if o.isRed {
			s.red--
		}
	}
	s.open = s.open[:n]
}

// clear takes the flag of a failure off the titles among marks.
func (s *suites) clear(marks []mark) {
	for i := range marks {
		if s.titles[marks[i].line] {
			marks[i].flags &^= red
		}
	}
}
