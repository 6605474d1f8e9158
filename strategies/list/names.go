package list

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/mask"
)

// minRange is the number of names with consecutive numbers that become one.
const minRange = 4

// minScattered is the number of names that differ only in random words of which all but a few are left out.
const minScattered = 24

// fewScattered is how many of these are named.
const fewScattered = 2

// unscattered returns names without those that differ from many others only in random words, such as hashes. The first
// of them stay as examples.
func unscattered(leaves []leaf) []leaf {
	if len(leaves) < minScattered {
		return leaves
	}
	same := map[uint64]int{}
	for _, l := range leaves {
		if mask.IsRandom(l.name) {
			same[mask.Hash(l.name)]++
		}
	}
	seen := map[uint64]int{}
	return slices.DeleteFunc(slices.Clone(leaves), func(l leaf) bool {
		h := mask.Hash(l.name)
		seen[h]++
		return same[h] >= minScattered && seen[h] > fewScattered
	})
}

// A serial is a name with a number in it.
type serial struct {
	before, number, after string
	n                     int64 // the number
	at                    int   // its place in the folder
}

// ranged joins names that differ in a number: "rec_001.json" to "rec_096.json" become rec_{001..096}.json. It returns
// names, and how many entries each represents.
func ranged(leaves []leaf) (names []leaf, counts []int) {
	names, counts = leaves, make([]int, len(leaves))
	for i := range counts {
		counts[i] = 1
	}
	for _, last := range [...]bool{true, false} { // which number of a name
		names, counts = fold(names, counts, last)
	}
	return names, counts
}

// fold joins names by their last or by their first number.
func fold(leaves []leaf, counts []int, last bool) ([]leaf, []int) {
	type kind struct{ before, after string }
	of := map[kind][]serial{}
	for i, l := range leaves {
		if s, ok := serialOf(l.name, last); ok && counts[i] == 1 && l.note == "" {
			s.at = i
			k := kind{s.before, s.after}
			of[k] = append(of[k], s)
		}
	}
	gone := make([]bool, len(leaves))
	folded := map[int]leaf{}
	count := map[int]int{}
	for _, all := range of {
		slices.SortStableFunc(all, func(a, b serial) int { return cmp.Compare(a.n, b.n) })
		for from := 0; from < len(all); {
			to := from + 1
			for to < len(all) && all[to].follows(all[to-1]) {
				to++
			}
			if run := all[from:to]; len(run) >= minRange {
				at := len(leaves)
				for _, s := range run {
					gone[s.at] = true
					at = min(at, s.at)
				}
				folded[at], count[at] = rangeOf(run), len(run)
			}
			from = to
		}
	}
	if len(folded) == 0 {
		return leaves, counts
	}
	var names []leaf
	var sums []int
	for i, l := range leaves {
		if f, ok := folded[i]; ok {
			names, sums = append(names, f), append(sums, count[i])
		} else if !gone[i] {
			names, sums = append(names, l), append(sums, counts[i])
		}
	}
	return names, sums
}

// rangeOf is the name of a run.
func rangeOf(run []serial) leaf {
	a, b := run[0], run[len(run)-1]
	return leaf{name: a.before + "{" + a.number + ".." + b.number + "}" + a.after}
}

// follows reports whether a name has the number after that of another: 9 and 10, 099 and 100, but not 9 and 010.
func (s serial) follows(o serial) bool {
	padded := s.number[0] == '0' || o.number[0] == '0'
	return s.n == o.n+1 && (!padded || len(s.number) == len(o.number))
}

// maxDigits is the length of the longest number that distinguishes names.
const maxDigits = 12

// serialOf finds the last or the first number in a name.
func serialOf(name string, last bool) (serial, bool) {
	const digits = "0123456789"
	from := strings.IndexAny(name, digits)
	if from < 0 || strings.IndexByte(name, '{') >= 0 {
		return serial{}, false
	}
	to := from
	if last {
		to = strings.LastIndexAny(name, digits) + 1
		from = len(strings.TrimRight(name[:to], digits))
	} else {
		to = len(name) - len(strings.TrimLeft(name[from:], digits))
	}
	if to-from > maxDigits {
		return serial{}, false
	}
	n, err := strconv.ParseInt(name[from:to], 10, 64)
	return serial{before: name[:from], number: name[from:to], after: name[to:], n: n}, err == nil
}

// quoted returns a name as printed among others: in quotes if it has a blank.
func quoted(name string) string {
	name = unmarked(name)
	if strings.ContainsAny(name, " ,'\"") {
		return strconv.Quote(name)
	}
	return name
}

// unmarked is a name that doesn't start as a gap's marker does.
func unmarked(name string) string {
	if rest, ok := strings.CutPrefix(name, "…"); ok {
		return "..." + rest
	}
	return name
}
