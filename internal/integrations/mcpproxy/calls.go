package mcpproxy

import (
	"context"
	"encoding/json"
	"sync"
)

// A call is a request of the client that has no answer yet.
type call struct {
	method string
	tool   string          // of tools/call, and of the task that is asked about
	args   json.RawMessage // of tools/call
	task   string          // that is asked about
	hands  hands           // the client's use of the result

	ours      bool // the server doesn't know of it
	cancelled bool
	stop      context.CancelFunc // ends the work on its answer; nil before that has begun
}

// A callTable knows the requests under way, and the tasks that calls have become.
type callTable struct {
	mu        sync.Mutex
	calls     map[string]*call
	cancelled []string // ids of cancelled calls, the oldest first: servers don't answer these
	tasks     map[string]*call
	taskIDs   []string
}

// The most cancelled calls, and the most tasks, that are remembered.
const remembered = 4096

func newCallTable() *callTable {
	return &callTable{calls: map[string]*call{}, tasks: map[string]*call{}}
}

// begin notes a request.
func (t *callTable) begin(id string, c *call) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.task != "" {
		if of := t.tasks[c.task]; of != nil {
			c.tool, c.args = of.tool, of.args
		}
	}
	t.calls[id] = c
}

// cancel notes that the client doesn't want an answer any more, and ends the work on one. It reports whether the server
// doesn't know of the call.
func (t *callTable) cancel(id string) (ours bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.calls[id]
	if c == nil || c.cancelled || c.method == methodInitialize {
		return false
	}
	c.cancelled = true
	if c.stop != nil {
		c.stop()
	}
	t.cancelled = append(t.cancelled, id)
	if len(t.cancelled) > remembered {
		if old := t.calls[t.cancelled[0]]; old != nil && old.cancelled {
			delete(t.calls, t.cancelled[0])
		}
		t.cancelled = t.cancelled[1:]
	}
	return c.ours
}

// answering takes the answer to a call in hand. It returns nil for a call that isn't known; drop means that no one
// waits for the answer: the call was cancelled, or is being answered.
func (t *callTable) answering(id string, stop context.CancelFunc) (c *call, drop bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c = t.calls[id]
	switch {
	case c == nil:
		return nil, false
	case c.cancelled:
		delete(t.calls, id)
		return c, true
	case c.stop != nil:
		return c, true
	}
	c.stop = stop
	return c, false
}

// end forgets a call whose answer is ready, and reports whether the client still waits for it.
func (t *callTable) end(id string, c *call) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.calls[id] == c {
		delete(t.calls, id)
	}
	return !c.cancelled
}

// becomes notes the task that a call has become.
func (t *callTable) becomes(task string, c *call) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.tasks[task] == nil {
		t.taskIDs = append(t.taskIDs, task)
	}
	t.tasks[task] = c
	if len(t.taskIDs) > remembered {
		delete(t.tasks, t.taskIDs[0])
		t.taskIDs = t.taskIDs[1:]
	}
}

// taskOf returns the call that has become a task, nil if that isn't known.
func (t *callTable) taskOf(task string) *call {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.tasks[task]
}

// open returns how many calls the client waits for.
func (t *callTable) open() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := 0
	for _, c := range t.calls {
		if !c.cancelled {
			n++
		}
	}
	return n
}
