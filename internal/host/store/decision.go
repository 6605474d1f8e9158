package store

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/toktee/toktee/internal/run/diskfile"
)

// A Decision has the gateway's text in place of one text of a tool's result, in every request that has the result.
type Decision struct {
	IDs     []string `json:"ids,omitempty"`     // of the results: one for each output in the text
	Session string   `json:"session,omitempty"` // a hash of the session's name
	Whole   bool     `json:"whole,omitempty"`   // the result is sent as it came
	Refs    []string `json:"refs,omitempty"`    // ids of earlier results that the text points at
	Raw     int      `json:"raw,omitempty"`     // tokens of the text that the client sent
	Sent    int      `json:"sent,omitempty"`    // tokens of Text
	Bytes   int      `json:"bytes,omitempty"`   // of Text
	Text    string   `json:"-"`
}

// A DecisionKey identifies a text of a result: a hash of the client, the call and the text.
type DecisionKey [32]byte

// Limits of decisions. They are kept longer than results, since a conversation that goes on needs the same bytes.
const (
	decisionTTL  = 60 * 24 * time.Hour // since the last use, in days of 24 hours
	maxDecisions = 256 << 20           // bytes on disk
	touchAfter   = 24 * time.Hour
)

// decision returns the file of a decision, in one of 256 folders.
func (s *Store) decision(key DecisionKey) string {
	name := hex.EncodeToString(key[:16])
	return filepath.Join(s.decisions(), name[:2], name[2:])
}

// Decision returns a decision. ok is false if there is none. The error is of the disk; a damaged decision is none.
func (s *Store) Decision(key DecisionKey) (d Decision, ok bool, err error) {
	path := s.decision(key)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return d, false, nil
	}
	if err != nil {
		return d, false, fmt.Errorf("reading what was sent: %w", err)
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		return d, false, fmt.Errorf("reading what was sent: %w", err)
	}
	head, text, found := bytes.Cut(b, []byte{'\n'})
	if !found || json.Unmarshal(head, &d) != nil || d.Bytes != len(text) {
		return Decision{}, false, nil
	}
	d.Text = string(text)
	if info, err := f.Stat(); err == nil && s.now().Sub(info.ModTime()) > touchAfter {
		_ = os.Chtimes(path, s.now(), s.now()) // it is in use; if that fails, it is forgotten earlier
	}
	return d, true, nil
}

// Decide keeps a decision, and returns the one that holds: of several processes that decide at once, the first.
func (s *Store) Decide(key DecisionKey, d Decision) (Decision, error) {
	if d.Session != "" {
		d.Session = sessionHash(d.Session)
	}
	d.Bytes = len(d.Text)
	head, err := json.Marshal(d)
	if err == nil {
		err = s.prepare()
	}
	if err == nil {
		err = s.writeFirst(s.decision(key), append(append(head, '\n'), d.Text...))
	}
	if errors.Is(err, fs.ErrExist) {
		first, ok, err := s.Decision(key)
		if ok || err != nil {
			return first, err
		}
		return d, fmt.Errorf("keeping what is sent: %s is damaged", s.decision(key))
	}
	if err != nil {
		return d, fmt.Errorf("keeping what is sent: %w", err)
	}
	return d, nil
}

// writeFirst writes a file that doesn't exist yet. It gets its name when it is complete.
func (s *Store) writeFirst(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(s.tmp(), "put-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer diskfile.Own(f.Name())()
	_, err = f.Write(content)
	if err := cmp.Or(err, f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	// The file system has no hard links: a crash may leave a part of the file, which counts as damaged.
	f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return cmp.Or(err, f.Close())
}

// eachDecision passes the files of decisions to a function.
func (s *Store) eachDecision(each func(path string, info fs.FileInfo) error) error {
	return filepath.WalkDir(s.decisions(), func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return each(path, info)
	})
}

// pruneDecisions removes the decisions that weren't used for long, and the oldest if all take too much space.
func (p *pruning) pruneDecisions() error {
	type file struct {
		path string
		used time.Time
		size int64
	}
	var all []file
	var total int64
	if _, err := os.Stat(p.s.decisions()); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	err := p.s.eachDecision(func(path string, info fs.FileInfo) error {
		all = append(all, file{path, info.ModTime(), onDisk(info.Size())})
		total += all[len(all)-1].size
		return p.ctx.Err()
	})
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(x, y file) int { return x.used.Compare(y.used) })
	oldest := p.s.now().Add(-max(decisionTTL, p.s.ttl))
	for _, f := range all {
		if total <= maxDecisions && f.used.After(oldest) {
			break
		}
		if err := p.remove(f.path); err != nil {
			return err
		}
		total -= f.size
	}
	return nil
}

// forgetDecisions removes the decisions about results.
func (p *pruning) forgetDecisions(which Which, ids map[string]bool) error {
	session := ""
	if which.Session != "" {
		session = sessionHash(which.Session)
	}
	if _, err := os.Stat(p.s.decisions()); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	err := p.s.eachDecision(func(path string, _ fs.FileInfo) error {
		b, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		head, _, _ := bytes.Cut(b, []byte{'\n'})
		var d Decision
		damaged := json.Unmarshal(head, &d) != nil
		named := slices.ContainsFunc(d.IDs, func(id string) bool { return ids[id] })
		if damaged || which.All || named || session != "" && d.Session == session {
			return p.remove(path)
		}
		return nil
	})
	return cmp.Or(err, p.s.touch(p.s.forgot()))
}

// LastForgotten returns when something was last forgotten. What a process remembers of decisions may be gone since.
func (s *Store) LastForgotten() time.Time {
	info, err := os.Stat(s.forgot())
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}
