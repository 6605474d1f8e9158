package abort

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// removeStale removes the requests that no run is left to see, in the run's folder and those above it.
func (r *Run) removeStale() {
	for _, dir := range r.dirs {
		entries, err := readRequests(dir)
		othersOwn := dir != r.o.Dir && errors.Is(err, fs.ErrPermission)
		if err != nil && !othersOwn {
			r.o.Warn(fmt.Errorf("looking for stale requests to stop: %w", err))
		}
		for _, e := range entries {
			if st, err := e.Info(); err == nil && !foreign(dir, st) {
				r.removeIfStale(dir, e.Name())
			}
		}
	}
}

// readRequests lists the folder of requests. That there is none is fine.
func readRequests(dir string) ([]fs.DirEntry, error) {
	if _, err := os.Lstat(folder(dir)); err == nil {
		if err := checkFolder(dir); err != nil {
			return nil, err
		}
	}
	entries, err := os.ReadDir(folder(dir))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return entries, err
}

// removeIfStale removes the request with this name if no run is left to see it. A request to all that stays is not for
// this run: it was there before. Names of another form are no requests: other files, or requests that are being
// written.
func (r *Run) removeIfStale(dir, name string) {
	path := filepath.Join(folder(dir), name)
	switch {
	case name == All:
		if r.others(dir) || r.remove(path) != nil {
			r.ignore(path)
		}
	case isID(name) && !ownerAlive(name):
		r.remove(path)
	}
}

// ignore records that a request was there before the run.
func (r *Run) ignore(path string) {
	if st, err := os.Lstat(path); err == nil {
		r.old[path] = st
	}
}

// others reports whether another run is alive in a folder or below it, as far as the register shows.
func (r *Run) others(dir string) bool {
	runs, err := List(r.o.Register)
	if err != nil {
		r.o.Warn(err)
	}
	for _, o := range runs {
		if o.ID != r.id && isBelow(o.Dir, dir) {
			return true
		}
	}
	return false
}

// remove removes a file. That it isn't there is fine.
func (r *Run) remove(path string) error {
	err := os.Remove(path)
	if err == nil || errors.Is(err, fs.ErrNotExist) || notDir(err) {
		return nil
	}
	r.o.Warn(err)
	return err
}
