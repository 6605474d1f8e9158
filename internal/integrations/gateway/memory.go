package gateway

import (
	"sync"
	"sync/atomic"

	"github.com/toktee/toktee/internal/host/store"
)

// maxMemory is the number of bytes of decisions, and of calls, that are remembered. The store has all decisions.
const maxMemory = 8 << 20

// A decided is a decision in memory.
type decided struct {
	store.Decision
	quoted  []byte            // the text as a JSON string
	none    bool              // nothing was decided so far
	key     store.DecisionKey // under which the store has a later decision, if none
	counted atomic.Bool       // that it is lost
}

// A memory has the decisions that were used last: those of this generation and of the one before.
type memory struct {
	mu        sync.Mutex
	now, past generation
}

type generation struct {
	decided map[store.DecisionKey]*decided
	calls   map[string]remembered
	bytes   int
}

// A remembered call is one of a conversation that the provider keeps: its result comes without it.
type remembered struct{ name, args string }

func (m *memory) get(key store.DecisionKey) *decided {
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.now.decided[key]
	if d == nil {
		if d = m.past.decided[key]; d != nil {
			m.put(key, d)
		}
	}
	return d
}

func (m *memory) add(key store.DecisionKey, d store.Decision) *decided {
	e := &decided{Decision: d}
	if !d.Whole {
		e.quoted = quote(d.Text)
		e.Text = ""
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(key, e)
	return e
}

// addNone remembers that there is no decision so far, and the key of one in the store.
func (m *memory) addNone(key, inStore store.DecisionKey) *decided {
	e := &decided{none: true, key: inStore}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(key, e)
	return e
}

// put adds a decision. The caller holds mu.
func (m *memory) put(key store.DecisionKey, d *decided) {
	m.make(len(d.quoted) + 200)
	m.now.decided[key] = d
}

// make makes room for so many bytes.
func (m *memory) make(bytes int) {
	if m.now.bytes += bytes; m.now.decided == nil || m.now.bytes > maxMemory/2 {
		m.past = m.now
		m.now = generation{map[store.DecisionKey]*decided{}, map[string]remembered{}, bytes}
	}
}

// addCall remembers a call of the model.
func (m *memory) addCall(id, name, args string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.make(len(id) + len(name) + len(args) + 100)
	m.now.calls[id] = remembered{name, args}
}

// call returns a call of the model.
func (m *memory) call(id string) (name string, args []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.now.calls[id]
	if !ok {
		c = m.past.calls[id]
	}
	return c.name, []byte(c.args)
}

// clear forgets everything.
func (m *memory) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now, m.past = generation{}, generation{}
}
