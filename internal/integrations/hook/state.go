package hook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/integrations/permit"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/internal/text/writejson"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

const (
	maxState = 256 << 10 // bytes of a session's file, after which results are no longer noted
	maxIndex = 20        // results that a new context is reminded of
	maxRaise = 2         // times that a kind of call gets more room
)

// A state is the file of a session: a line of JSON for each thing that happened, only ever appended to, so that hooks
// that run at the same time need no lock. It lists which results were sent, when the context was compacted, and what
// was asked for again.
type state struct {
	path    string     // "" remembers nothing
	host    *host.Host // whose journal gets re-reads and new contexts
	session string
}

// A note is a line of the file.
type note struct {
	What    string `json:"what"` // session, given, compacted, again, left, noticed
	Agent   string `json:"agent,omitempty"`
	Session string `json:"session,omitempty"` // the agent's name of it
	Dir     string `json:"dir,omitempty"`     // the working folder of its first event
	Program bool   `json:"program,omitempty"` // a program of the model's made its first call
	Epoch   int    `json:"epoch,omitempty"`
	ID      string `json:"id,omitempty"`
	Kind    string `json:"kind,omitempty"`
	Call    string `json:"call,omitempty"`    // a name for the person: its command, or tool and path
	Verdict string `json:"verdict,omitempty"` // the text's first line; of noticed, the line for the person
	Short   bool   `json:"short,omitempty"`   // the agent got the text in place of the output
	Cut     bool   `json:"cut,omitempty"`     // and it left something out
	Day     string `json:"day,omitempty"`     // of noticed: the journal's file with the session's first call
}

const reminder = "Outputs of earlier calls, kept whole. toktee show ID prints one. The newest first:\n"

// The kinds of notes.
const (
	began     = "session"
	given     = "given"
	compacted = "compacted"
	again     = "again"
	left      = "left"
	noticed   = "noticed"
)

// A known is the sum of the notes.
type known struct {
	epoch   int
	noticed note           // the last one of a line that the person got about the session
	left    bool           // the person was told that results are left to another's hook
	all     bool           // every note was read: the epoch is sure
	raised  map[string]int // how often a kind was asked for again
	cut     [][]byte       // the lines of results of which something was left out
}

// cutBy returns the note of a result of which something was left out.
func (k known) cutBy(id string) (n note, ok bool) {
	for _, line := range k.cut {
		if bytes.Contains(line, []byte(`"id":"`+id+`"`)) && json.Unmarshal(line, &n) == nil && n.ID == id {
			return n, true
		}
	}
	return n, false
}

func openState(h *host.Host, session string) *state {
	if h.SpoolDir() == "" || session == "" { // nothing is kept
		return &state{}
	}
	return &state{store.SessionFile(h.StoreDir(), session), h, session}
}

// load reads the notes. What can't be read isn't known; nothing depends on it but room and repeats. Most lines are of
// results, and aren't parsed.
func (s *state) load() known {
	k := known{raised: map[string]int{}}
	if s.path == "" {
		return k
	}
	f, err := os.Open(s.path)
	if err != nil {
		return k
	}
	defer f.Close()
	var b bytes.Buffer
	if st, err := f.Stat(); err == nil {
		b.Grow(int(min(st.Size(), 2*maxState)) + bytes.MinRead)
	}
	_, err = b.ReadFrom(io.LimitReader(f, 2*maxState))
	k.all = err == nil && b.Len() < 2*maxState
	for line := range bytes.Lines(b.Bytes()) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		if bytes.HasPrefix(line, []byte(`{"what":"`+given+`"`)) {
			if bytes.HasSuffix(line, []byte(`"cut":true}`)) {
				k.cut = append(k.cut, line)
			}
			continue
		}
		var n note
		if json.Unmarshal(line, &n) != nil {
			continue
		}
		switch n.What {
		case compacted:
			k.epoch++
		case noticed:
			k.noticed = n
		case left:
			k.left = true
		case again:
			k.raised[n.Kind]++
		}
	}
	return k
}

func (s *state) add(n note) {
	if s.path == "" {
		return
	}
	b, err := writejson.Marshal(n)
	if err != nil || os.MkdirAll(filepath.Dir(s.path), 0o700) != nil {
		return
	}
	f, err := os.OpenFile(s.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && st.Size() < maxState || n.What == compacted {
		_, _ = f.Write(append(b, '\n'))
	}
}

// begin notes whose session it is, before all else.
func (s *state) begin(agent string, ev event) {
	if s.path == "" {
		return
	}
	if _, err := os.Stat(s.path); err != nil {
		s.add(note{What: began, Agent: agent, Session: ev.session, Dir: ev.dir, Program: ev.program})
	}
}

// gave notes a result, and that it was re-read if it is one that was cut before. replaced means that the agent got the
// text in place of the output.
func (s *state) gave(ev event, r result.ToolResult, k known, kind string, replaced bool) {
	if _, same := k.cutBy(r.ID()); same && k.raised[kind] < maxRaise {
		s.add(note{What: again, ID: r.ID(), Kind: kind})
		m := r.Metadata() // the call and its output wouldn't have been there a second time, nor any savings
		s.host.Note(journal.Event{
			Kind: journal.Again, Session: ev.name(), ID: r.ID(), Given: m.UITokens, Encoding: m.Encoding,
		})
	}
	verdict, _, _ := strings.Cut(r.LLMContent(), "\n")
	cut := slices.ContainsFunc(r.Metadata().Omissions, func(o result.Omission) bool { return o.As.ID == "" })
	s.add(note{
		What: given, ID: r.ID(), Kind: kind, Epoch: k.epoch, Call: words.Cut(words.OneLine(ev.call.title()), 100),
		Verdict: words.Cut(words.OneLine(verdict), 120), Short: replaced, Cut: replaced && cut,
	})
}

// leaves returns a message for the person, once in a session: another's hook may replace the results of a tool.
func (s *state) leaves(ev event, other permit.Rewriter) any {
	if s.path == "" || s.load().left {
		return nil
	}
	s.add(note{What: left, Call: ev.call.tool})
	if !ev.say {
		return nil
	}
	return map[string]string{"systemMessage": fmt.Sprintf("toktee leaves results of %s as they are: a hook in %s may "+
		"replace them, too (toktee doctor)", ev.call.tool, other.File)}
}

// askedAgain notes that a command shows a result that was cut.
func (s *state) askedAgain(c *call) {
	if c.command == "" || s.path == "" {
		return
	}
	k := s.load()
	for _, word := range strings.Fields(c.command) {
		if n, ok := k.cutBy(strings.Trim(word, `"';&|`)); ok && k.raised[n.Kind] < maxRaise {
			s.add(note{What: again, ID: n.ID, Kind: n.Kind})
		}
	}
}

// compacted notes that the context was compacted, and reminds the new one of kept outputs, except in a session of the
// control.
func (s *state) compacted(ev event, isControl bool) (any, error) {
	k := s.load()
	s.add(note{What: compacted, Epoch: k.epoch + 1})
	if s.path != "" {
		s.host.Note(journal.Event{Kind: journal.Compacted, Session: s.session})
	}
	if ev.remind == nil || isControl {
		return nil, nil
	}
	var b strings.Builder
	seen := map[string]bool{}
	for _, line := range slices.Backward(k.cut) {
		var n note
		if len(seen) == maxIndex {
			break
		}
		if json.Unmarshal(line, &n) == nil && !seen[n.ID] {
			seen[n.ID] = true
			fmt.Fprintf(&b, "%s  %s: %s\n", n.ID, n.Call, n.Verdict)
		}
	}
	if b.Len() == 0 {
		return nil, nil
	}
	return ev.remind(reminder + b.String()), nil
}

// raise gives a kind of call that was asked for again more room: the next level, then four times of that.
func (k known) raise(cfg summarize.Config, tool, kind string) summarize.Config {
	n := k.raised[kind]
	if _, own := cfg.Tools[tool]; n == 0 || own {
		return cfg
	}
	if cfg.Budget > 0 {
		cfg.Budget <<= 2 * min(n, maxRaise)
		return cfg
	}
	if cfg.Level != summarize.Lossless { // which is conservative if it can't show all
		cfg.Level = summarize.Conservative
	}
	if n > 1 {
		cfg.Budget = 16000
	}
	return cfg
}

// kind returns what calls have in common whose texts are too short together.
func (c *call) kind() string { return toolname.Kind(c.tool, c.command, c.path, c.args) }

// title returns a call's name in a list.
func (c *call) title() string {
	return cmp.Or(c.command, strings.TrimSpace(c.tool+" "+cmp.Or(c.path, c.pattern)))
}
