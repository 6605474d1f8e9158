package report

// maxRepeated is the number of lines at a run's end whose repetition is recognised, and manyClaimed the number of lines
// of which only these are kept.
const (
	maxRepeated = 8
	manyClaimed = 64
)

// A repetition is the end of a test run that is printed again, as by a wrapper that quotes the totals. Its numbers must
// not be added to those of the run:
//
//	test_total (test_till.TillTest.test_total) ... ok
//	Ran 1 test in 0.003s
//
//	OK
//	summary: Ran 1 test in 0.003s    // another line of the wrapper's own
//	Ran 1 test in 0.003s
//	OK
//
// The second of two runs prints the lines above the totals, too. A run that is printed again as a whole counts twice.
type repetition struct {
	tail  []string // the last lines of the run that its parser claimed
	ended bool     // they end a run that has numbers
	held  []Line   // lines that repeat those of tail before the line next
	next  int
}

// holds reports whether a line below a run's end repeats one of its last lines, and may be no line of another run.
func (p *repetition) holds(l *Line) bool {
	switch {
	case len(p.held) > 0 && l.Bare == "":
	case len(p.held) > 0 && l.Text != p.tail[p.next]:
		return false
	default:
		if len(p.held) == 0 {
			for p.next = len(p.tail) - 1; p.next > 0 && l.Text != p.tail[p.next]; p.next-- {
			}
			if p.next <= 0 {
				return false
			}
		}
		p.next++
	}
	if p.held = append(p.held, *l); p.next == len(p.tail) {
		p.held = nil
	}
	return true
}

// flush hands the lines to the parser that turned out to be no repetition.
func (r *Reading) flush() {
	held := r.again.held
	r.again.held = nil
	for _, l := range held {
		r.parse(l)
	}
}

// parse hands a line to the parser and notes whether it is one of its run's last.
func (r *Reading) parse(l Line) {
	ends := r.run.region.ends
	r.parser.Line(l, r.run)
	ended := r.run.region.ends > ends
	if r.run.region.last != l.N && !ended {
		return
	}
	p := &r.again
	switch {
	case p.ended:
		p.tail = p.tail[:0]
	case len(p.tail) == manyClaimed:
		p.tail = append(p.tail[:0], p.tail[manyClaimed-maxRepeated:]...)
	}
	p.tail = append(p.tail, l.Text)
	p.ended = ended && (len(r.run.run.added) > 0 || Ran(r.run.Counts))
}
