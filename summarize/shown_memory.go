package summarize

import (
	"slices"
	"sync"
)

const (
	// MaxShownWindows is the number of hashes that a [ShownMemory] keeps for a listener: about a million bytes of text.
	MaxShownWindows = 32 << 10
	// maxListeners is the number of listeners that a process remembers.
	maxListeners = 64
)

// NewShownMemory returns a [ShownMemory] of this process. It keeps the last 64 listeners, and for each of them the
// texts that [LastShown] returns. It is safe for concurrent use.
func NewShownMemory() ShownMemory { return &shownMemory{given: map[Listener][]ShownText{}} }

type shownMemory struct {
	mu    sync.Mutex
	given map[Listener][]ShownText
	order []Listener // by the time of the last text, the latest last
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

// LastShown returns the last texts that have up to [MaxShownWindows] hashes together.
func LastShown(texts []ShownText) []ShownText {
	n, i := 0, len(texts)
	for ; i > 0; i-- {
		for _, run := range texts[i-1].Runs {
			n += len(run.Windows) / windowBytes
		}
		if n > MaxShownWindows {
			break
		}
	}
	return texts[i:]
}
