package corpus

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// orderedFiles hold whole sessions, an event a line.
const orderedFiles = "ordered-*.jsonl"

// An Ordered is a whole session in its order.
type Ordered struct {
	File   string // without the ending: "ordered-claude"
	Name   string
	Events []Event
}

// An Event is something that happened in a session: exactly one of Call, Result, Chars and Compacted is set.
type Event struct {
	Call      *MadeCall
	Result    *Case
	Role      string // of a text: user, assistant, developer
	Chars     int    // of a text
	Compacted bool   // the context was compacted
}

// A MadeCall is a call that the model made.
type MadeCall struct {
	ID   string
	Uses []string // code-like strings of its arguments that only an earlier result could have shown
	// Context is the number of tokens of the request that made it, 0 if it isn't known.
	Context int
}

// orderedLine is a line of such a file.
type orderedLine struct {
	record
	Type   string   `json:"type"`
	CallID string   `json:"call_id"`
	Role   string   `json:"role"`
	Chars  int      `json:"chars"`
	Uses   []string `json:"uses"`
	Usage  struct {
		Input  int `json:"input_tokens"`
		Read   int `json:"cache_read_input_tokens"`
		Create int `json:"cache_creation_input_tokens"`
	} `json:"usage"`
}

// LoadOrdered reads the sessions of every ordered-*.jsonl in dir; none is no error. An error names the file and the
// line.
func LoadOrdered(dir string) ([]Ordered, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("reading the corpus: %w", err)
	}
	defer root.Close()
	names, err := fs.Glob(root.FS(), orderedFiles)
	if err != nil {
		return nil, fmt.Errorf("reading the corpus: %w", err)
	}
	slices.Sort(names)
	var all []Ordered
	for _, name := range names {
		if all, err = loadOrdered(root, name, all); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func loadOrdered(root *os.Root, name string, all []Ordered) ([]Ordered, error) {
	file := strings.TrimSuffix(name, ".jsonl")
	args := map[string]json.RawMessage{} // of calls without a result yet, by id
	err := eachLine(root, name, func(_ string, line []byte) error {
		var l orderedLine
		if err := json.Unmarshal(line, &l); err != nil {
			return err
		}
		e, err := l.event(args)
		if err != nil {
			return err
		}
		if len(all) == 0 || all[len(all)-1].Name != l.Session || all[len(all)-1].File != file {
			all = append(all, Ordered{File: file, Name: l.Session})
		}
		if e.Result != nil {
			e.Result.Family = file
		}
		last := &all[len(all)-1]
		last.Events = append(last.Events, e)
		return nil
	})
	return all, err
}

// An event is a line of the file. args are the arguments of calls, for their results.
func (l *orderedLine) event(args map[string]json.RawMessage) (Event, error) {
	switch l.Type {
	case "text":
		return Event{Role: l.Role, Chars: l.Chars}, nil
	case "compacted":
		return Event{Compacted: true}, nil
	case "call":
		args[l.CallID] = l.Args
		u := l.Usage
		return Event{Call: &MadeCall{l.CallID, l.Uses, u.Input + u.Read + u.Create}}, nil
	case "result":
		c := l.Case
		c.ID, c.Args, c.Stdout = l.CallID, args[l.CallID], []byte(l.Raw)
		delete(args, l.CallID)
		return Event{Result: &c}, c.label(&l.record)
	}
	return Event{}, fmt.Errorf("unknown type %q: want call, result, text or compacted", l.Type)
}
