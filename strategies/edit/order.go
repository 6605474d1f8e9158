package edit

import "github.com/toktee/toktee/strategies"

// The turns of the facts that lead a diff: some headings, the first changes of some files, and more headings. Further
// headings come with the first change of their file.
const (
	headsFirst   = 8
	changesFirst = 2 // files
	headsNext    = 40

	turnHeads, turnChanges, turnHunks, turnMoreHeads = 1, 2, 3, 4
)

// maxPassage is how many removed lines, and how many added ones, are shown together: of a longer change the first of
// both come before the next.
const maxPassage = 4

// order gives the changes of each file their turn: a change is shown whole, or equal parts of its removed and added
// lines, before the next. Of several commits, all changes of the first come before those of the next.
type order struct {
	nth    int   // sections so far
	commit int64 // of the section
	next   int32 // the turn after those of all changes before the current one
	base   int32 // the first turn of the current change
	dels   int32 // lines of the current change so far
	adds   int32
	open   bool // the line before is of a change
}

// maxTurns is how many passages of a commit have turns of their own.
const maxTurns = 1 << 12

// section begins a file.
func (o *order) section(commit int64) {
	o.nth++
	if commit > 0 {
		commit--
	}
	commit = min(commit, 1<<17)
	o.commit, o.next, o.open = commit, 1, false
}

// turn is the place of a passage among those of all files. The one after it is free.
func (o *order) turn(passage int32) int32 {
	return 2 * (int32(o.commit)*maxTurns + min(passage, maxTurns-1))
}

// heading gives a fact that names a file its place.
func (o *order) heading(f *strategies.Fact) {
	switch {
	case o.nth <= headsFirst:
		f.Lead, f.Turn = true, turnHeads
	case o.nth <= headsNext:
		f.Lead, f.Turn = true, turnMoreHeads
	default:
		f.Turn = o.turn(o.next)
	}
}

// hunk puts the header of a hunk after the hunk's first change, since the header alone is useless.
func (o *order) hunk(f *strategies.Fact) {
	o.end()
	if o.leads(f, o.next) {
		f.Lead, f.Turn = true, turnHunks
		return
	}
	f.Turn = o.turn(o.next) + 1
}

// end ends a change.
func (o *order) end() {
	if o.open {
		o.next = o.base + (max(o.dels, o.adds)+maxPassage-1)/maxPassage
		o.open = false
	}
}

// line gives a changed line its place.
func (o *order) line(f *strategies.Fact) {
	if !o.open {
		o.base, o.dels, o.adds, o.open = o.next, 0, 0, true
	}
	n := &o.adds
	if f.Kind == strategies.KindRemoved {
		n = &o.dels
	}
	o.place(f, o.base+*n/maxPassage)
	*n++
}

// place puts a changed line in a turn.
func (o *order) place(f *strategies.Fact, passage int32) {
	if o.leads(f, passage) {
		f.Lead, f.Turn = true, turnChanges
		return
	}
	f.Turn = o.turn(passage)
}

// leads reports whether a passage is the first of one of the first files, which comes before more headings.
func (o *order) leads(f *strategies.Fact, passage int32) bool {
	return o.nth <= changesFirst && passage == 1 && f.Rank == strategies.Evidence
}
