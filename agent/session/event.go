package session

import (
	"encoding/json"

	"github.com/toktee/toktee/result"
)

// An event holds the facts about a record that the writer of a log uses.
type event struct {
	kind    Kind
	version int // of a header
	id      string
	turn    int
	call    string // the id of the call that it is or answers
	name    string // of the call's tool
	cut     bool   // the result is partial or unknown
	refused bool   // the call was wrong: nothing was done
	notRun  bool   // the call never began
}

func eventOf(it *Item) event {
	e := event{kind: it.Kind, id: it.ID, turn: it.Turn}
	if it.Kind == KindCall && it.Call != nil {
		e.call, e.name = it.Call.ID, it.Call.Name
	}
	if it.Kind == KindResult && it.Result != nil {
		e.call = it.Result.CallID
		e.cut, e.notRun = it.Result.Synthetic, it.Result.NotRun
		if err := it.Result.Tool.Error(); err != nil {
			e.failed(err.Kind)
		}
	}
	return e
}

func (e *event) failed(kind result.ErrorKind) {
	e.cut = e.cut || kind == result.KindAborted
	e.refused = kind == result.KindInput
}

// readEvent reads the event of a record, without reading its result, which may be large.
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

// readResult reads the event's fields from a record's result.
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
		case key == "not_run" && string(value) == "true":
			e.notRun = true
		case key == "tool_result" && value[0] == '{':
			return e.readToolResult(value)
		}
		return nil
	})
}

// readToolResult reads how the tool has failed, if it has.
func (e *event) readToolResult(src []byte) error {
	return members(src, func(key string, value []byte) error {
		if key != "error" {
			return nil
		}
		var failure struct{ Kind result.ErrorKind }
		err := json.Unmarshal(value, &failure)
		e.failed(failure.Kind)
		return err
	})
}
