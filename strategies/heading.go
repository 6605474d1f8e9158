package strategies

// A Heading is the first line of a section of an output, such as a heading of a text or a step of a CI job's log. The
// section ends before the next heading of its level or a lower one.
type Heading struct {
	Name  string // "" if the lines from here on belong to no section
	Line  int
	Level int
}
