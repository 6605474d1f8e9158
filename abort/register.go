package abort

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Running is a run that is alive, as its entry in the register describes it.
type Running struct {
	ID      string    `json:"id"`
	Pid     int       `json:"pid"`
	Dir     string    `json:"dir"`  // its working folder
	What    string    `json:"what"` // its command line, or another description
	Started time.Time `json:"started"`
}

// List returns the runs of a register that are alive, the oldest first. It removes the entries of runs that were
// killed. A register that doesn't exist has no runs.
func List(register string) ([]Running, error) {
	if register == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(register)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("reading the register of runs: %w", err)
	}
	var runs []Running
	for _, e := range entries {
		if e.Name()[0] == '.' {
			continue // it is being written
		}
		if r, ok := readEntry(filepath.Join(register, e.Name())); ok {
			runs = append(runs, r)
		}
	}
	slices.SortFunc(runs, func(a, b Running) int {
		return cmp.Or(a.Started.Compare(b.Started), strings.Compare(a.ID, b.ID))
	})
	return runs, nil
}

// readEntry reads an entry whose run is alive, and removes any other.
func readEntry(path string) (r Running, ok bool) {
	f, err := os.Open(path)
	if err != nil {
		return r, false
	}
	dead := unused(f)
	b := make([]byte, 64<<10)
	n, _ := f.Read(b)
	f.Close()
	if dead {
		os.Remove(path)
		return r, false
	}
	return r, json.Unmarshal(b[:n], &r) == nil
}

// maxWhat is how many bytes of a run's description are kept.
const maxWhat = 1000

// enter puts a run into the register. The run counts as alive as long as the file that enter returns is open. The entry
// gets its name only when it is in use: an entry that nobody uses counts as that of a dead run.
func enter(register string, r Running) (*os.File, error) {
	r.What = cut(r.What, maxWhat)
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(register, 0o700); err != nil {
		return nil, err
	}
	path, temp := filepath.Join(register, r.ID), filepath.Join(register, tempName(r.ID))
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	markUsed(f)
	if _, err = f.Write(append(b, '\n')); err == nil && temp != path {
		err = os.Rename(temp, path)
	}
	if err != nil {
		f.Close()
		os.Remove(temp)
		return nil, err
	}
	return f, nil
}

// cut is at most n bytes of s, and an ellipsis if something is missing.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
