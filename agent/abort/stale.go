package abort

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/toktee/toktee/internal/run/proc"
)

// removeStale removes the requests that no run is left to see, in the run's folders. A request to all that stays is not
// for this run: it was there before. Unless the register is locked, all of them stay.
func (r *Run) removeStale(locked bool) {
	for _, dir := range r.dirs {
		entries, err := readRequests(dir)
		othersOwn := dir != r.o.Dir && errors.Is(err, fs.ErrPermission)
		if err != nil && !othersOwn {
			r.o.Warn(fmt.Errorf("looking for stale requests to stop: %w", err))
		}
		for _, e := range entries {
			path := filepath.Join(folder(dir), e.Name())
			st, err := e.Info()
			switch {
			case err != nil || foreign(dir, st):
			case e.Name() == All && r.later: // written since the run has begun, so for it
			case e.Name() == All && (!locked || !r.removeAll(dir)):
				r.ignore(path)
			case isID(e.Name()) && !proc.Lives(e.Name()):
				r.remove(path)
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

// removeAll removes the request to all in a folder if no other run is left to see it, and reports whether there is none
// any more. The register must be locked: who isn't in it then will find the request gone.
func (r *Run) removeAll(dir string) bool {
	path := filepath.Join(folder(dir), All)
	st, err := os.Lstat(path)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return checkFolder(dir) == nil && !foreign(dir, st) && !r.others(dir) && r.remove(path) == nil
}

// tick is more than the step in which most systems count the times of files.
const tick = 20 * time.Millisecond

// ignore records that a request was there before the run. It waits until one that is written into the same file can be
// identified by its time.
func (r *Run) ignore(path string) {
	st, err := os.Lstat(path)
	if err != nil {
		return
	}
	r.old[path] = st
	if age := r.o.Now().Sub(st.ModTime()); age >= 0 && age < tick {
		time.Sleep(tick - age)
	}
}

// others reports whether another run looks for requests in a folder, which may have several names if there are links.
// If the register can't be read, there may be one.
func (r *Run) others(dir string) bool {
	runs, err := List(r.register)
	if err != nil {
		r.o.Warn(err)
		return true
	}
	here, err := os.Stat(dir)
	return err != nil || slices.ContainsFunc(runs, func(o Running) bool {
		return o.ID != r.id && slices.ContainsFunc(folders(o.Dir), func(d string) bool {
			there, err := os.Stat(d)
			return d == dir || err == nil && os.SameFile(here, there)
		})
	})
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

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
