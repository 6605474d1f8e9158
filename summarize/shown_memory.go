package summarize

import (
	"slices"
	"sync"
)

const (
	// MaxShownWindows is how many hashes a [ShownMemory] keeps of a listener: those of about a million bytes of text.
	MaxShownWindows = 32 << 10
	// maxListeners is how many listeners a process remembers.
	maxListeners = 64
)

// NewShownMemory returns a [ShownMemory] of this process. It keeps the last 64 listeners, and of each what
// [LastShown] leaves. It is safe for concurrent use.
func NewShownMemory() ShownMemory { return &shownMemory{given: map[Listener][]ShownText{}} }

type shownMemory struct {
	mu    sync.Mutex
	given map[Listener][]ShownText
	order []Listener // the one that was given something last comes last
}

// Shown implements [ShownMemory].
func (m *shownMemory) Shown(l Listener) ([]ShownText, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.given[l]), nil
}

// AddShown implements [ShownMemory].
func (m *shownMemory) AddShown(l Listener, t ShownText) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.order = append(slices.DeleteFunc(m.order, func(o Listener) bool { return o == l }), l)
	m.given[l] = LastShown(append(m.given[l], t))
	if len(m.order) > maxListeners {
		delete(m.given, m.order[0])
		m.order = m.order[1:]
	}
	return nil
}

// LastShown are the last texts that have up to [MaxShownWindows] hashes together.
func LastShown(given []ShownText) []ShownText {
	n, i := 0, len(given)
	for ; i > 0; i-- {
		for _, run := range given[i-1].Runs {
			n += len(run.Windows) / windowBytes
		}
		if n > MaxShownWindows {
			break
		}
	}
	return given[i:]
}
