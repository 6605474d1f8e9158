package assign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// rows is the end of the names of files with what reports have read: a line of JSON for each session, which names it in
// the member "session".
const rows = ".jsonl"

// RowsFile returns the file of the figures that reports have read of an experiment's sessions.
func RowsFile(storeDir, name string) string { return filepath.Join(Folder(storeDir), name+rows) }

// Forget removes what reports have kept of a session, or of all. Which experiments there were stays.
func Forget(storeDir, session string, all bool) error {
	session, _, _ = strings.Cut(session, "/")
	if session == "" && !all {
		return nil
	}
	files, err := filepath.Glob(filepath.Join(Folder(storeDir), "*"+rows))
	for _, path := range files {
		if all {
			err = errors.Join(err, os.Remove(path))
		} else {
			err = errors.Join(err, forgetIn(path, session))
		}
	}
	if err != nil {
		return fmt.Errorf("forgetting sessions of experiments: %w", err)
	}
	return nil
}

// forgetIn removes the lines of a session from a file.
func forgetIn(path, session string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var kept []byte
	for line := range bytes.Lines(text) {
		var row struct {
			Session string `json:"session"`
		}
		if json.Unmarshal(line, &row) != nil || row.Session != session {
			kept = append(kept, line...)
		}
	}
	if len(kept) == len(text) {
		return nil
	}
	return Replace(path, kept)
}
