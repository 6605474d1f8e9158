package replay

import (
	"strconv"

	"github.com/toktee/toktee/internal/measure/transcript"
)

// window is the number of a session's next calls in which evidence of a result is searched.
const window = 10

// session is the state of one session while its items pass by.
type session struct {
	name    string
	seq     int // items so far
	turns   int // requests to the model so far
	context int // tokens so far, of texts and arguments a quarter of their bytes
	wrote   bool
	message string
	model   string
	said    string // the last text of the model since a result
	pending map[string]pendingCall
	open    []*openResult
	settled map[string]bool // candidates that belong to a result
	seen    map[[16]byte]bool
}

// pendingCall is a call whose result hasn't come.
type pendingCall struct {
	tool, intent, message string
	args                  []byte
}

// sessions are the sessions of a source. A compaction starts a session anew under another name.
type sessions struct {
	byKey map[string]*session
	parts map[string]int
	order []*session
}

func newSessions() *sessions {
	return &sessions{byKey: map[string]*session{}, parts: map[string]int{}}
}

// of returns the session of an item, which it counts.
func (ss *sessions) of(it *transcript.Item) *session {
	s := ss.byKey[it.Session]
	begins := s == nil
	if s != nil && it.Kind == transcript.Break {
		begins = s.seq > 0
	}
	if begins {
		ss.parts[it.Session]++
		name := it.Session
		if n := ss.parts[it.Session]; n > 1 {
			name += "~" + strconv.Itoa(n)
		}
		next := &session{
			name: name, pending: map[string]pendingCall{}, settled: map[string]bool{}, seen: map[[16]byte]bool{},
		}
		if s != nil {
			next.pending, next.model = s.pending, s.model
			s.pending, s.open, s.settled, s.seen = nil, nil, nil, nil // its context is gone
		}
		s = next
		ss.byKey[it.Session] = s
		ss.order = append(ss.order, s)
	}
	s.seq++
	return s
}

// turn counts the requests to the model. A request ends when something is added to the context, or another message
// starts.
func (s *session) turn(it *transcript.Item) {
	wrote := it.Kind == transcript.Call || it.Kind == transcript.Text && it.Role == transcript.Assistant
	anotherMessage := it.Message != "" && s.message != "" && it.Message != s.message
	if wrote && (!s.wrote || anotherMessage) {
		s.turns++
	}
	s.wrote = wrote
	if wrote {
		s.message = it.Message
		if it.Model != "" {
			s.model = it.Model
		}
	}
}
