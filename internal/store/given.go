package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/toktee/toktee/summarize"
)

// Memory returns what sessions were given, one small file a call, kept as long as results are. It serves calls of one
// session that come one after the other, from as many processes.
func (s *Store) Memory() summarize.Memory { return given{s} }

type given struct{ s *Store }

func (g given) path(session, call string) string {
	sum := sha256.Sum256([]byte(session + "\x00" + call))
	return filepath.Join(g.s.given(), hex.EncodeToString(sum[:16]))
}

// Recall implements [summarize.Memory]. What is damaged or too old was not given.
func (g given) Recall(session, call string) (summarize.Given, bool, error) {
	var v summarize.Given
	f, err := os.Open(g.path(session, call))
	if errors.Is(err, fs.ErrNotExist) {
		return v, false, nil
	}
	if err != nil {
		return v, false, fmt.Errorf("reading what the session was given: %w", err)
	}
	defer f.Close()
	info, err := tighten(f)
	if err == nil && g.s.now().Sub(info.ModTime()) > g.s.ttl {
		return v, false, nil
	}
	b, err := io.ReadAll(f)
	if err != nil {
		return v, false, fmt.Errorf("reading what the session was given: %w", err)
	}
	if json.Unmarshal(b, &v) != nil {
		return summarize.Given{}, false, nil
	}
	return v, true, nil
}

// Remember implements [summarize.Memory].
func (g given) Remember(session, call string, v summarize.Given) error {
	b, err := json.Marshal(v)
	if err == nil {
		err = g.s.prepare()
	}
	if err == nil {
		err = os.MkdirAll(g.s.given(), 0o700)
	}
	if err == nil {
		err = g.s.write(g.path(session, call), func(w io.Writer) error {
			_, err := w.Write(b)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("keeping what the session was given: %w", err)
	}
	return nil
}

// forget removes what was given too long ago.
func (p *pruning) forget() error {
	files, err := os.ReadDir(p.s.given())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	now := p.s.now()
	for _, f := range files {
		info, err := f.Info()
		if err != nil || now.Sub(info.ModTime()) <= p.s.ttl {
			continue
		}
		if err := p.remove(filepath.Join(p.s.given(), f.Name())); err != nil {
			return err
		}
	}
	return nil
}
