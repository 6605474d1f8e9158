package view

// A Widget is a part of the typed details of a result, as something to look at. It is one of [*Tests], [*Diagnostics],
// [*Hunks], [*Matches], [*Frames], [*Table], [*Outline], [*Counts] and [*Pairs]. All their texts are safe to print, and
// all but those of code are on one line.
type Widget interface {
	// Kind is the type's name in lower case: "tests".
	Kind() string
	// Heading is a title, such as "go test: 2 failed, 40 passed".
	Heading() string
}

// Title is the heading of a widget.
type Title string

// Heading implements [Widget].
func (t Title) Heading() string { return string(t) }

// A Place is a place in a file, and in the output.
type Place struct {
	File        string // as the output has it, "" for none
	Line, Col   int    // in the file, 0 for none
	Link        *Link  // nil for no link
	First, Last int    // lines of the output, 0 if unknown
}

// Tests is a test runner's report.
type Tests struct {
	Title
	Outcome string  // pass, fail, unknown
	Counts  []Count // failed before passed
	Failed  []Test
	More    bool // there are more failed ones than those listed
	Partial bool // the output was cut before it came here
}

// A Test is one failed test.
type Test struct {
	Name, Package string
	Message       string
	Place         Place
}

// Diagnostics is a compiler's or linter's report.
type Diagnostics struct {
	Title
	Outcome string
	Counts  []Count
	List    []Diagnostic
	More    bool
	Partial bool
}

// A Diagnostic is one of them.
type Diagnostic struct {
	Severity Severity
	Name     string // its code or rule, "" for none
	Message  string
	Place    Place
}

// Hunks are a change of files.
type Hunks struct {
	Title
	Additions, Deletions int64
	Files                []ChangedFile
	More                 int // files that aren't listed
}

// A ChangedFile is one file of a change.
type ChangedFile struct {
	Path, OldPath        string
	Status               string // added, modified, deleted, renamed
	Binary               bool
	Additions, Deletions int64
	Link                 *Link
	Lines                []Line // of its diff, numbered from 1; nil if the details have none
}

// Matches are the matches of a search.
type Matches struct {
	Title
	Pattern string
	Total   int // of matches
	Files   []MatchedFile
	More    bool // there are more than those listed
}

// A MatchedFile is one file with matches.
type MatchedFile struct {
	Path  string
	Count int
	Link  *Link
	Lines []MatchedLine
}

// A MatchedLine is a line that matches, or one around it.
type MatchedLine struct {
	Number  int // in its file, 0 if unknown
	Context bool
	Spans   []Span
	Link    *Link
}

// Frames are the call stack of a failure.
type Frames struct {
	Title
	List []Frame
}

// A Frame is one call of a stack.
type Frame struct {
	Function string
	Place    Place
}

// Table is rows of cells.
type Table struct {
	Title
	Columns []string
	Right   []bool // columns of numbers
	Rows    [][]string
	Places  []Place // of each row, nil for none
	More    int     // rows that aren't listed
}

// Outline is the structure of a file.
type Outline struct {
	Title
	Path    string
	Symbols []Symbol
	More    bool
}

// A Symbol is one entry of an outline.
type Symbol struct {
	Name, Kind  string
	Depth       int
	First, Last int // lines of the file
	Link        *Link
}

// Counts are numbers with names.
type Counts struct {
	Title
	List []Count
}

// A Count is a number with its name.
type Count struct {
	Name string
	N    int64
}

// Pairs are details of a type that is unknown here, as names and values.
type Pairs struct {
	Title
	List []Pair
	More bool
}

// A Pair is a name with its value.
type Pair struct{ Name, Value string }

// Kind implements [Widget].
func (*Tests) Kind() string { return "tests" }

// Kind implements [Widget].
func (*Diagnostics) Kind() string { return "diagnostics" }

// Kind implements [Widget].
func (*Hunks) Kind() string { return "hunks" }

// Kind implements [Widget].
func (*Matches) Kind() string { return "matches" }

// Kind implements [Widget].
func (*Frames) Kind() string { return "frames" }

// Kind implements [Widget].
func (*Table) Kind() string { return "table" }

// Kind implements [Widget].
func (*Outline) Kind() string { return "outline" }

// Kind implements [Widget].
func (*Counts) Kind() string { return "counts" }

// Kind implements [Widget].
func (*Pairs) Kind() string { return "pairs" }
