package words

import "strings"

// Wanted ends the error about an unknown name: "did you mean stats?" if one of the names is close to it, or else the
// list of names, "want ls, run, stats".
func Wanted(unknown string, names []string) string {
	if name := Closest(unknown, names); name != "" {
		return "did you mean " + name + "?"
	}
	return "want " + strings.Join(names, ", ")
}

// Closest returns the name that was most likely meant by a mistyped one: about a third of its characters at most are
// wrong, missing, extra or swapped with a neighbour, or else it is the beginning of this name alone. Closest ignores
// case and the dashes before flags. It returns "" if there is no such name, or if two are equally close.
func Closest(mistyped string, names []string) string {
	typed := []rune(strings.ToLower(strings.TrimLeft(mistyped, "-")))
	best, least, begun := "", len(typed), []string(nil)
	for _, name := range names {
		r := []rune(strings.ToLower(strings.TrimLeft(name, "-")))
		if len(typed) > 1 && strings.HasPrefix(string(r), string(typed)) {
			begun = append(begun, name)
		}
		allowed := (max(len(typed), len(r)) + 1) / 3
		if len(typed)-len(r) > allowed {
			continue // a long text isn't worth the work
		}
		switch n := edits(typed, r); {
		case n > allowed || n > least:
		case n < least:
			best, least = name, n
		default:
			best = ""
		}
	}
	if best == "" && len(begun) == 1 {
		return begun[0]
	}
	return best
}

// edits returns the number of characters to replace, insert, delete, or swap with a neighbour to make b from a: the
// optimal string alignment distance. It takes time and memory in proportion to the product of the lengths.
func edits(a, b []rune) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range b {
		rows[0][j+1] = j + 1
	}
	for i := range a {
		for j := range b {
			if a[i] == b[j] {
				rows[i+1][j+1] = rows[i][j]
				continue
			}
			n := 1 + min(rows[i][j], rows[i][j+1], rows[i+1][j])
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				n = min(n, 1+rows[i-1][j-1])
			}
			rows[i+1][j+1] = n
		}
	}
	return rows[len(a)][len(b)]
}
