package store

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/toktee/toktee/summarize"
)

// maxEarlier limits the commands that are remembered; the last used ones stay.
const maxEarlier = 200

// Earlier is the record of a command's earlier runs in a folder.
type Earlier struct {
	Before *summarize.Before `json:"before"`
	Pass   string            `json:"pass,omitempty"` // the result that passed
	Last   string            `json:"last,omitempty"` // the last one

	// Session is of the last run. In the file it is a hash.
	Session string `json:"session,omitempty"`

	Run *Run `json:"run,omitempty"` // the last run, if what it read is known
}

// A Run is the run of a check.
type Run struct {
	Inputs  string    `json:"inputs"`  // at its end, see inputs.Inputs; "" if they prove nothing
	Started time.Time `json:"started"` // or, if Late, a time in the run or soon after it
	Late    bool      `json:"late,omitempty"`
	Outcome string    `json:"outcome"`
	// Failed is how many runs of the session have failed in a row with these inputs. Unread is how many have failed
	// since then, whose inputs weren't read.
	Failed int `json:"failed,omitempty"`
	Unread int `json:"unread,omitempty"`
}

// InARow returns how many runs have failed in a row, as far as an edit between them isn't known.
func (r *Run) InARow() int { return r.Failed + r.Unread }

// IsOf reports whether a record's last run is of a session.
func (e *Earlier) IsOf(session string) bool {
	return e.Session != "" && e.Session == sessionHash(session)
}

// earlierPath returns the file of a command in a folder. Both are hashed, since they can be any text.
func (s *Store) earlierPath(dir, command string) string {
	sum := sha256.Sum256([]byte(dir + "\x00" + command))
	return filepath.Join(s.runs(), hex.EncodeToString(sum[:16]))
}

// Earlier returns the record of a command's earlier runs in a folder. A damaged or expired record counts as forgotten.
func (s *Store) Earlier(dir, command string) (Earlier, error) {
	var e Earlier
	ok, err := s.lastNote(s.earlierPath(dir, command), &e)
	if err != nil {
		return Earlier{}, fmt.Errorf("reading the memory of earlier runs: %w", err)
	}
	if !ok {
		return Earlier{}, nil
	}
	return e, nil
}

// KeepEarlier replaces the record of a command's earlier runs.
func (s *Store) KeepEarlier(dir, command string, e Earlier) error {
	if e.Session != "" {
		e.Session = sessionHash(e.Session)
	}
	if err := s.writeNote(s.earlierPath(dir, command), e); err != nil {
		return fmt.Errorf("keeping the memory of the run: %w", err)
	}
	return nil
}

// forgetRuns removes the notes in a folder about runs that made some results, those of a session, or all.
func (p *pruning) forgetRuns(dir string, which Which, ids map[string]bool) error {
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	session := ""
	if which.Session != "" {
		session = sessionHash(which.Session)
	}
	isForgotten := func(line []byte) bool {
		var e Earlier
		err := json.Unmarshal(line, &e) // one that can't be read isn't used either
		return err != nil || which.All || ids[e.Pass] || ids[e.Last] || session != "" && e.Session == session
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name())
		b, err := os.ReadFile(path)
		lines := bytes.Split(bytes.TrimSpace(b), []byte("\n"))
		last := lines[len(lines)-1]
		switch {
		case err != nil || isForgotten(last):
			err = p.remove(path)
		case slices.ContainsFunc(lines, isForgotten):
			err = p.s.write(path, last)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// pruneRuns removes the notes in a folder about runs that are too old, or too many.
func (p *pruning) pruneRuns(dir string, ttl time.Duration) error {
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	type kept struct {
		path string
		age  time.Duration
	}
	var all []kept
	for _, f := range files {
		if info, err := f.Info(); err == nil {
			all = append(all, kept{filepath.Join(dir, f.Name()), p.s.now().Sub(info.ModTime())})
		}
	}
	slices.SortFunc(all, func(a, b kept) int { return cmp.Compare(a.age, b.age) })
	for i, k := range all {
		if i < maxEarlier && k.age <= ttl {
			continue
		}
		if err := p.remove(k.path); err != nil {
			return err
		}
	}
	return nil
}
