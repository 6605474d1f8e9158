package view

import "strings"

// A Line is one line of the output, ready to be drawn.
type Line struct {
	Number   int      // from 1, as in `toktee show --lines`; 0 in widgets if it isn't known
	Spans    []Span   // its text; neighbours differ in how they look
	Shown    bool     // the model's text has it, word for word
	Gap      int      // the index in [Document.Gaps] of the gap that it is in, -1 for none
	Severity Severity // error or warning
	ToModel  bool     // it addresses a model, such as "ignore all previous instructions"
	Diff     DiffKind // its role in a diff
	Cut      int64    // bytes at its end that are left out, since the line is too long
}

// Text is the line without its looks.
func (l *Line) Text() string {
	if len(l.Spans) == 1 {
		return l.Spans[0].Text
	}
	var b strings.Builder
	for i := range l.Spans {
		b.WriteString(l.Spans[i].Text)
	}
	return b.String()
}

// A Span is a piece of a line that looks the same all over. Its text is safe to print.
type Span struct {
	Text    string
	Style   Style // the colours that the output asked for, zero without [Options.Rich]
	Class   Class // its token class, [Plain] without [Options.Syntax]
	Changed bool  // in a diff, the part of the line that differs from its counterpart
	Match   bool  // matches the search, see [Query.Highlight]
	Link    *Link // the place in a file that it names, nil for none and without [Options.Links]
}

// A Link is a place in a file of this machine, which exists.
type Link struct {
	Path string // absolute
	Line int    // from 1, 0 for the file itself
	Col  int    // from 1, 0 for none
}

// Severity grades a line: error, warning or neither.
type Severity uint8

// The severities, in their order.
const (
	None Severity = iota
	Warning
	Error
)

// DiffKind is the role of a line in a diff.
type DiffKind uint8

// The kinds of lines in diffs.
const (
	NoDiff  DiffKind = iota // outside of diffs, such as the message of a commit
	Header                  // diff --git, index, ---, +++, rename from
	Hunk                    // @@ -1,7 +1,9 @@
	Context                 // unchanged
	Added
	Deleted
)

// Class is the class of a token in its language.
type Class uint8

// The classes. [Class.String] names them in lower case, as for a style sheet: "keyword".
const (
	Plain Class = iota
	Comment
	Keyword
	TypeName
	Function
	Name // of something else: an attribute, a tag, a constant
	String
	Number
	Operator
	Punctuation
	Wrong // invalid in its language
)

var classNames = [...]string{
	"", "comment", "keyword", "type", "function", "name", "string", "number", "operator", "punctuation", "wrong",
}

// String is the name of the class, "" for [Plain].
func (c Class) String() string {
	if int(c) < len(classNames) {
		return classNames[c]
	}
	return ""
}

// Style is how a program wants its text to look, by the escape sequences of terminals (SGR).
type Style struct {
	Foreground, Background Color
	Attributes             Attributes
}

// Attributes is a set of [Bold] ... [Strike].
type Attributes uint8

// The attributes. Blinking isn't one, and hidden text is shown.
const (
	Bold Attributes = 1 << iota
	Faint
	Italic
	Underline
	Reverse
	Strike
)

// Has reports whether the set has one.
func (a Attributes) Has(one Attributes) bool { return a&one != 0 }

// Color is a colour of a terminal; zero is the terminal's own.
type Color uint32

const (
	indexed Color = 1 << 24
	direct  Color = 2 << 24
)

// Index is the colour's number of 256, of which the first 16 are the terminal's own palette, and whether it is one of
// them.
func (c Color) Index() (n uint8, ok bool) { return uint8(c), c&^0xff == indexed }

// RGB is the colour's parts, and whether it is given by them.
func (c Color) RGB() (r, g, b uint8, ok bool) {
	return uint8(c >> 16), uint8(c >> 8), uint8(c), c&^0xffffff == direct
}
