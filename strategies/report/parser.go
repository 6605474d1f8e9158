package report

// A Parser recognises the lines of one program and hands what it finds to a [Run]. It is used once, by one goroutine.
//
// Lines of other programs may come between those of its own, and any part of the output may be missing: a parser must
// never guess. It keeps only what it needs to understand the next line; findings, numbers and ranges of lines are the
// run's.
type Parser interface {
	// Line takes the next line. Empty lines come too.
	Line(l Line, run *Run)
}

// A Closer is a [Parser] that has more to hand over after the last line.
type Closer interface {
	Close(run *Run)
}

// An Ender is a [Parser] that can stop early: once Over returns true, it gets no more lines.
type Ender interface {
	Over() bool
}

// Line is a line of the clean text as a parser sees it: without the time stamp and the step that a CI service puts
// before it.
type Line struct {
	N    int    // its number, from 1
	Text string // with its indentation and trailing blanks
	Bare string // Text without blanks at its ends
	Rest string // what Text leaves out of a long line that may be a document; "" for any other line
	said int    // where Text has its first ": ", counted from 1; 0 for nowhere
}

// says is what stands between who says something, a program or a place, and what is said. Most lines have none, so most
// parsers need no other look at them.
const says = ": "

// Says reports whether the line has ": " anywhere.
func (l Line) Says() bool { return l.said > 0 }

// Said cuts Text at the first ": ", as [strings.Cut] does.
func (l Line) Said() (who, what string, ok bool) {
	if l.said == 0 {
		return l.Text, "", false
	}
	return l.Text[:l.said-1], l.Text[l.said-1+len(says):], true
}

// Whole is the line up to its end, for parsers of documents. It makes a copy of a long one.
func (l Line) Whole() string { return l.Text + l.Rest }
