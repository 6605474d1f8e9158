// Package diff compares two texts line by line and writes what differs as a unified diff that patch and git apply take.
//
// It finds a shortest edit script (Myers' greedy algorithm on line numbers, after the equal lines at both ends are
// put aside), so its counts are at most those of git diff, which sometimes settles for a line or two more. Two texts
// that differ by more than [MaxEdits] lines are called rewritten: what lies between the equal ends is deleted and
// inserted as a whole, and the counts are an upper bound.
//
// # Limits and cost
//
// Time is linear in the texts plus lines times edits, and ends after [MaxSteps] comparisons of lines; texts that need
// more count as rewritten too. Memory is at most 4*MaxEdits² / 2 bytes (32 MB) besides the lines, and that only for
// texts that differ by MaxEdits lines. The result depends on the texts alone, never on the clock.
package diff

import "slices"

// MaxEdits is how many lines may be deleted and inserted before a text counts as rewritten.
const MaxEdits = 4000

// MaxSteps is how many pairs of lines are compared before a text counts as rewritten.
const MaxSteps = 50_000_000

// A Change replaces the lines a[A1:A2] by b[B1:B2]. At least one of the two isn't empty.
type Change struct{ A1, A2, B1, B2 int }

// Script is what turns one list of lines into another.
type Script struct {
	Changes   []Change // in order; between two changes at least one line is equal
	Additions int      // lines that only the new text has
	Deletions int      // lines that only the old text has
	// Rewritten means that there are more than MaxEdits edits, or that MaxSteps were taken. One change then covers
	// everything between the equal ends, and the counts are an upper bound.
	Rewritten bool
}

// Compare returns the edit script from a to b, whose lines come from [Lines].
func Compare(a, b []string) Script {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	x, y := number(a[head:len(a)-tail], b[head:len(b)-tail])
	if len(x) == 0 && len(y) == 0 {
		return Script{}
	}
	s := Script{Changes: []Change{{0, len(x), 0, len(y)}}}
	if len(x) > 0 && len(y) > 0 {
		if changes, ok := shortest(x, y); ok {
			s.Changes = changes
		} else {
			s.Rewritten = true
		}
	}
	for i := range s.Changes {
		c := &s.Changes[i]
		s.Deletions += c.A2 - c.A1
		s.Additions += c.B2 - c.B1
		c.A1, c.A2, c.B1, c.B2 = c.A1+head, c.A2+head, c.B1+head, c.B2+head
	}
	return s
}

// number replaces lines by numbers, equal lines by equal ones, which are quicker to compare.
func number(a, b []string) (x, y []int32) {
	numbers := make(map[string]int32, len(a))
	of := func(lines []string) []int32 {
		out := make([]int32, len(lines))
		for i, l := range lines {
			n, ok := numbers[l]
			if !ok {
				n = int32(len(numbers))
				numbers[l] = n
			}
			out[i] = n
		}
		return out
	}
	return of(a), of(b)
}

// shortest finds a shortest script of at most MaxEdits edits. ok is false if there is none, or if it takes too many
// steps.
//
// It is Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its Variations", 1986). A path of edits leads from
// the start of both texts to their ends: x lines into a and y lines into b, it is on diagonal x-y. Round d extends the
// paths with d edits as far as equal lines carry them, and keeps the furthest x of each diagonal. For the way back,
// trace[d] has these as round d found them: those of d-1 edits, of the diagonals -(d-1), -(d-3), ... d-1.
func shortest(a, b []int32) (changes []Change, ok bool) {
	n, m := len(a), len(b)
	most := min(n+m, MaxEdits)
	furthest := make([]int32, 2*most+3) // by diagonal, counted from mid
	mid := most + 1
	var trace [][]int32
	steps := 0
	for d := 0; d <= most; d++ {
		row := make([]int32, 0, d)
		for k := -(d - 1); k <= d-1; k += 2 {
			row = append(row, furthest[mid+k])
		}
		trace = append(trace, row)
		for k := -d; k <= d; k += 2 {
			below, above := furthest[mid+k-1], furthest[mid+k+1]
			x := int(above)
			if !inserts(k, d, below, above) {
				x = int(below) + 1
			}
			for x < n && x-k < m && a[x] == b[x-k] {
				x++
				steps++
			}
			furthest[mid+k] = int32(x)
			if x >= n && x-k >= m {
				return walkBack(trace, n, m), true
			}
		}
		if steps > MaxSteps {
			break
		}
	}
	return nil, false
}

// inserts reports whether the furthest path with d edits on diagonal k ends with an insertion, by how far the diagonals
// below and above reach with one edit less.
func inserts(k, d int, below, above int32) bool {
	return k == -d || k != d && below < above
}

// walkBack reads the script from the trace, from its end.
func walkBack(trace [][]int32, n, m int) []Change {
	x, y := n, m
	var changes []Change // the last one first
	for d := len(trace) - 1; d > 0; d-- {
		k := x - y
		reached := func(k int) int32 { // how far diagonal k reached with d-1 edits
			if k < -(d-1) || k > d-1 {
				return -1
			}
			return trace[d][(k+d-1)/2]
		}
		below, above := reached(k-1), reached(k+1)
		fromX := int(below)
		fromY := fromX - (k - 1)
		x, y = fromX+1, fromY // the end of a deletion
		if inserts(k, d, below, above) {
			fromX = int(above)
			fromY = fromX - (k + 1)
			x, y = fromX, fromY+1
		}
		c := Change{fromX, x, fromY, y}
		if last := len(changes) - 1; last >= 0 && changes[last].A1 == c.A2 && changes[last].B1 == c.B2 {
			changes[last].A1, changes[last].B1 = c.A1, c.B1
		} else {
			changes = append(changes, c)
		}
		x, y = fromX, fromY
	}
	slices.Reverse(changes)
	return changes
}
