package shell

import "strings"

// Quote writes arguments as a shell command line.
func Quote(argv []string) string {
	var b strings.Builder
	for i, arg := range argv {
		if i > 0 {
			b.WriteByte(' ')
		}
		if isPlain(arg, i == 0) {
			b.WriteString(arg)
			continue
		}
		b.WriteByte('\'')
		b.WriteString(strings.ReplaceAll(arg, "'", `'\''`))
		b.WriteByte('\'')
	}
	return b.String()
}

// isPlain reports whether a word means itself to a shell. A program's name with a "=" would be an assignment.
func isPlain(word string, first bool) bool {
	for i := range len(word) {
		switch c := word[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case strings.IndexByte("-_./:,+@%", c) >= 0:
		case c == '=' && !first:
		default:
			return false
		}
	}
	return word != ""
}
