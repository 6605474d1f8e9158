package programs

// maxTold is how many lines of a finding are kept.
const maxTold = 24

// appendEnd appends to a list of which the last few stay.
func appendEnd(list []int, n, limit int) []int {
	if len(list) >= limit {
		copy(list, list[1:])
		list = list[:len(list)-1]
	}
	return append(list, n)
}

// has reports whether any of the words is in the list.
func has(list []string, words ...string) bool {
	for _, w := range words {
		for _, l := range list {
			if l == w {
				return true
			}
		}
	}
	return false
}
