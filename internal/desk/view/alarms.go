package view

import (
	"context"
	"sort"
	"sync"
)

// maxAlarms is how many lines with errors, and with warnings, are remembered. Those after them are counted only.
const maxAlarms = 1 << 20

// alarms are the lines with errors and warnings, among those read so far.
type alarms struct {
	mu       sync.Mutex
	lists    [Error + 1][]int // by severity, rising
	count    [Error + 1]int
	done     int  // lines that were looked at
	finished bool // there are no more
	changed  chan struct{}
}

func newAlarms() *alarms { return &alarms{changed: make(chan struct{})} }

func (a *alarms) counts() (errors, warnings int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.count[Error], a.count[Warning]
}

// worst is the worst severity from one line to another.
func (a *alarms) worst(first, last int) Severity {
	for s := Error; s > None; s-- {
		i := sort.SearchInts(a.lists[s], first)
		if i < len(a.lists[s]) && a.lists[s][i] <= last {
			return s
		}
	}
	return None
}

// add records the severities of lines, from line first on.
func (a *alarms) add(first int, says []Severity, finished bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, s := range says {
		if s == None {
			continue
		}
		a.count[s]++
		if len(a.lists[s]) < maxAlarms {
			a.lists[s] = append(a.lists[s], first+i)
		}
	}
	a.done = first + len(says) - 1
	a.finished = finished
	close(a.changed)
	a.changed = make(chan struct{})
}

// findAlarms looks at all lines as they become known.
func (d *Document) findAlarms(ctx context.Context) {
	c := d.index.content.fork()
	next := 1 // line
	for ctx.Err() == nil {
		if err := d.index.wait(ctx, next); err != nil {
			return
		}
		s, ok := d.index.stretch(next)
		if !ok || d.quiet {
			d.alarms.add(next, nil, true)
			return
		}
		raws, err := rawLines(c, s)
		if err != nil {
			d.alarms.add(next, nil, true)
			return
		}
		raws = raws[min(next-s.line, len(raws)):]
		says := make([]Severity, len(raws))
		for i, r := range raws {
			says[i] = d.severity(next+i, r.text)
		}
		d.alarms.add(next, says, false)
		next += len(says)
	}
}

// near returns the nearest line of a severity that is known.
func (a *alarms) near(s Severity, from int, dir Direction) (int, bool) {
	list := a.lists[s]
	i := sort.SearchInts(list, from)
	if dir == Backward && (i == len(list) || list[i] > from) {
		i--
	}
	if i < 0 || i >= len(list) {
		return 0, false
	}
	return list[i], true
}

// NextError returns the nearest line with an error at or after line from, or at or before it. If no line has an error,
// it returns one with a warning. It waits until enough lines are read, and returns false if there is none in that
// direction.
func (d *Document) NextError(ctx context.Context, from int, dir Direction) (line int, ok bool, err error) {
	a := d.alarms
	for {
		a.mu.Lock()
		line, ok = a.near(Error, from, dir)
		sure := a.finished || dir == Backward && a.done >= from && len(a.lists[Error]) > 0
		if !ok && a.finished && a.count[Error] == 0 {
			line, ok = a.near(Warning, from, dir)
		}
		changed := a.changed
		done := a.done
		a.mu.Unlock()
		if sure || ok && (dir == Forward || done >= from) {
			return line, ok, nil
		}
		select {
		case <-ctx.Done():
			return 0, false, ctx.Err()
		case <-changed:
		}
	}
}

// Marks divides the lines that are known into so many pieces, for a scrollbar of that height. Lines that weren't looked
// at yet have no severity.
func (d *Document) Marks(rows int) []Mark {
	if rows <= 0 {
		return nil
	}
	lines, _, _, _ := d.index.known()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.updateGaps()
	d.alarms.mu.Lock()
	defer d.alarms.mu.Unlock()
	marks := make([]Mark, rows)
	for i := range marks {
		m := Mark{First: 1 + i*lines/rows, Last: (i + 1) * lines / rows}
		if m.First <= m.Last {
			m.Severity = d.alarms.worst(m.First, m.Last)
			gap, shown := d.gaps.within(m.First, m.Last)
			m.Gap, m.Shown = gap >= 0, shown
		}
		marks[i] = m
	}
	return marks
}
