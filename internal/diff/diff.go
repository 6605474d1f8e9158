// Package diff compares two texts line by line and writes what differs as a unified diff that patch and git apply take.
//
// It finds a shortest edit script (Myers' greedy algorithm on line numbers, after the equal lines at both ends are
// put aside), so its counts are at most those of git diff, which sometimes settles for a line or two more. Two texts
// that differ by more than [MaxEdits] lines are called rewritten: what lies between the equal ends is deleted and
// inserted as a whole, and the counts are an upper bound.
//
// # Limits and cost
//
// Time is linear in the texts plus lines times edits, and ends after [MaxSteps] comparisons of lines;
// texts that need more count as rewritten too. Memory is at most 4*MaxEdits² / 2 bytes (32 MB) besides the lines,
// and that only for texts that differ by MaxEdits lines. The result depends on the texts alone, never on the clock.
package diff

// MaxEdits is how many lines may be deleted and inserted before a text counts as rewritten.
const MaxEdits = 4000

// MaxSteps is how many pairs of lines are compared before a text counts as rewritten.
const MaxSteps = 50_000_000

// Change says that lines a[A1:A2] are replaced by b[B1:B2]. At least one of the two isn't empty.
type Change struct{ A1, A2, B1, B2 int }

// Script is what turns one list of lines into another.
type Script struct {
	Changes   []Change // in order; between two changes at least one line is equal
	Additions int      // lines that only the new text has
	Deletions int      // lines that only the old text has
	Rewritten bool     // more than MaxEdits edits, or MaxSteps: one change stands for all, and the counts are an upper bound
}

// Compare returns the edit script from a to b.
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
	var s Script
	var ok bool
	switch {
	case len(x) == 0 && len(y) == 0:
		return s
	case len(x) == 0 || len(y) == 0:
		s.Changes, ok = []Change{{0, len(x), 0, len(y)}}, true
	default:
		s.Changes, ok = myers(x, y)
	}
	if !ok {
		s.Changes, s.Rewritten = []Change{{0, len(x), 0, len(y)}}, true
	}
	for i := range s.Changes {
		c := &s.Changes[i]
		s.Deletions += c.A2 - c.A1
		s.Additions += c.B2 - c.B1
		c.A1, c.A2, c.B1, c.B2 = c.A1+head, c.A2+head, c.B1+head, c.B2+head
	}
	return s
}

// number gives equal lines equal numbers.
func number(a, b []string) (x, y []int32) {
	ids := make(map[string]int32, len(a))
	of := func(lines []string) []int32 {
		out := make([]int32, len(lines))
		for i, l := range lines {
			id, ok := ids[l]
			if !ok {
				id = int32(len(ids))
				ids[l] = id
			}
			out[i] = id
		}
		return out
	}
	return of(a), of(b)
}

// myers finds a shortest script of at most MaxEdits edits. Before round d, trace[d] holds how far the paths with d-1
// edits reach, by diagonal -(d-1), -(d-3), ... d-1.
func myers(a, b []int32) (changes []Change, ok bool) {
	n, m := len(a), len(b)
	most := min(n+m, MaxEdits)
	v := make([]int32, 2*most+3)
	mid := most + 1
	var trace [][]int32
	steps := 0
	for d := 0; d <= most; d++ {
		row := make([]int32, 0, d)
		for k := -(d - 1); k <= d-1; k += 2 {
			row = append(row, v[mid+k])
		}
		trace = append(trace, row)
		for k := -d; k <= d; k += 2 {
			var x int
			if k == -d || k != d && v[mid+k-1] < v[mid+k+1] {
				x = int(v[mid+k+1])
			} else {
				x = int(v[mid+k-1]) + 1
			}
			for x < n && x-k < m && a[x] == b[x-k] {
				x++
				steps++
			}
			v[mid+k] = int32(x)
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

// walkBack reads the script from the trace, from its end.
func walkBack(trace [][]int32, n, m int) []Change {
	x, y := n, m
	var rev []Change
	for d := len(trace) - 1; d > 0; d-- {
		k := x - y
		at := func(k int) int { // how far diagonal k reached with d-1 edits
			if k < -(d-1) || k > d-1 {
				return -1
			}
			return int(trace[d][(k+d-1)/2])
		}
		var px, py int
		if k == -d || k != d && at(k-1) < at(k+1) {
			px = at(k + 1)
			py = px - (k + 1)
			x, y = px, py+1 // an insertion ends here
		} else {
			px = at(k - 1)
			py = px - (k - 1)
			x, y = px+1, py
		}
		c := Change{px, x, py, y}
		if last := len(rev) - 1; last >= 0 && rev[last].A1 == c.A2 && rev[last].B1 == c.B2 {
			rev[last].A1, rev[last].B1 = c.A1, c.B1
		} else {
			rev = append(rev, c)
		}
		x, y = px, py
	}
	for i, j := 0, len(rev)-1; i < j; i, j = i+1, j-1 {
		rev[i], rev[j] = rev[j], rev[i]
	}
	return rev
}
