package session

import "strconv"

// A state holds the facts about a log that its writer uses. It grows with the calls of one turn alone.
type state struct {
	isLog  bool   // the file has a header, or an item of a kind of ours: the oldest logs have no header
	newer  int    // the header's schema version, if it is newer than ours
	lastID int64  // the largest id of an item that is a number
	turn   int    // the last turn
	begun  int64  // offset of the last turn's start in the file
	ended  bool   // the last turn has ended
	calls  []call // of the last turn
	epoch  int64  // offset at which reading for a view starts
}

// A call is a call of the last turn and how far it has come.
type call struct {
	id, name string
	done     bool // it has a result
	cut      bool // the result is partial or unknown
	refused  bool // the call was wrong: nothing was done
	notRun   bool // the call never began
}

// see takes a line of the file into the state. Damaged lines don't change it.
func (s *state) see(l line) {
	if l.long {
		return
	}
	e, err := readEvent(l.text)
	if err != nil || e.kind == "" {
		return
	}
	if e.kind == kindHeader {
		s.isLog = true
		if e.version > schemaVersion {
			s.newer = e.version
		}
		return
	}
	s.add(e, l.offset)
}

// add takes an item into the state whose record starts at an offset.
func (s *state) add(e event, at int64) {
	s.isLog = s.isLog || e.kind.isKnown()
	if n, err := strconv.ParseInt(e.id, 10, 64); err == nil {
		s.lastID = max(s.lastID, n)
	}
	if e.turn > s.turn {
		s.turn, s.begun, s.ended, s.calls = e.turn, at, false, nil
	}
	switch e.kind {
	case KindCall:
		s.calls = append(s.calls, call{id: e.call, name: e.name})
	case KindResult:
		if e.turn == s.turn {
			s.answer(e)
		}
	case KindEnd:
		s.ended = s.ended || e.turn == s.turn
	case KindEpoch:
		s.epoch = at
		for _, c := range s.calls {
			if !c.done { // the view puts the epoch before the call's response, so that must be read too
				s.epoch = s.begun
			}
		}
	}
}

// answer notes a result at the latest call of its id that has none, or only a part of one.
func (s *state) answer(e event) {
	for i := len(s.calls) - 1; i >= 0; i-- {
		if c := &s.calls[i]; c.id == e.call && (!c.done || c.cut) {
			c.done, c.cut, c.refused, c.notRun = true, e.cut, e.refused, e.notRun
			return
		}
	}
}

// aborted returns the calls of the last turn, for its marker.
func (s *state) aborted(stop StopReason, reason string) TurnAborted {
	a := TurnAborted{Stop: stop, Reason: reason}
	for _, c := range s.calls {
		switch {
		case c.notRun:
			a.NotRun = append(a.NotRun, c.name)
		case !c.done || c.cut:
			a.Interrupted = append(a.Interrupted, c.name)
		case !c.refused:
			a.Completed = append(a.Completed, c.name)
		}
	}
	return a
}
