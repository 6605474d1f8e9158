package abort

import (
	"crypto/rand"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/toktee/toktee/internal/run/proc"
)

// Options describe a run. The zero value of a field is its default.
type Options struct {
	Dir      string           // its working folder; "" is the current one. It is made absolute when the run begins
	Register string           // the folder of the register; "" is the user's own, which all of the user's runs share
	What     string           // what runs, for [List]: its command line, for example
	Output   string           // for [List]: the folder in which others ask for its output so far; "" if they can't
	Outer    string           // the value of [Variable] in the environment: the run that this one is a part of
	Now      func() time.Time // nil is [time.Now]
	Warn     func(error)      // gets what goes wrong, which keeps no run from running; nil drops it
}

// Run is a run that can be asked to stop. Its methods are safe for concurrent use, except that End comes last.
type Run struct {
	id       string
	nested   bool // it is a part of another run, whose id it has
	o        Options
	dirs     []string // the folders whose requests are for it: its own and all above
	later    bool     // it joins the others, once, when it is watched: the rest is there from then on
	joining  sync.Once
	register string                 // "" for none
	old      map[string]fs.FileInfo // requests that were there before it, by path
	entry    *os.File               // in the register; nil for none

	mu        sync.Mutex
	err       *AbortError // once it was asked to stop
	empty     string      // path of a request that was empty at the last look
	emptyFrom time.Time   // when it was first seen
}

// Begin begins a run: it enters the run in the register, and removes the requests that no run is left to see.
// [Run.End] must be called in the end. The run is a part of the outer one if the process of that one is alive and is
// this one or, if the system reports parents, one above it.
func Begin(o Options) *Run {
	r := newRun(o)
	if !r.nested {
		r.join()
	}
	return r
}

// Prepare is Begin for a run that usually ends soon: if there was never a request, the run is entered in the register
// by [Run.Watch], and only when it has been watched for [Settle]. Until then no other run knows of it, and it makes no
// files. It hears the requests that are written meanwhile all the same, except that one to all may be removed by a run
// that ends.
func Prepare(o Options) *Run {
	r := newRun(o)
	r.later = !r.nested && !slices.ContainsFunc(r.dirs, func(dir string) bool { return exists(folder(dir)) })
	if !r.nested && !r.later {
		r.join()
	}
	return r
}

func newRun(o Options) *Run {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Warn == nil {
		o.Warn = func(error) {}
	}
	if proc.Encloses(o.Outer) {
		return &Run{id: o.Outer, nested: true, o: o}
	}
	dir, err := filepath.Abs(o.Dir)
	if err != nil { // the current folder was deleted: no request can be written into it
		o.Warn(fmt.Errorf("finding the folder of the run: %w", err))
		dir = string(filepath.Separator)
	}
	o.Dir = dir
	return &Run{id: newID(), o: o, dirs: folders(dir), old: map[string]fs.FileInfo{}}
}

// join enters the run in the register and returns the requests that were there before it. No other run enters the
// register meanwhile or removes a request to all, so every request is one of the two: it was there before the run, or
// it stays until the run has ended.
func (r *Run) join() {
	var err error
	if r.register, err = orUsers(r.o.Register); err != nil {
		r.o.Warn(err)
	}
	unlock := r.lock()
	r.removeStale(unlock != nil)
	if r.register != "" {
		entry, err := enter(r.register, Running{
			ID: r.id, Pid: os.Getpid(), Dir: r.o.Dir, What: r.o.What, Started: r.o.Now(), Output: r.o.Output,
		})
		if err != nil {
			r.o.Warn(fmt.Errorf("registering the run: %w", err))
		}
		r.entry = entry
	}
	if unlock != nil {
		unlock()
	}
}

// lock locks the register. It returns nil if that isn't possible: then the other runs are unknown, and requests that
// others may have to see stay.
func (r *Run) lock() (unlock func() error) {
	if r.register == "" {
		return nil
	}
	unlock, err := lock(r.register)
	if err != nil {
		r.o.Warn(fmt.Errorf("locking the register of runs: %w", err))
	}
	return unlock
}

// ID returns the run's id. A run that is a part of another one has the other's id.
func (r *Run) ID() string { return r.id }

// End ends the run, however it ended: the run leaves the register, and the requests to it are removed. A request to all
// is removed if no other run is left to see it.
func (r *Run) End() {
	if r.nested {
		return
	}
	if r.entry != nil {
		r.entry.Close() // first: Windows removes no open file
		r.remove(filepath.Join(r.register, r.id))
		r.entry = nil
	}
	toAll := false
	for _, dir := range r.dirs {
		if checkFolder(dir) == nil {
			r.remove(filepath.Join(folder(dir), r.id))
			toAll = toAll || exists(filepath.Join(folder(dir), All))
		}
	}
	if !toAll {
		return
	}
	if unlock := r.lock(); unlock != nil {
		defer unlock()
		for _, dir := range r.dirs {
			r.removeAll(dir)
		}
	}
}

// newID makes an id: the process's name, and letters that distinguish its runs: "4211-3k9f2-xq7dfa".
func newID() string { return proc.Self() + "-" + strings.ToLower(rand.Text()[:6]) }

var idForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[0-9]+-[a-z0-9]+(-[a-z0-9]+)?$`)
})

// isID reports whether a name has the form of a run's id. Files of other names aren't ours to remove.
func isID(name string) bool { return idForm().MatchString(name) }
