package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/host/journal"
)

// Which selects the results to forget. Exactly one field is set.
type Which struct {
	ID      string // a result, by its id or the only one that starts so
	Session string // the results of a session and of its sub-agents
	All     bool   // everything
}

// Forgotten counts the removed files and events.
type Forgotten struct {
	ID      string // the complete id of the named result
	Results int
	Bytes   int64 // on disk
	Events  int   // of the journal
}

// Forget removes results for good: their records, unshared payloads, memories of texts sent to sessions, decisions of
// the gateway, memories of runs, consents to share, entries of the logs of checks, and events of the journal. It also
// removes all files that killed processes have left over. A pruned result can still be forgotten in the journal by its
// complete id. Forget waits two seconds for processes that put or prune, and removes nothing if they don't end. Files
// that are being written stay, and so do those of another version's form.
func (s *Store) Forget(ctx context.Context, which Which) (Forgotten, error) {
	var done Forgotten
	var missing error
	if which.ID != "" {
		e, err := s.find(which.ID)
		switch {
		case err == nil:
			which.ID = e.id
		case !errors.Is(err, ErrNotFound) || checkID(which.ID) != nil:
			return done, err
		default:
			missing = err
		}
		done.ID = which.ID
	}
	unlock, err := s.lockAlone(ctx, lockWait)
	if errors.Is(err, fs.ErrNotExist) {
		return done, missing // there is no store
	}
	if err != nil {
		return done, err
	}
	defer unlock()
	if err := s.forgetShared(which); err != nil { // first: whatever fails then, no consent is left
		return done, fmt.Errorf("forgetting: %w", err)
	}
	p := newPruning(ctx, s)
	ids := map[string]bool{which.ID: which.ID != ""}
	done.Events, err = s.events(which, ids, false)
	if err == nil {
		err = p.forgetRecords(which, ids, &done)
	}
	if err == nil {
		// Which result a killed process was writing isn't known.
		err = cmp.Or(p.forgetRuns(s.runs(), which, ids), p.forgetRuns(s.piped(), which, ids), p.forgetGiven(which),
			p.forgetDecisions(which, ids), p.sweep())
	}
	if err == nil {
		err = s.forgetChecks(which, ids)
	}
	if err == nil && which.All {
		err = p.forgetFiles(s.dir, TelemetryFile)
	}
	if err == nil && (missing == nil || done.Events > 0) {
		// First the note, then the blanks: even after a kill between them, earlier readers of the events find the note.
		if err, missing = s.noteForgotten(which), nil; err == nil {
			_, err = s.events(which, ids, true)
		}
	}
	if err != nil {
		return done, fmt.Errorf("forgetting: %w", err)
	}
	return done, missing
}

// forgetChecks removes the entries of runs that made some results, those of a session, or all.
func (s *Store) forgetChecks(which Which, ids map[string]bool) error {
	if which.All {
		return checks.Remove(s.ChecksDir())
	}
	_, err := checks.Forget(s.ChecksDir(), func(e *checks.Entry) bool { return ids[e.ID] || e.Of(which.Session) })
	return err
}

// events counts the journal's events of the selected results and adds their ids. If forget is set, it overwrites them
// with blanks.
func (s *Store) events(which Which, ids map[string]bool, forget bool) (n int, err error) {
	err = journal.Forget(s.JournalDir(), func(e journal.Event) bool {
		drop := which.All || which.ID != "" && e.ID == which.ID || e.Of(which.Session)
		if e.Kind == journal.Forgot { // an earlier request stays, unless it names the session, as older versions did
			return forget && drop && e.Session != ""
		}
		if drop {
			n++
			ids[e.ID] = e.ID != ""
		}
		return drop && forget
	})
	return n, err
}

// noteForgotten records the request in the journal, for programs that have read the forgotten events already.
func (s *Store) noteForgotten(which Which) error {
	e := journal.Event{Kind: journal.Forgot, Time: s.now(), ID: which.ID, All: which.All}
	if which.Session != "" {
		e.SessionSum = journal.SessionSum(which.Session)
	}
	return journal.Append(s.JournalDir(), e)
}

// forgetRecords removes records, adds their ids, and then removes the payloads that no record refers to any more.
func (p *pruning) forgetRecords(which Which, ids map[string]bool, done *Forgotten) error {
	if err := p.measure(); err != nil {
		return err
	}
	all, err := p.s.entries()
	if err != nil {
		return err
	}
	removed := map[string]bool{}
	for _, e := range all {
		path := filepath.Join(p.s.records(), e.name)
		if !which.All && e.id != which.ID && !ofSession(path, which.Session, ids[e.id]) {
			p.refs[e.sum]++
			continue
		}
		size, err := p.size(path)
		if err == nil {
			err = p.remove(path)
		}
		if err != nil {
			return err
		}
		removed[e.id], ids[e.id], p.forgotten[e.sum] = true, true, true
		done.Bytes += size
	}
	done.Results = len(removed)
	if which.All {
		for sum := range p.sizes {
			p.forgotten[sum] = true
		}
	}
	freed, err := p.removeUnused()
	done.Bytes += freed
	return err
}

// ofSession reports whether a record belongs to a session, or to one of its sub-agents. If the record names no session,
// that is so if the journal has noted the result under this one. A record that can't be read belongs to any session.
func ofSession(path, session string, noted bool) bool {
	if session == "" {
		return false
	}
	r, err := readRecord(path, false)
	if r.Session == "" {
		return noted || errors.Is(err, errDamaged)
	}
	return r.Session == session || mainSession(r.Session) == session
}

// forgetGiven removes the memories of texts sent to sessions, and the hooks' notes.
func (p *pruning) forgetGiven(which Which) error {
	prefix := ""
	if which.Session != "" {
		prefix = sessionHash(which.Session)
	}
	for _, dir := range [...]string{p.s.given(), p.s.hooks()} {
		if which.ID == "" {
			if err := p.forgetFiles(dir, prefix); err != nil {
				return err
			}
			continue
		}
		files, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, f := range files {
			if err := p.forgetLines(filepath.Join(dir, f.Name()), which.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// forgetFiles removes the files of a folder whose names begin with a prefix.
func (p *pruning) forgetFiles(dir, prefix string) error {
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, f := range files {
		if strings.HasPrefix(f.Name(), prefix) {
			if err := p.remove(filepath.Join(dir, f.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// forgetLines removes the lines of a file that name a result, and the file when none is left.
func (p *pruning) forgetLines(path, id string) error {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !bytes.Contains(b, []byte(id)) {
		return nil
	}
	if err != nil {
		return err
	}
	var rest []byte
	for line := range bytes.Lines(b) {
		if !bytes.Contains(line, []byte(id)) && len(line) > len("\n") {
			rest = append(rest, line...)
		}
	}
	if len(rest) == 0 {
		return p.remove(path)
	}
	return p.s.write(path, rest)
}

// mainSession returns the session that a sub-agent's belongs to: "S" for "S/AGENT".
func mainSession(session string) string {
	main, _, _ := strings.Cut(session, "/")
	return main
}

// sessionHash begins the names of the files of a session and of its sub-agents, which can be any text.
func sessionHash(session string) string {
	sum := sha256.Sum256([]byte(mainSession(session)))
	return hex.EncodeToString(sum[:8])
}

// SessionFile returns the file for the hooks' notes of a session, in the store's folder dir. It is removed once nothing
// was noted for as long as results are kept.
func SessionFile(dir, session string) string {
	return filepath.Join(dir, "hooks", sessionHash(session)+".jsonl")
}

// SessionFiles returns the existing files of sessions.
func SessionFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(dir, "hooks"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range entries {
		paths = append(paths, filepath.Join(dir, "hooks", e.Name()))
	}
	slices.Sort(paths)
	return paths, nil
}
