package list

import (
	"cmp"
	"slices"
	"strings"
)

const (
	mostText  = 24 << 10 // bytes of the longest text
	leastMore = 8        // a text is longer than the one before by this part of it,
	fineText  = 2 << 10  // up to so many bytes; above, by twice as much
	leastStep = 8        // and by so many bytes
	mostOpen  = 1 << 10  // folders that may have a number or a line of their own
)

// A ladder is the texts of a listing, the shortest first. Each contains everything in the one before.
type ladder struct {
	*forest
	list  []*folder // those that may have numbers and lines
	may   map[*folder]bool
	texts []string
	size  int // bytes of the text that is due, about
	full  bool
}

// ladderOf makes the texts: the folders directly in the root by name, then the numbers of the largest and of all
// others, then the names of files there, then a line for each folder, the upper ones first, with more and more of its
// entries.
func ladderOf(f *forest) []string {
	l := &ladder{forest: f, list: f.order(), may: map[*folder]bool{}}
	for _, d := range l.list {
		l.may[d] = true
	}
	l.folders()
	l.numbers()
	l.show(f.root, len(f.root.kids)+rootNames)
	l.deeper()
	l.rung()
	return l.texts
}

// rootNames is the number of the root's names that come before the entries of its folders.
const rootNames = 12

// folders names the folders right in the root.
func (l *ladder) folders() {
	l.show(l.root, max(firstItems, len(l.root.kids)))
	l.rung()
}

// firstItems is how many items of a folder are named at first.
const firstItems = 4

// numbers shows how many entries the folders in the root hold, the largest first.
func (l *ladder) numbers() {
	kids := slices.Clone(l.root.kids)
	slices.SortStableFunc(kids, func(a, b *folder) int { return cmp.Compare(l.number(b), l.number(a)) })
	for i, k := range kids {
		k.counted = l.may[k]
		l.size += 4
		if i == 2 || i == 11 {
			l.rung()
		}
	}
	l.rung()
}

// shares are how many items of a folder are named, turn by turn.
var shares = [...]int{firstItems, 12, 40, 120, 400, 1200, maxKept}

// spellTurn is the turn in which the names of a folder that has few become whole paths.
const spellTurn = 2

// deeper gives folders lines of their own, turn by turn: those that lie deeper by one come a turn later.
func (l *ladder) deeper() {
	isOfDull := l.isOfDull()
	for turn := 0; !l.full; turn++ {
		more := false
		for _, d := range l.list {
			i := turn - max(d.depth-1, 0)
			if d.isDull() && !isOfDull {
				continue
			}
			if i >= 0 && i < len(shares) {
				l.show(d, len(d.kids)*min(i, 1)+shares[i])
			}
			if i == spellTurn && !l.full && l.maySpell(d) {
				d.spelled = true
				l.size += len(d.told) * len(d.name)
			}
			more = more || i < len(shares)
		}
		if !more {
			return
		}
	}
}

// order is all folders that may have lines: the upper ones first, of these the largest.
func (f *forest) order() []*folder {
	all := []*folder{f.root}
	for i := 0; i < len(all) && len(all) < mostOpen; i++ {
		all = append(all, all[i].kids...)
	}
	slices.SortStableFunc(all, func(a, b *folder) int {
		return cmp.Or(cmp.Compare(a.depth, b.depth), cmp.Compare(f.number(b), f.number(a)))
	})
	return all[:min(len(all), mostOpen)]
}

// isOfDull reports whether at least half of the entries are in folders that only hold files that tools write: then the
// listing is about them.
func (l *ladder) isOfDull() bool {
	if l.root.isDull() {
		return true
	}
	n := 0
	for _, d := range l.list {
		if d != l.root && d.isDull() && !d.parent.isDull() {
			n += l.number(d)
		}
	}
	return 2*n >= l.number(l.root) && n > 0
}

// isDull reports whether a folder, or one around it, holds only files that tools write.
func (d *folder) isDull() bool {
	for ; d != nil; d = d.parent {
		for part := range strings.SplitSeq(d.name, "/") {
			if isNoise(part) {
				return true
			}
		}
	}
	return false
}

// show names so many items of a folder, which gets a line of its own.
func (l *ladder) show(d *folder, items int) {
	items = min(items, d.size())
	isSaid := d.parent != nil && d.parent != l.root && l.lone(d, "") != ""
	if l.full || items <= d.items || isSaid {
		return
	}
	if d != l.root && !d.opened {
		d.opened, d.counted = true, true
		l.size += 2 * d.depth
	}
	for i := d.items; i < items && !l.full; i++ {
		if i < len(d.kids) {
			k := d.kids[i]
			k.counted = k.counted || d != l.root && l.may[k]
			l.size += len(k.name) + 6
		} else {
			l.size += len(d.told[i-len(d.kids)].name) + 2
		}
		d.items = i + 1
		if l.isDue() {
			l.rung()
		}
	}
}

// isDue reports whether enough has been added for another text.
func (l *ladder) isDue() bool {
	if len(l.texts) == 0 {
		return true
	}
	last := len(l.texts[len(l.texts)-1])
	more := last / leastMore
	if last > fineText {
		more *= 2
	}
	return l.size > last+more+leastStep
}

// rung adds the text as it is now.
func (l *ladder) rung() {
	s := l.text()
	l.size = len(s)
	if n := len(l.texts); s == "" || n > 0 && s == l.texts[n-1] {
		return
	}
	if l.size > mostText && len(l.texts) > 0 {
		l.full = true
		return
	}
	l.texts = append(l.texts, s)
}
