package abort

import (
	"crypto/rand"
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

// Options describe a run. The zero value of a field is its default.
type Options struct {
	Dir      string           // its working folder; "" is the current one
	Register string           // the folder of the register; "" leaves the run out of it
	What     string           // what runs, for [List]: its command line, for example
	Outer    string           // the value of [Variable] in the environment: the run that this one is a part of
	Now      func() time.Time // nil is [time.Now]
	Warn     func(error)      // gets what goes wrong, which keeps no run from running; nil drops it
}

// Run is a run that can be asked to stop. Its methods are safe for concurrent use, except that End comes last.
type Run struct {
	id     string
	nested bool // it is a part of another run, whose id it has
	o      Options
	dirs   []string               // the folders whose requests are for it: its own and all above
	old    map[string]fs.FileInfo // requests that were there before it, by path
	entry  *os.File               // in the register; nil for none

	mu    sync.Mutex
	err   *AbortError // once it was asked to stop
	empty string      // path of a request that was empty at the last look
}

// Begin begins a run: it removes the requests that no run is left to see, and enters the run in the register. [Run.End]
// must be called in the end. If the outer run's process is alive, the run is a part of that run.
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
	if abs, err := filepath.Abs(o.Dir); err == nil { // requests may be in the folders above
		o.Dir = abs
	}
	r := &Run{id: newID(), o: o, dirs: upwards(o.Dir), old: map[string]fs.FileInfo{}}
	r.removeStale()
	if o.Register != "" {
		entry, err := enter(o.Register, Running{ID: r.id, Pid: os.Getpid(), Dir: o.Dir, What: o.What, Started: o.Now()})
		if err != nil {
			o.Warn(fmt.Errorf("registering the run: %w", err))
		}
		r.entry = entry
	}
	return r
}

// ID is the run's id. A run that is a part of another one has the other's id.
func (r *Run) ID() string { return r.id }

// End ends the run, however it ended: the run leaves the register, and the requests to it are removed. A request to all
// is removed if no other run is left to see it.
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
		if checkFolder(dir) != nil {
			continue
		}
		r.remove(filepath.Join(folder(dir), r.id))
		all := filepath.Join(folder(dir), All)
		st, err := os.Lstat(all)
		if ours := err == nil && !foreign(dir, st); ours && !r.others(dir) {
			r.remove(all)
		}
	}
}

// newID makes an id: the process's number, and letters that distinguish its runs from those of an earlier process of
// the same number: "4211-k3xf7q".
func newID() string { return strconv.Itoa(os.Getpid()) + "-" + strings.ToLower(rand.Text()[:6]) }

var idForm = regexp.MustCompile(`^[0-9]+-[a-z0-9]+$`)

// isID reports whether a name has the form of a run's id. Files of other names aren't ours to remove.
func isID(name string) bool { return idForm.MatchString(name) }

// ownerAlive reports whether the process of the run with this id is alive.
func ownerAlive(id string) bool {
	number, _, _ := strings.Cut(id, "-")
	pid, err := strconv.Atoi(number)
	return err == nil && alive(pid)
}
