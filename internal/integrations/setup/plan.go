package setup

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
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
	target        target
	key           string // in the journal
	forgets       bool   // nothing of toktee's stays
}

// A Part is what an agent gets in a file, in words.
type Part struct {
	Agent      *Agent
	Path, What string
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
	Parts  []Part // of Init

	journal journal
	fresh   fs.FileMode // of new files
	undo    bool        // it removes toktee
	clean   []string    // files without anything of toktee's, whose copies can be dropped

	step func() error // for tests: runs before each file is put in its place
}

// Init computes the changes that set agents up. There are none for agents that are set up.
func Init(p *Place, agents []*Agent) *Plan {
	plan := &Plan{journal: journal{p.Data}, fresh: 0o600}
	if p.Project != "" {
		plan.fresh = 0o644 // as its other files
	}
	for _, a := range agents {
		plan = plan.With(p, a)
	}
	return plan
}

// Since returns the changes that an earlier plan lacks.
func (plan *Plan) Since(earlier *Plan) (list []Change) {
	for _, c := range plan.Changes {
		i := slices.IndexFunc(earlier.Changes, func(d Change) bool { return d.target.is(c.target) })
		if i >= 0 {
			c.Before = earlier.Changes[i].After
		}
		if !equal(c.Before, c.After) {
			list = append(list, c)
		}
	}
	return list
}

// With returns a plan that sets up one more agent. If a file of that agent can't be changed, none is.
func (plan *Plan) With(p *Place, a *Agent) *Plan {
	with := *plan
	with.Changes, with.Failed = slices.Clone(plan.Changes), slices.Clone(plan.Failed)
	with.Parts = slices.Clone(plan.Parts)
	all := locate(p, Agents())
	for _, e := range a.wanted(p) {
		with.init(a, e, all)
	}
	if len(with.Failed) > len(plan.Failed) {
		with.Changes, with.Parts = plan.Changes, plan.Parts
	}
	return &with
}

// init takes an edit into the plan; all are the edits that toktee may have made.
func (plan *Plan) init(a *Agent, e edit, all []located) {
	c, err := plan.change(a, e.file())
	if err != nil {
		plan.put(c, err)
		return
	}
	own := editsOf(c.target, all)
	if err = own.clash(); err == nil {
		c.original, err = plan.journal.without(c, own)
	}
	if c.After = c.Before; err == nil && !own.tellsMore(e, c.Before) {
		c.After, err = e.add(c.Before)
	}
	if !equal(c.Before, c.After) {
		plan.Parts = append(plan.Parts, Part{a, c.Path, e.what()})
	}
	plan.put(c, err)
}

// Uninstall computes the changes that remove toktee from agents at these places. What an agent shares with another that
// keeps it stays.
func Uninstall(agents []*Agent, places ...*Place) *Plan {
	plan := &Plan{journal: journal{places[0].Data}, undo: true}
	var all, stay []located
	for _, p := range places {
		all = append(all, locate(p, Agents())...)
		stay = append(stay, locate(p, slices.DeleteFunc(Agents(), func(a *Agent) bool {
			return slices.ContainsFunc(agents, func(b *Agent) bool { return b.Name == a.Name }) || !a.Installed(p)
		}))...)
	}
	for _, p := range places {
		for _, a := range agents {
			for _, e := range a.own(p) {
				plan.uninstall(a, e, all, stay)
			}
		}
	}
	return plan
}

// uninstall takes the removal of an edit into the plan, unless an agent that stays needs the same.
func (plan *Plan) uninstall(a *Agent, e edit, all, stay []located) {
	c, err := plan.change(a, e.file())
	if err != nil {
		plan.put(c, err)
		return
	}
	needed := editsOf(c.target, stay)
	c.forgets = len(needed) == 0
	if c.After = c.Before; c.forgets {
		c.After, err = plan.journal.without(c, editsOf(c.target, all))
	} else if !slices.ContainsFunc(needed, func(s edit) bool { return alike(s, e) }) {
		c.After, err = e.remove(c.Before)
	}
	if link, isLink := os.Lstat(c.Path); c.After == nil && isLink == nil && link.Mode()&fs.ModeSymlink != 0 {
		c.After = []byte{} // a link to nothing would be in the way
	}
	if err == nil && equal(c.Before, c.After) && c.forgets {
		plan.clean = append(plan.clean, c.key)
	}
	plan.put(c, err)
}

// alike reports whether two edits of one file put the same into it.
func alike(a, b edit) bool {
	h, isHooks := a.(hooks)
	other, _ := b.(hooks)
	return reflect.TypeOf(a) == reflect.TypeOf(b) &&
		(!isHooks || h.agent == other.agent && h.notice == other.notice)
}

// change reads a file, as an earlier change of the plan leaves it.
func (plan *Plan) change(a *Agent, path string) (*Change, error) {
	c := &Change{Agent: a, Path: path}
	var err error
	if c.target, err = targetOf(path); err != nil {
		return c, err
	}
	c.key = plan.journal.key(path, c.target)
	for _, d := range plan.Changes {
		if d.target.is(c.target) {
			d.Before = d.After
			return &d, nil
		}
	}
	if c.Before, c.mode, err = readSettings(c.target.path); err == nil && c.Before == nil {
		c.mode = plan.fresh
	}
	return c, err
}

// readSettings reads a file; one that isn't there is nil.
func readSettings(path string) ([]byte, fs.FileMode, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, 0, nil
	case err != nil:
		return nil, 0, err
	case !info.Mode().IsRegular():
		return nil, 0, errors.New("it isn't a regular file")
	case info.Size() > maxSettings:
		return nil, 0, fmt.Errorf("it has %d bytes, and at most %d are read", info.Size(), maxSettings)
	}
	b, err := os.ReadFile(path)
	if b == nil && err == nil {
		b = []byte{}
	}
	if err == nil {
		err = parsable(filepath.Ext(path), b)
	}
	return b, info.Mode().Perm(), err
}

// maxNesting bounds the open brackets of a settings file, and the dots in a line of TOML. The parsers are recursive,
// and take quadratic time for a key of many parts.
const maxNesting = 10_000

// parsable returns why a parser would fail on a settings file, or take too long, nil if it won't.
func parsable(ext string, b []byte) error {
	if ext != ".json" && ext != ".jsonc" && ext != ".toml" {
		return nil
	}
	depth, dots := 0, 0
	for _, c := range b {
		switch c {
		case '{', '[':
			depth++
		case '}', ']':
			depth = max(depth-1, 0)
		case '.':
			dots++
		case '\n':
			dots = 0
		}
		if depth > maxNesting || dots > maxNesting && ext == ".toml" {
			return errors.New("it nests too deeply")
		}
	}
	return nil
}

// put takes a change into the plan, or the reason why a file stays as it is.
func (plan *Plan) put(c *Change, err error) {
	if err == nil && !equal(c.Before, c.After) {
		err = c.target.replaceable()
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
	i := slices.IndexFunc(plan.Changes, func(d Change) bool { return d.target.is(c.target) })
	switch {
	case i >= 0 && equal(plan.Changes[i].Before, c.After):
		plan.Changes = slices.Delete(plan.Changes, i, i+1)
	case i >= 0:
		plan.Changes[i].After = c.After
	case !equal(c.Before, c.After):
		plan.Changes = append(plan.Changes, *c)
	}
}

// equal reports whether two contents are equal. A missing file (nil) differs from an empty one.
func equal(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }
