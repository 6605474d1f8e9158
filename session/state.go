package session

import (
	"encoding/json"
	"strconv"

	"github.com/toktee/toktee/result"
)

// event is what a log's writer must know of a record.
type event struct {
	kind    Kind
	version int
	id      string
	turn    int
	call    string // the id of the call that it is or answers
	name    string // of the call
	cut     bool   // the result is a part of what it would have been, or there is none
	refused bool   // the result says that the call was wrong: nothing was done
}

// eventOf is what the writer must know of an item.
func eventOf(it *Item) event {
	e := event{kind: it.Kind, id: it.ID, turn: it.Turn}
	if it.Kind == KindCall && it.Call != nil {
		e.call, e.name = it.Call.ID, it.Call.Name
	}
	if it.Kind == KindResult && it.Result != nil {
		e.call = it.Result.CallID
		err := it.Result.Tool.Error()
		e.cut = it.Result.Synthetic || err != nil && err.Kind == result.KindAborted
		e.refused = err != nil && err.Kind == result.KindInput
	}
	return e
}

// readEvent reads the same from a record, without the cost of its result.
func readEvent(text []byte) (e event, err error) {
	err = members(text, func(key string, value []byte) error {
		switch key {
		case "kind":
			return json.Unmarshal(value, &e.kind)
		case "schema_version":
			return json.Unmarshal(value, &e.version)
		case "id":
			return json.Unmarshal(value, &e.id)
		case "turn":
			return json.Unmarshal(value, &e.turn)
		case "call":
			var c struct{ ID, Name string }
			err := json.Unmarshal(value, &c)
			e.call, e.name = c.ID, c.Name
			return err
		case "result":
			return e.readResult(value)
		}
		return nil
	})
	return e, err
}

func (e *event) readResult(src []byte) error {
	if src[0] != '{' {
		return nil
	}
	return members(src, func(key string, value []byte) error {
		switch {
		case key == "call_id":
			return json.Unmarshal(value, &e.call)
		case key == "synthetic" && string(value) == "true":
			e.cut = true
		case key == "tool_result" && value[0] == '{':
			return members(value, func(key string, value []byte) error {
				if key != "error" {
					return nil
				}
				var fail struct{ Kind result.ErrorKind }
				err := json.Unmarshal(value, &fail)
				e.cut = e.cut || fail.Kind == result.KindAborted
				e.refused = fail.Kind == result.KindInput
				return err
			})
		}
		return nil
	})
}

// state is what a log's writer knows of what stands in it. It grows with the calls of one turn alone.
type state struct {
	records int
	newer   int   // the schema version, where it is newer than ours
	lastID  int64 // the largest id that is a number
	turn    int   // the last turn
	begun   int64 // where it starts
	ended   bool  // it has ended
	calls   []callState
	epoch   int64 // where the reading for a view starts
}

// callState is a call of the last turn.
type callState struct {
	id, name           string
	done, cut, refused bool
}

// see takes in a line of the file. Damaged ones say nothing.
func (s *state) see(l line) {
	if l.long {
		return
	}
	e, err := readEvent(l.text)
	if err != nil || e.kind == "" {
		return
	}
	if e.kind == kindHeader {
		s.records++
		if e.version > SchemaVersion {
			s.newer = e.version
		}
		return
	}
	s.add(e, l.offset)
}

// add takes in an item that starts at the given offset.
func (s *state) add(e event, at int64) {
	s.records++
	if n, err := strconv.ParseInt(e.id, 10, 64); err == nil {
		s.lastID = max(s.lastID, n)
	}
	if e.turn > s.turn {
		s.turn, s.begun, s.ended, s.calls = e.turn, at, false, nil
	}
	switch e.kind {
	case KindCall:
		s.calls = append(s.calls, callState{id: e.call, name: e.name})
	case KindResult:
		for i := len(s.calls) - 1; i >= 0 && e.turn == s.turn; i-- {
			if c := &s.calls[i]; c.id == e.call && (!c.done || c.cut) {
				c.done, c.cut, c.refused = true, e.cut, e.refused
				break
			}
		}
	case KindEnd:
		s.ended = s.ended || e.turn == s.turn
	case KindEpoch:
		s.epoch = at
		for _, c := range s.calls {
			if !c.done { // its result belongs behind it, whenever it comes
				s.epoch = s.begun
			}
		}
	}
}

// aborted is what the last turn had done, for its marker.
func (s *state) aborted(stop StopReason, reason string) TurnAborted {
	a := TurnAborted{Stop: stop, Reason: reason}
	for _, c := range s.calls {
		switch {
		case !c.done || c.cut:
			a.Interrupted = append(a.Interrupted, c.name)
		case !c.refused:
			a.Completed = append(a.Completed, c.name)
		}
	}
	return a
}
