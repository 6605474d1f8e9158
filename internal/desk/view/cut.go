package view

// A cut is a part of a line's text that is to look different.
type cut struct {
	from, to int
	set      func(*Span)
}

// apply returns spans of the same text, divided at the starts and ends of the cuts. Cuts are sorted and don't overlap.
func apply(spans []Span, cuts []cut) []Span {
	out := make([]Span, 0, len(spans)+2*len(cuts))
	at := 0
	for _, s := range spans {
		text, begin := s.Text, at
		end := at + len(text)
		for at < end {
			for len(cuts) > 0 && cuts[0].to <= at {
				cuts = cuts[1:]
			}
			piece, to := s, end
			switch {
			case len(cuts) == 0 || cuts[0].from >= end:
			case cuts[0].from <= at:
				to = min(end, cuts[0].to)
				cuts[0].set(&piece)
			default:
				to = cuts[0].from
			}
			piece.Text = text[at-begin : to-begin]
			out = append(out, piece)
			at = to
		}
	}
	return out
}
