package experiment

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/toktee/toktee/internal/experiment/arms"
)

// rowsFile has what was read of an experiment's sessions, a line each.
func rowsFile(storeDir, name string) string {
	return filepath.Join(arms.Folder(storeDir), name+".jsonl")
}

// Rows are the sessions that earlier reports have kept. A line that can't be read is left out.
func Rows(storeDir, name string) ([]Session, error) {
	b, err := os.ReadFile(rowsFile(storeDir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("what was read of the experiment's sessions: %w", err)
	}
	var list []Session
	lines := bufio.NewScanner(bytes.NewReader(b))
	for lines.Buffer(nil, 1<<20); lines.Scan(); {
		var s Session
		if json.Unmarshal(lines.Bytes(), &s) == nil && s.ID != "" {
			list = append(list, s)
		}
	}
	return list, lines.Err()
}

// KeepRows keeps the sessions for later reports.
func KeepRows(storeDir, name string, list []Session) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, s := range list {
		if err := enc.Encode(s); err != nil {
			return err
		}
	}
	err := os.MkdirAll(arms.Folder(storeDir), 0o700)
	if err == nil {
		err = replace(rowsFile(storeDir, name), b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("keeping what was read of the experiment's sessions: %w", err)
	}
	return nil
}

// replace writes a file, whole or not at all.
func replace(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".sessions-*") // 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// Forget removes what was kept of a session, or of all.
func Forget(storeDir, session string, all bool) error {
	files, err := filepath.Glob(filepath.Join(arms.Folder(storeDir), "*.jsonl"))
	for _, path := range files {
		if all {
			err = errors.Join(err, os.Remove(path))
			continue
		}
		name := filepath.Base(path)
		name = name[:len(name)-len(filepath.Ext(name))]
		rows, e := Rows(storeDir, name)
		kept := rows[:0]
		for _, s := range rows {
			if s.ID != session {
				kept = append(kept, s)
			}
		}
		if e == nil && len(kept) < len(rows) {
			e = KeepRows(storeDir, name, kept)
		}
		err = errors.Join(err, e)
	}
	return err
}
