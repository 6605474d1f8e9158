package assign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/toktee/toktee/internal/run/diskfile"
)

// rows is the end of the names of files with what reports have read: a line of JSON for each session, which names it in
// the member "session".
const rows = ".jsonl"

// RowsFile returns the file of the figures that reports have read of an experiment's sessions.
func RowsFile(storeDir, name string) string { return filepath.Join(Folder(storeDir), name+rows) }

// Forget removes what reports have kept of a session, or of all, and files that killed processes were writing. Which
// experiments there were stays.
func Forget(storeDir, session string, all bool) error {
	session, _, _ = strings.Cut(session, "/")
	files, err := os.ReadDir(Folder(storeDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, f := range files {
		path := filepath.Join(Folder(storeDir), f.Name())
		isRows := strings.HasSuffix(f.Name(), rows)
		switch {
		case all && isRows, strings.HasPrefix(f.Name(), temp) && diskfile.Abandoned(path):
			err = errors.Join(err, os.Remove(path))
		case session != "" && isRows:
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
