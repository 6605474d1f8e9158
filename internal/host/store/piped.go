package store

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Piped notes a program whose output an agent got through a filter, until the call that ran it has ended.
type Piped struct {
	ID      string    `json:"last"`              // of the program's own output
	Session string    `json:"session,omitempty"` // in the file, a hash
	Agent   string    `json:"agent,omitempty"`   // the agent's process, see proc.Self
	Line    string    `json:"line,omitempty"`    // the agent's shell's command line; "" if it isn't known
	Argv    []string  `json:"argv"`
	Dir     string    `json:"-"` // the working folder, of the note's name alone
	Ended   time.Time `json:"ended"`
	Code    int       `json:"code"`            // the exit status
	Failure string    `json:"failure"`         // the failure that it reported, for one line
	Shows   []string  `json:"shows,omitempty"` // a text that contains one of these shows the failure already

}

// pipedTTL is how long a note waits for the end of its call.
const pipedTTL = 10 * time.Minute

// KeepPiped keeps a note in place of one of the same earlier command in the same folder, which may not have been
// taken: Claude Code calls no hook if a command fails. A run that didn't fail has no note.
func (s *Store) KeepPiped(p Piped, failed bool) error {
	if p.Session != "" {
		p.Session = sessionHash(p.Session)
	}
	words := append([]string{cmp.Or(p.Session, p.Agent), p.Line, p.Dir}, p.Argv...)
	sum := sha256.Sum256([]byte(strings.Join(words, "\x00")))
	path := filepath.Join(s.piped(), hex.EncodeToString(sum[:16]))
	err := os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if failed && err == nil {
		err = s.writeNote(path, p)
	}
	if err != nil {
		return fmt.Errorf("noting a program before a pipe: %w", err)
	}
	return nil
}

// TakePiped removes the notes that a function takes, and returns them, the earliest first. sameSession means that the
// session isn't unknown and is the note's.
func (s *Store) TakePiped(session string, take func(p Piped, sameSession bool) bool) (list []Piped, err error) {
	files, err := os.ReadDir(s.piped())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("programs before pipes: %w", err)
	}
	if session != "" {
		session = sessionHash(session)
	}
	for _, f := range files {
		var p Piped
		path := filepath.Join(s.piped(), f.Name())
		ok, err := s.lastNote(path, &p)
		if err != nil || !ok || s.now().Sub(p.Ended) > pipedTTL {
			continue // pruning removes it
		}
		if take(p, session != "" && p.Session == session) && os.Remove(path) == nil { // else another process has it
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b Piped) int { return a.Ended.Compare(b.Ended) })
	return list, nil
}
