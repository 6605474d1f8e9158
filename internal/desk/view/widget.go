package view

// A Widget is a part of the typed details of a result: a program's findings, or the files of a change or a search. All
// its texts are safe to print, and all but those of code are on one line.
type Widget struct {
	Kind     string    // tests, diagnostics, hunks or matches
	Heading  string    // such as "go test: 2 failed, 40 passed"
	Counts   []Count   // of tests and diagnostics: failed before passed
	Findings []Finding // of tests and diagnostics
	Files    []File    // of hunks and matches
	More     bool      // there are more findings or matches than those listed
	Partial  bool      // the output was cut before it came here

	Additions, Deletions int64 // of hunks
	MoreFiles            int   // of hunks: files that aren't listed
}

// A Count is a number with its name.
type Count struct {
	Name string
	N    int64
}

// A Finding is a failed test, or a compiler's or linter's message.
type Finding struct {
	Severity      Severity
	Name, Package string // of a test; the name of a diagnostic is its code or rule
	Message       string
	Place         Place
}

// A Place is a place in a file, and in the output.
type Place struct {
	File        string // as the output has it, "" for none
	Line, Col   int    // in the file, 0 for none
	Link        *Link  // nil for no link
	First, Last int    // lines of the output, 0 if unknown
}

// A File is one file of a change, or one with matches.
type File struct {
	Path  string
	Link  *Link
	Lines []Line // of its diff, numbered from 1; or matches and lines around them ([Context]), with their own numbers
	Count int    // of its matches

	OldPath, Status      string // of a change: added, modified, deleted, renamed
	Binary               bool
	Additions, Deletions int64
}
