package strategies

// Contents names what the outputs that a strategy reads hold. The pipeline decides by it how large a text may be, and
// which notations may shorten it.
type Contents string

// The contents. The zero value is any other output.
const (
	ContentsReport  Contents = "report"  // of programs: the strategy itself looks for words of failure
	ContentsMatches Contents = "matches" // of a search, in lines of files
	ContentsEntries Contents = "entries" // of folders
	ContentsFile    Contents = "file"    // the text of one
	ContentsChange  Contents = "change"  // of files: a diff, or the answer of an edit
	ContentsData    Contents = "data"    // records, such as JSON
	ContentsPage    Contents = "page"    // of the web
)

// ContentsOf returns what a strategy's outputs hold: what its method Contents returns, if it has one.
func ContentsOf(s Strategy) Contents {
	if d, ok := s.(interface{ Contents() Contents }); ok {
		return d.Contents()
	}
	return ""
}
