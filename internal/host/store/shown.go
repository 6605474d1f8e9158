package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/toktee/toktee/internal/text/writejson"
	"github.com/toktee/toktee/summarize"
)

// maxShown is a size limit: in a larger file of an agent, only the texts of its last epoch stay.
const maxShown = 1 << 20

// ShownMemory returns a memory of the lines that models were shown: a file for each agent of a session, with a line
// for each text, which is only appended to. It holds hashes, no text, and is kept as long as results are. Each text may
// come from another process.
func (s *Store) ShownMemory() summarize.ShownMemory { return shownMemory{s} }

type shownMemory struct{ s *Store }

// A shownLine is a line of such a file.
type shownLine struct {
	Epoch int `json:"epoch"`
	summarize.ShownText
}

// path returns the file of an agent. Session and agent are hashed, since they can be any text.
func (m shownMemory) path(l summarize.Listener) string {
	sum := sha256.Sum256([]byte("shown\x00" + l.Session + "\x00" + l.Agent))
	return filepath.Join(m.s.given(), sessionHash(l.Session)+hex.EncodeToString(sum[:16]))
}

// Shown implements [summarize.ShownMemory]. A file that is too old counts as forgotten, and so do damaged lines.
func (m shownMemory) Shown(l summarize.Listener) ([]summarize.ShownText, error) {
	b, _, err := m.s.readNotes(m.path(l), math.MaxInt64)
	if err != nil {
		return nil, fmt.Errorf("reading what the session was shown: %w", err)
	}
	var texts []summarize.ShownText
	for text := range bytes.Lines(b) {
		var line shownLine
		if json.Unmarshal(text, &line) == nil && line.Epoch == l.Epoch {
			texts = append(texts, line.ShownText)
		}
	}
	return texts, nil
}

// AddShown implements [summarize.ShownMemory].
func (m shownMemory) AddShown(l summarize.Listener, t summarize.ShownText) error {
	b, err := writejson.Marshal(shownLine{l.Epoch, t})
	if err == nil {
		err = m.s.prepare()
	}
	if err == nil {
		err = os.MkdirAll(m.s.given(), 0o700)
	}
	var size int64
	if err == nil {
		size, err = appendLine(m.path(l), b)
	}
	if err == nil && size > maxShown {
		err = m.shrink(l)
	}
	if err != nil {
		return fmt.Errorf("keeping what the session was shown: %w", err)
	}
	return nil
}

// appendLine adds a line to a file by one write, and returns the size of the file. A line that a killed process has
// left unfinished stays a line of its own.
func appendLine(path string, line []byte) (int64, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	_, err = f.Write(slices.Concat([]byte("\n"), line))
	info, statErr := f.Stat()
	if err = errors.Join(err, statErr, f.Close()); err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// shrink leaves the last texts of the listener's epoch. A text that another process adds meanwhile may be lost, which
// costs its lines a pointer and nothing else.
func (m shownMemory) shrink(l summarize.Listener) error {
	texts, err := m.Shown(l)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, t := range summarize.LastShown(texts) {
		if err := enc.Encode(shownLine{l.Epoch, t}); err != nil {
			return err
		}
	}
	return m.s.write(m.path(l), b.Bytes())
}
