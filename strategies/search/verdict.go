package search

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
)

// maxLong is how many bytes the longest verdict has: 40 tokens of paths and numbers.
const maxLong = 110

// verdict sums up the matches in three lengths:
//
//	12 matches in 3 files
//	Found 12 matches in 3 files
//	Found 12 matches in 3 files: a.go 9, b.go 2, c.go 1
//	Found 1355 matches in 59 files, most in:
func (p *printer) verdict() (short, medium, long string) {
	t := p.t
	part := p.part()
	switch {
	case p.form == formFiles && t.paths > 0:
		return p.filesVerdict(part)
	case t.matches == 0 && t.around > 0 && p.form == formBare:
		s := words.Count(t.around, "line", "lines") + " around matches"
		return s + part, s + part, ""
	case t.matches == 0 && t.troubles > 0:
		s := "No matches, " + words.Count(t.troubles, "error", "errors")
		return s + part, s + part, ""
	case t.matches == 0 && t.notices > 0:
		s := words.Count(t.notices, "binary file matches", "binary files match")
		return s + part, s + part, ""
	case t.matches == 0:
		return "No matches" + part, "No matches found" + part, ""
	}
	what := words.Count(t.matches, "match", "matches")
	if p.q.inverted {
		what = words.Count(t.matches, "line", "lines") + " without a match"
	}
	if len(t.files) == 0 {
		return what + part, "Found " + what + part, ""
	}
	short = what + " in " + t.fileNumber()
	medium = "Found " + short + part
	if part != "" {
		short = what + part
	}
	notes := p.notes("")
	if len(p.shown) > 0 {
		if notes != "" {
			return short, medium, medium + notes + "; most in:"
		}
		return short, medium, medium + ", most in:"
	}
	files, named := p.keyFiles(len(medium) + len(notes))
	p.named = named
	return short, medium, medium + files + notes
}

// part follows the numbers if they don't cover the whole output.
func (p *printer) part() string {
	switch {
	case p.cut:
		return " in the part shown"
	case p.t.others > 0 && p.t.lines > 0 && p.q.program != "": // a line that fits no form may be a match
		return " in the part read"
	}
	return ""
}

// keyFiles lists the three files with the most matches, or fewer if their paths are long, and returns their number.
func (p *printer) keyFiles(used int) (list string, n int) {
	if p.q.oneFile {
		return "", 0 // the one that was asked for
	}
	top := p.top[:min(3, len(p.top))]
	for n = len(top); n > 0; n-- {
		var b strings.Builder
		for i, f := range top[:n] {
			b.WriteString([]string{": ", ", "}[min(i, 1)])
			b.WriteString(f.File)
			if len(p.t.files) > 1 {
				b.WriteString(" " + strconv.Itoa(f.Count))
			}
		}
		if used+b.Len() <= maxLong {
			return b.String(), n
		}
	}
	return "", 0
}

// notes adds the numbers of binary files that match and of errors.
func (p *printer) notes(s string) string {
	if p.t.notices > 0 {
		s += "; " + words.Count(p.t.notices, "binary file matches", "binary files match")
	}
	if p.t.troubles > 0 {
		s += "; " + words.Count(p.t.troubles, "error", "errors")
	}
	return s
}

// filesVerdict is the verdict on a list of paths: "3 files match".
func (p *printer) filesVerdict(part string) (short, medium, long string) {
	what := words.Count(p.t.paths, "file matches", "files match")
	if p.q.without {
		what = words.Count(p.t.paths, "file", "files") + " without a match"
	}
	return what + part, what + part, what + part + p.notes("")
}
