package experiment

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/toktee/toktee/internal/measure/experiment/assign"
)

// Rows returns the sessions that earlier reports have kept. It leaves out lines that can't be read.
func Rows(storeDir, name string) ([]Session, error) {
	b, err := os.ReadFile(assign.RowsFile(storeDir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the kept sessions of the experiment: %w", err)
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
	err := os.MkdirAll(assign.Folder(storeDir), 0o700)
	if err == nil {
		err = assign.Replace(assign.RowsFile(storeDir, name), b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("keeping the sessions of the experiment: %w", err)
	}
	return nil
}
