package summarize

import (
	"container/list"
	"sync"
)

// NewMemory returns a [Memory] of this process that holds at most max calls; 0 is 4096. It forgets the least recently
// used call first; a repeat of that call is answered in full. It is safe for concurrent use.
func NewMemory(max int) Memory {
	if max <= 0 {
		max = 4096
	}
	return &memory{max: max, calls: map[[2]string]*list.Element{}}
}

type memory struct {
	mu    sync.Mutex
	max   int
	calls map[[2]string]*list.Element
	order list.List // of remembered, the most recently used first
}

type remembered struct {
	key   [2]string
	given Given
}

// Recall implements [Memory].
func (m *memory) Recall(session, call string) (Given, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.calls[[2]string{session, call}]
	if !ok {
		return Given{}, false, nil
	}
	m.order.MoveToFront(e)
	return e.Value.(remembered).given, true, nil
}

// Remember implements [Memory].
func (m *memory) Remember(session, call string, g Given) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := [2]string{session, call}
	if e, ok := m.calls[key]; ok {
		e.Value = remembered{key, g}
		m.order.MoveToFront(e)
		return nil
	}
	m.calls[key] = m.order.PushFront(remembered{key, g})
	if last := m.order.Back(); len(m.calls) > m.max {
		delete(m.calls, m.order.Remove(last).(remembered).key)
	}
	return nil
}
