package report

import "github.com/toktee/toktee/strategies"

// Extent is the rule by which a run's own range of lines follows from the lines that its parser claimed.
type Extent uint8

// The extents.
const (
	// Once is a program that runs once in an output: its region reaches from its first line to its last. If it runs
	// again more than 20 lines below its end, it has no region, since the lines between the runs belong to others.
	Once Extent = iota

	// FirstToLast reaches from its first line to its last, whatever comes between.
	FirstToLast

	// Unmixed is FirstToLast for a program that does something rather than test something: it has no region if lines of
	// others come between its own ([Run.Unclaimed]) or its output is an answer. Unless it passed, lines of others keep
	// their rank.
	Unmixed

	// EachRun is a program that may run many times, as in a CI job: each run is a region of its own ([Run.EndRun]).
	EachRun

	// Nowhere is a program that claims no lines besides those of its findings.
	Nowhere
)

// maxApart bounds the lines between two runs that form one region.
const maxApart = 20

// maxRegions bounds the regions that are kept apart; later ones are joined with the last.
const maxRegions = 256

// maxRead bounds the ranges of lines that were read.
const maxRead = 1 << 14

// region follows the lines that belong to a run.
type region struct {
	first, last int // lines of the run so far; 0 for none
	ended       bool
	split       bool // it ran again far below its end
	foreign     int  // the last line of another program
	mixed       bool // such a line came between the run's own
	done        []strategies.Span
	read        []strategies.Span // see [Report.Read]
	reading     bool              // the last of them goes on
	ends        int               // lines that ended a run or a part of it
}

// belongs notes a line of the run.
func (r *region) belongs(n int) {
	switch {
	case r.first == 0:
		r.first = n
	case r.foreign > r.last:
		r.mixed = true
	}
	if r.ended && n > r.last+maxApart {
		r.split = true
	}
	r.ended = false
	r.last = max(r.last, n)
	r.reads(n)
}

// cutOff forgets the open range, whose run never ended.
func (r *region) cutOff() {
	if r.reading {
		r.read = r.read[:len(r.read)-1]
	}
	r.reading = false
}

// starts begins a range in line n, the first of a run or of a part of it. An open range above isn't the run's.
func (r *region) starts(n int) {
	r.cutOff()
	r.reads(n)
}

// reads adds line n to the open range, or to a new one if another program's lines come between.
func (r *region) reads(n int) {
	last := len(r.read) - 1
	switch {
	case last >= 0 && n <= r.read[last].Last:
		return
	case last >= 0 && n == r.read[last].Last+1 && !r.reading && r.ends == 0:
		r.read[last].Last = n
		return // nothing is between them
	case r.reading && r.foreign <= r.read[last].Last:
		r.read[last].Last = n
	case last == maxRead-1: // no more is kept: what isn't known to be the program's is another's
		return
	default:
		r.read = append(r.read, strategies.Span{First: n, Last: n})
	}
	r.reading = true
}

// abandons forgets the range that began after a run ended, because another run begins.
func (r *region) abandons() {
	if r.reading && r.ends > 0 {
		r.read = r.read[:len(r.read)-1]
	}
	r.reading = false
}

// end closes the run. The next lines are another program's, until one belongs to the run again.
func (r *region) end() {
	r.ended = true
	r.partEnds()
}

// partEnds closes a part of the run. The next lines may be another program's.
func (r *region) partEnds() {
	r.reading = false
	r.ends++
}

// wasRead returns the ranges that were read. Lines after the program's last word on its end prove nothing, even if they
// look like its own.
func (r *region) wasRead() []strategies.Span {
	r.abandons()
	return r.read
}

// close ends the region of one run; the next line that belongs to the program opens another.
func (r *region) close() {
	if r.first == 0 {
		return
	}
	if len(r.done) == maxRegions {
		r.done[maxRegions-1].Last = r.last
	} else {
		r.done = append(r.done, strategies.Span{First: r.first, Last: r.last})
	}
	r.first, r.last = 0, 0
}

// put sets the regions of a report. passed is true if the program printed that it ended well, proved or not.
func (r *region) put(extent Extent, passed bool, out *Report) {
	whole := strategies.Span{First: r.first, Last: r.last}
	switch extent {
	case Once:
		if !r.split {
			out.Region = whole
		}
	case FirstToLast:
		out.Region = whole
	case Unmixed:
		if !r.mixed && !out.Answer {
			out.Region = whole
		}
		out.Answer = out.Answer || r.foreign > 0 && !passed
	case EachRun:
		r.close()
		out.Regions = append(out.Regions, r.done...)
	}
}
