package rules

// Parse checks the text of a user's file. It returns an error as ReadFile does.
func Parse(name, text string) (*File, error) {
	return parseFile(name, text, User)
}
