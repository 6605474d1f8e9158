package summarize

import (
	"cmp"
	"slices"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// fitted is a text for the model with the account of all lines.
type fitted struct {
	text      string
	tokens    int
	shown     [][2]int // lines that are shown, in ranges
	omissions []result.Omission
	sources   []result.Source
	elsewhere []int           // lines shown, but not in their place, in order
	quoted    [][2]int        // lines shown that look like statements of toktee, in ranges
	steps     int             // the number of steps shown; -1 if nothing was chosen
	lowest    strategies.Rank // the lowest rank that a step could have
}

// show records that lines are shown. Lines must come in order.
func (o *fitted) show(first, last int) {
	if last < first {
		return
	}
	if n := len(o.shown); n > 0 && o.shown[n-1][1]+1 == first {
		o.shown[n-1][1] = last
		return
	}
	o.shown = append(o.shown, [2]int{first, last})
}

// showElsewhere records that a line is shown, but not in its place.
func (o *fitted) showElsewhere(line int) {
	if i, ok := slices.BinarySearch(o.elsewhere, line); !ok {
		o.elsewhere = slices.Insert(o.elsewhere, i, line)
	}
}

// countElsewhere returns the number of the lines from first to last that are shown elsewhere.
func (o *fitted) countElsewhere(first, last int) int {
	from, _ := slices.BinarySearch(o.elsewhere, first)
	to, _ := slices.BinarySearch(o.elsewhere, last+1)
	return to - from
}

// quote records that a line with a mark before it is shown.
func (o *fitted) quote(line int) {
	if n := len(o.quoted); n > 0 && o.quoted[n-1][1]+1 == line {
		o.quoted[n-1][1] = line
		return
	}
	o.quoted = append(o.quoted, [2]int{line, line})
}

// omit records that lines are left out, or are only in a fold or a cut line.
func (o *fitted) omit(kind strategies.Kind, first, last int) {
	if last < first {
		return
	}
	o.omissions = append(o.omissions, result.Omission{
		Kind: string(cmp.Or(kind, strategies.KindLine)), Count: last - first + 1, Lines: [2]int{first, last},
	})
}

// omitParts records that parts of a line are left out.
func (o *fitted) omitParts(kind strategies.Kind, count int) {
	o.omissions = append(o.omissions, result.Omission{Kind: string(kind), Count: count})
}

// locate sets the line numbers of omissions in the file, if these differ from those in the output.
func (o *fitted) locate(place strategies.Place) {
	if place == (strategies.Place{}) {
		return
	}
	for i := range o.omissions {
		m := &o.omissions[i]
		if from, to, ok := place.Of(m.Lines[0], m.Lines[1]); ok {
			m.FileLines = [2]int{from, to}
		}
	}
}

// largest returns the first of the largest omissions of a file's lines, zero if there is none.
func (o *fitted) largest(place strategies.Place) (lines [2]int) {
	size := 0
	for _, m := range o.omissions {
		first, last := place.Clip(m.Lines[0], m.Lines[1])
		if n := last - first + 1; m.Lines[0] > 0 && n > size {
			lines, size = [2]int{first, last}, n
		}
	}
	return lines
}

// left returns the number of lines that are not shown.
func (o *fitted) left() int {
	n := 0
	for _, m := range o.omissions {
		switch {
		case m.Kind == string(strategies.KindListed):
		case m.Kind == string(strategies.KindOther):
			n += m.Count
		case m.Lines[0] > 0:
			n += m.Lines[1] - m.Lines[0] + 1
		}
	}
	return n
}
