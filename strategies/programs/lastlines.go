package programs

// maxSummary is how many of the lines that end a part are shown at most: the last ones.
const maxSummary = 2

// appendLast appends a line to a list of which the last two stay. It goes when all parsers hand their lines to a run.
func appendLast(list []int, n int) []int {
	if len(list) == maxSummary {
		copy(list, list[1:])
		list = list[:maxSummary-1]
	}
	return append(list, n)
}
