package setup

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/toktee/toktee/internal/text/diff"
)

// maxSettings are the bytes of the largest file of settings or instructions that is changed.
const maxSettings = 16 << 20

// A Change is what happens to one file.
type Change struct {
	Agent         *Agent
	Path          string
	Before, After []byte // nil: there is no such file
	original      []byte // the file without toktee
	mode          fs.FileMode
}

// Diff shows a change as a unified diff.
func (c *Change) Diff() string {
	a, b := diff.Lines(string(c.Before)), diff.Lines(string(c.After))
	from, to := c.Path, c.Path
	if c.Before == nil {
		from = ""
	}
	if c.After == nil {
		to = ""
	}
	text, _ := diff.Compare(a, b).Unified(from, to, a, b)
	return text
}

// A Plan holds the changes that set agents up, or remove toktee from them.
type Plan struct {
	Changes []Change
	// Failed are files that stay as they are, and why.
	Failed []error

	journal journal
	fresh   fs.FileMode // of new files
	undo    bool        // it removes toktee
	clean   []string    // files without anything of toktee's, whose copies can be dropped
}

// Init computes the changes that set agents up. There are none for agents that are set up.
func Init(p *Place, agents []*Agent) *Plan {
	plan := &Plan{journal: journal{p.Data}, fresh: 0o600}
	if p.Project != "" {
		plan.fresh = 0o644 // as its other files
	}
	for _, a := range agents {
		for _, e := range a.wanted(p) {
			plan.init(a, e, a.ownOf(p, e.file()))
		}
	}
	return plan
}

// init takes an edit into the plan; own are all that toktee has in its file.
func (plan *Plan) init(a *Agent, e, own edit) {
	c, err := plan.change(a, e.file())
	if err == nil {
		c.original, err = plan.journal.without(c, own)
	}
	if err == nil {
		c.After, err = e.add(c.Before)
	}
	plan.put(c, err)
}

// Uninstall computes the changes that remove toktee from agents, in the user's settings, and in those of p's project.
// What an agent shares with another that keeps it stays.
func Uninstall(p *Place, agents []*Agent) *Plan {
	plan := &Plan{journal: journal{p.Data}, undo: true}
	keep := map[string]bool{}
	for _, a := range Agents() {
		if slices.ContainsFunc(agents, func(b *Agent) bool { return b.Name == a.Name }) || !a.Installed(p) {
			continue
		}
		for _, e := range a.own(p) {
			keep[e.file()] = true
		}
	}
	for _, a := range agents {
		for _, e := range a.own(p) {
			if !keep[e.file()] {
				plan.uninstall(a, e)
			}
		}
	}
	slices.Reverse(plan.Changes) // so that folders are empty once files made in them later are gone
	return plan
}

// uninstall takes the removal of everything of toktee's in a file into the plan.
func (plan *Plan) uninstall(a *Agent, own edit) {
	c, err := plan.change(a, own.file())
	if err == nil {
		c.After, err = plan.journal.without(c, own)
	}
	if err == nil && equal(c.Before, c.After) {
		plan.clean = append(plan.clean, c.Path)
	}
	plan.put(c, err)
}

// Join adds the changes of another plan, of other files.
func (plan *Plan) Join(other *Plan) {
	for _, c := range other.Changes {
		if !slices.ContainsFunc(plan.Changes, func(d Change) bool { return d.Path == c.Path }) {
			plan.Changes = append(plan.Changes, c)
		}
	}
	plan.Failed = append(plan.Failed, other.Failed...)
	plan.clean = append(plan.clean, other.clean...)
}

// change reads a file, as an earlier change of the plan leaves it.
func (plan *Plan) change(a *Agent, path string) (*Change, error) {
	for i := range plan.Changes {
		if c := plan.Changes[i]; c.Path == path {
			return &Change{Agent: c.Agent, Path: path, Before: c.After, original: c.original, mode: c.mode}, nil
		}
	}
	c := &Change{Agent: a, Path: path, mode: 0o600}
	var err error
	if c.Before, c.mode, err = readSettings(path); err == nil && c.Before == nil && !plan.undo {
		c.mode = plan.fresh
	}
	return c, err
}

// readSettings reads a file; one that isn't there is nil.
func readSettings(path string) ([]byte, fs.FileMode, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(path); err == nil {
			return nil, 0, errors.New("it is a link to a file that isn't there")
		}
		return nil, 0o600, nil
	case err != nil:
		return nil, 0, err
	case !info.Mode().IsRegular():
		return nil, 0, errors.New("it is no file")
	case info.Size() > maxSettings:
		return nil, 0, fmt.Errorf("it has %d bytes, and at most %d are read", info.Size(), maxSettings)
	}
	b, err := os.ReadFile(path)
	if b == nil && err == nil {
		b = []byte{}
	}
	return b, info.Mode().Perm(), err
}

func (plan *Plan) put(c *Change, err error) {
	if err == nil && c.mode&0o200 == 0 && !equal(c.Before, c.After) {
		err = errors.New("it is read-only")
	}
	if err != nil {
		var path *fs.PathError
		if !errors.As(err, &path) {
			err = fmt.Errorf("%s: %w", c.Path, err)
		}
		if !slices.ContainsFunc(plan.Failed, func(e error) bool { return e.Error() == err.Error() }) {
			plan.Failed = append(plan.Failed, err) // once for all edits of a file
		}
		return
	}
	if equal(c.Before, c.After) {
		return
	}
	for i := range plan.Changes {
		if plan.Changes[i].Path == c.Path {
			plan.Changes[i].After = c.After
			return
		}
	}
	plan.Changes = append(plan.Changes, *c)
}

// equal reports whether two contents are equal. A missing file (nil) differs from an empty one.
func equal(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }

// Apply writes the changes: each file at once, in its place, with the mode it had; a link stays a link. What the files
// were before is kept, until nothing of toktee's is in them. A file that can't be written, or isn't as it was when the
// plan was made, doesn't keep the others from being written. done are the changes that were made.
func (plan *Plan) Apply() (done []Change, err error) {
	var errs []error
	for _, c := range plan.Changes {
		if err := plan.write(&c); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", c.Path, err))
			continue
		}
		done = append(done, c)
	}
	for _, path := range plan.clean {
		errs = append(errs, plan.journal.forget(path))
	}
	return done, errors.Join(errs...)
}

func (plan *Plan) write(c *Change) error {
	now, _, err := readSettings(c.Path)
	if err != nil {
		return err
	}
	if !equal(now, c.Before) {
		return errors.New("it has changed in the meantime: nothing is written")
	}
	path := c.Path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link, as into a folder of settings under version control, stays one
	}
	if !plan.undo {
		return plan.journal.keep(c, func() error { return replace(path, c.After, c.mode) })
	}
	if c.After != nil {
		err = replace(path, c.After, c.mode)
	} else {
		err = os.Remove(path)
	}
	if err != nil {
		return err
	}
	return plan.journal.forget(c.Path)
}

// replace writes a file at once. Others may enter a folder made for one that they may read.
func replace(path string, b []byte, mode fs.FileMode) error {
	dirMode := fs.FileMode(0o700)
	if mode&0o004 != 0 {
		dirMode = 0o755
	}
	if err := os.MkdirAll(filepath.Dir(path), dirMode); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".toktee-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // once renamed, there is nothing of that name
	_, err = f.Write(b)
	for _, step := range []func() error{func() error { return f.Chmod(mode) }, f.Sync, f.Close} {
		if e := step(); err == nil {
			err = e
		}
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
