package general

import (
	"fmt"

	"github.com/toktee/toktee/strategies"
)

// Long outputs are read by two goroutines: one marks lines, the other reads programs. Each takes about half of the
// time, and neither needs the other's results.
const (
	apartFrom  = 2048     // the line from which programs are read by a goroutine of their own
	apartLines = 256      // most lines of a batch
	apartBytes = 64 << 10 // most bytes of a batch's texts, unless one line has more
	apartAhead = 4        // most batches that wait
)

// queuedLine is a line on its way to the programs.
type queuedLine struct {
	line strategies.Line
	bare bare
}

// A reader passes lines to the programs: the first ones directly, later ones through a goroutine that it starts. Lines
// keep their order, so the findings don't depend on which goroutine is faster.
type reader struct {
	programs *follower
	batch    []queuedLine
	bytes    int
	batches  chan []queuedLine
	used     chan []queuedLine // batches whose memory is free again
	done     chan struct{}
	panicked any // of the goroutine, once done is closed
}

// line takes the next line.
func (r *reader) line(l strategies.Line, bare bare) {
	if r.batches == nil {
		if l.N < apartFrom {
			r.programs.line(l, bare)
			return
		}
		r.start()
	}
	r.batch = append(r.batch, queuedLine{l, bare})
	r.bytes += len(l.Text) + len(l.Rest)
	if len(r.batch) == apartLines || r.bytes >= apartBytes {
		r.send()
	}
}

// start starts the goroutine.
func (r *reader) start() {
	r.batches, r.used = make(chan []queuedLine, apartAhead), make(chan []queuedLine, apartAhead)
	r.done = make(chan struct{})
	r.batch = make([]queuedLine, 0, apartLines)
	go func() {
		defer close(r.done)
		for batch := range r.batches {
			r.read(batch)
		}
	}()
}

// read hands a batch to the programs, unless they have failed.
func (r *reader) read(batch []queuedLine) {
	defer func() {
		if p := recover(); p != nil {
			r.panicked = p
		}
	}()
	if r.panicked == nil {
		for i := range batch {
			r.programs.line(batch[i].line, batch[i].bare)
		}
	}
	clear(batch)
	select {
	case r.used <- batch[:0]:
	default:
	}
}

// send hands the batch over and begins another.
func (r *reader) send() {
	r.batches <- r.batch
	r.bytes = 0
	select {
	case r.batch = <-r.used:
	default:
		r.batch = make([]queuedLine, 0, apartLines)
	}
}

// end waits until the programs have read all lines. A panic of theirs goes on here.
func (r *reader) end() {
	if r.batches == nil {
		return
	}
	if len(r.batch) > 0 {
		r.batches <- r.batch
	}
	close(r.batches)
	<-r.done
	if r.panicked != nil {
		panic(fmt.Sprint("reading programs: ", r.panicked))
	}
}
