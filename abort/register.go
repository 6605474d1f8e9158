package abort

import (
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

// Running is a run that is alive.
type Running struct {
	ID      string    `json:"id"`
	Pid     int       `json:"pid"`
	Dir     string    `json:"dir"`  // its working folder
	What    string    `json:"what"` // its command line, or what else says what it is
	Started time.Time `json:"started"`
}

// List returns the living runs of a register, the oldest first. Entries of runs that were killed are removed.
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
			continue // it is coming into being
		}
		if r, ok := readEntry(filepath.Join(register, e.Name())); ok {
			runs = append(runs, r)
		}
	}
	slices.SortFunc(runs, func(a, b Running) int {
		if c := a.Started.Compare(b.Started); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return runs, nil
}

// readEntry reads an entry whose run is alive, and removes any other.
func readEntry(path string) (r Running, ok bool) {
	f, err := os.Open(path)
	if err != nil {
		return r, false
	}
	dead := unowned(f)
	b := make([]byte, 64<<10)
	n, _ := f.Read(b)
	f.Close()
	if dead {
		os.Remove(path)
		return r, false
	}
	return r, json.Unmarshal(b[:n], &r) == nil
}

// enter puts a run into the register. The file that it returns is the run's as long as it is open.
func enter(register string, r Running) (*os.File, error) {
	r.What = cut(r.What, 1000)
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(register, 0o700); err != nil {
		return nil, err
	}
	// As long as nobody owns it, it would count as that of a dead run.
	path, temp := filepath.Join(register, r.ID), filepath.Join(register, nameBefore(r.ID))
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	own(f)
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

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
