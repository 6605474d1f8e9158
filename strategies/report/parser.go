package report

// A Parser recognises the lines of one program and passes its findings to a [Run]. It is used once, by one goroutine.
//
// Lines of other programs may come between those of its own, and any part of the output may be missing: a parser must
// never guess. It keeps only as much as it needs to understand the next line. The run keeps findings, numbers and
// ranges of lines.
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

// A Line of the clean text, without the time stamp and the step that a CI service puts before it.
type Line struct {
	N     int    // its number, from 1
	Text  string // with its indentation and trailing blanks
	Bare  string // Text without blanks at its ends
	Rest  string // what Text leaves out of a long line that may be a document; "" for any other line
	Inner bool   // Text is only a part of the line, such as the text that a JSON event carries
	colon int    // the position of the first ": " in Text, from 1; 0 if it has none
}

// separator separates a program or a place from its message. Most lines have none, so most parsers need no other look
// at them.
const separator = ": "

// HasColon reports whether the line has ": " anywhere.
func (l Line) HasColon() bool { return l.colon > 0 }

// CutColon cuts Text at the first ": ", as [strings.Cut] does.
func (l Line) CutColon() (who, what string, ok bool) {
	if l.colon == 0 {
		return l.Text, "", false
	}
	return l.Text[:l.colon-1], l.Text[l.colon-1+len(separator):], true
}

// Whole returns the line up to its end, for parsers of documents. It copies a long one.
func (l Line) Whole() string { return l.Text + l.Rest }
