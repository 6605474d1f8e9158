package read

import "github.com/toktee/toktee/strategies"

// isBounded reports whether the output may be only a part of the file. Agents read short files by sed -n 1,260p. So a
// read from the first line on is taken for whole if it returned fewer lines than it asked for. The same holds if the
// caller knows that the file ends there.
func (f *file) isBounded() bool {
	b := f.bounds
	switch {
	case f.num != plain && f.from != 1:
		return true
	case !f.asked:
		return false
	case f.isCut || f.part || b.Gaps:
		return true
	case b.Tail > 0:
		return f.lines >= b.Tail
	}
	return b.First != 1 || b.Last > 0 && f.lines >= b.Last && !f.atEnd
}

// above returns how many lines of the file come before the shown ones, or 0 if that isn't known. Some agents number
// lines from 0, which gives -1.
func (f *file) above() int {
	if f.from < 0 {
		return 0
	}
	return f.from - 1
}

// place maps the lines of the output to those of the file. The zero Place means equal numbers or no known ones.
func (f *file) place() strategies.Place {
	isKnown := f.from >= 0 || f.num == plain && !f.bounded
	if !isKnown || f.isCut || f.part || f.isSparse || f.ofMany {
		return strategies.Place{}
	}
	shift := f.above() + 1 - f.at.First
	if shift == 0 {
		return strategies.Place{}
	}
	return strategies.Place{First: f.at.First, Last: f.at.Last, Shift: shift}
}

// isShort reports whether a read has at most shortBytes: about the 2000 tokens of which the default level shows every
// line if they were asked for.
func (f *file) isShort() bool { return f.size <= shortBytes }

const shortBytes = 8000
