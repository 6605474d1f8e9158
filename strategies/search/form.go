package search

// form is the layout of a search's results.
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

// shapes counts the shapes of an output's lines.
type shapes struct {
	lines      int                 // those that may be results: not blank, not a message
	pathNo     int                 // path:12:text or path-12-text
	path       int                 // something like a path, and a colon
	onlyPath   int                 // something like a path alone
	no         int                 // 12:text
	counts     int                 // ends in :12, or is a number
	heads      int                 // a path on its own with 12:text below
	json       int                 // events of rg --json
	troubles   int                 // error messages
	separators int                 // "--"
	under      int                 // starts with the one path that was searched, and a slash: that is a folder
	marks      int                 // lines that mark a cut of the output
	known      map[string]struct{} // paths that matches were found in
}

// maxKnown bounds the paths that are remembered to distinguish context lines from matches.
const maxKnown = 1 << 16

// most reports whether n lines are four of five.
func (s *shapes) most(n int) bool { return n > 0 && n*10 >= s.lines*8 }

// form decides on the form, by the query first and by the shapes if that leaves it open.
func (s *shapes) form(q query) form {
	switch {
	case s.empty(q):
		return formEmpty
	case s.most(s.json):
		return formJSON
	case q.only:
		return formFiles
	case q.counts && s.most(s.counts):
		return formCounts
	case q.counts:
		return formNone
	case q.ofTool() && s.most(s.counts) && s.most(s.path):
		return formCounts
	case s.heads > 0 && s.most(s.no+s.heads+s.troubles):
		return formHeads
	}
	return s.clearForm(q)
}

// empty reports whether nothing was found: there are no lines, or only error messages and what belongs to them.
func (s *shapes) empty(q query) bool {
	if s.lines == 0 {
		return s.separators == 0 || !q.ofTool()
	}
	shaped := s.pathNo + s.path + s.no + s.onlyPath
	return shaped == 0 && s.lines <= 3*s.troubles && !q.ofTool()
}

// clearForm is the form that four of five lines have and the query allows, [formNone] for none.
func (s *shapes) clearForm(q query) form {
	withPaths := q.paths != no
	switch {
	case s.most(s.no) && q.paths != yes && (q.numbers != no || s.pathNo*2 < s.lines):
		return formNo
	case s.most(s.pathNo) && q.numbers != no && withPaths:
		return formPathNo
	case (q.oneFile || q.paths == no) && q.mayBeBare() && q.paths != yes:
		return formBare
	case s.most(s.path) && withPaths:
		return formPath
	case s.most(s.onlyPath) && q.ofTool():
		return formFiles
	}
	return formNone
}

// mayBeBare reports whether a program may print lines without paths and numbers.
func (q *query) mayBeBare() bool { return !q.ofTool() && q.numbers != yes }

// lenient reports whether there may be context lines.
func (s *shapes) lenient(f form, q query) bool {
	if s.separators > 0 {
		return true
	}
	return q.context == yes || q.context == unknown && f != formBare
}
