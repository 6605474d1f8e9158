package abort

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Interval is the time between two looks for a request.
const Interval = 100 * time.Millisecond

// Options say what a run is.
type Options struct {
	Dir      string           // its working folder
	Register string           // the folder of the register; "" leaves the run out of it
	What     string           // what runs, for [List]
	Outer    string           // the value of [Variable] in the environment: the id of the run that this one is a part of
	Now      func() time.Time // nil is time.Now
	Warn     func(error)      // is told of what goes wrong; nil drops it. Nothing of that keeps a run from running
}

// Run is a run that can be asked to stop. Its methods are safe for concurrent use.
type Run struct {
	id     string
	nested bool
	o      Options
	dirs   []string               // those whose requests are for it
	old    map[string]fs.FileInfo // requests that were there before it
	entry  *os.File               // in the register; nil for none

	mu    sync.Mutex
	err   *AbortError // once it was asked to stop
	empty string      // a request that was empty when it was last looked at
}

// Begin begins a run: requests that nobody is left to hear are removed, and the run stands in the register. [Run.End]
// has to be called in the end.
func Begin(o Options) *Run {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Warn == nil {
		o.Warn = func(error) {}
	}
	if o.Outer != "" && ownerAlive(o.Outer) {
		return &Run{id: o.Outer, nested: true, o: o}
	}
	r := &Run{id: newID(), o: o, dirs: upwards(o.Dir), old: map[string]fs.FileInfo{}}
	r.dropStale()
	if o.Register != "" {
		entry, err := enter(o.Register, Running{ID: r.id, Pid: os.Getpid(), Dir: o.Dir, What: o.What, Started: o.Now()})
		if err != nil {
			o.Warn(fmt.Errorf("registering the run: %w", err))
		}
		r.entry = entry
	}
	return r
}

// newID makes an id: the process, and what tells its runs from those of an earlier process of the same number.
func newID() string { return strconv.Itoa(os.Getpid()) + "-" + strings.ToLower(rand.Text()[:6]) }

var idForm = regexp.MustCompile(`^[0-9]+-[a-z0-9]+$`)

// isID reports whether a name has the form of a run's id. Files of other names aren't ours to remove.
func isID(name string) bool { return idForm.MatchString(name) }

// ownerAlive reports whether the process of a run is there.
func ownerAlive(id string) bool {
	number, _, _ := strings.Cut(id, "-")
	pid, err := strconv.Atoi(number)
	return err == nil && alive(pid)
}

// ID is the run's id; that of the outer run for one inside another.
func (r *Run) ID() string { return r.id }

// Check returns an [AbortError] once the run was asked to stop. An empty request counts when it is seen a second time.
func (r *Run) Check() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		if path, st := r.request(); path == "" {
			return nil
		} else if st.Mode().IsRegular() && st.Size() == 0 && r.empty != path {
			r.empty = path // a shell makes the file before it writes the reason
		} else {
			r.err = &AbortError{reasonIn(path)}
		}
	}
	if r.err == nil {
		return nil
	}
	return r.err
}

// request is the path of a request to the run, "" for none.
func (r *Run) request() (string, fs.FileInfo) {
	for _, dir := range r.dirs {
		for _, name := range [...]string{r.id, All} {
			path := filepath.Join(folder(dir), name)
			st, err := os.Lstat(path)
			if err != nil || foreign(dir, st) || same(r.old[path], st) || plain(dir) != nil {
				continue
			}
			return path, st
		}
	}
	return "", nil
}

// same reports whether a request is the one that was there before.
func same(old, st fs.FileInfo) bool {
	return old != nil && os.SameFile(old, st) && old.ModTime().Equal(st.ModTime()) && old.Size() == st.Size()
}

// Watch returns a context that ends with an [AbortError] as its cause when the run is asked to stop. stop ends watching
// and releases the context; it has to be called.
func (r *Run) Watch(ctx context.Context) (watched context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if r.nested {
		return ctx, func() { cancel(nil) }
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(Interval)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				if err := r.Check(); err != nil {
					cancel(err)
					return
				}
			}
		}
	}()
	return ctx, func() {
		cancel(nil)
		<-ended
	}
}

// End ends the run, however it ended: it leaves the register, and the requests to it are removed.
func (r *Run) End() {
	if r.nested {
		return
	}
	if r.entry != nil {
		r.remove(filepath.Join(r.o.Register, r.id))
		r.entry.Close()
		r.entry = nil
	}
	for _, dir := range r.dirs {
		if plain(dir) != nil {
			continue
		}
		r.remove(filepath.Join(folder(dir), r.id))
		path := filepath.Join(folder(dir), All)
		if st, err := os.Lstat(path); err == nil && !foreign(dir, st) && !r.others(dir) {
			r.remove(path)
		}
	}
}

// dropStale removes the requests that nobody is left to hear, and notes the others: they are not for this run.
func (r *Run) dropStale() {
	for _, dir := range r.dirs {
		if _, err := os.Lstat(folder(dir)); err == nil {
			if err := plain(dir); err != nil {
				r.o.Warn(fmt.Errorf("looking for stale requests to stop: %w", err))
				continue
			}
		}
		entries, err := os.ReadDir(folder(dir))
		othersOwn := dir != r.o.Dir && errors.Is(err, fs.ErrPermission)
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !othersOwn {
			r.o.Warn(fmt.Errorf("looking for stale requests to stop: %w", err))
		}
		for _, e := range entries {
			path := filepath.Join(folder(dir), e.Name())
			switch st, err := e.Info(); {
			case err != nil || foreign(dir, st) || e.Name()[0] == '.': // nothing of ours, or it is being written
			case e.Name() == All && r.others(dir):
				r.note(path)
			case e.Name() == All:
				if r.remove(path) != nil {
					r.note(path)
				}
			case isID(e.Name()) && !ownerAlive(e.Name()):
				r.remove(path)
			}
		}
	}
}

func (r *Run) note(path string) {
	if st, err := os.Lstat(path); err == nil {
		r.old[path] = st
	}
}

// others reports whether another run is alive in a folder or below it.
func (r *Run) others(dir string) bool {
	runs, err := List(r.o.Register)
	if err != nil {
		r.o.Warn(err)
	}
	for _, o := range runs {
		if o.ID != r.id && below(o.Dir, dir) {
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
