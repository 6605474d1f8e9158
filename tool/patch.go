package tool

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

const patchDescription = "Applies a patch to files, all of it or nothing: a unified diff (---, +++, @@) or an apply_patch envelope (*** Begin Patch). Context must be exact; line numbers may be off where the context stands once."

var patchHints = hints{
	"patch": {Description: "a unified diff, or an envelope from *** Begin Patch to *** End Patch"},
}

type patchArgs struct {
	Patch string `json:"patch"`
}

// filePatch is what a patch says of a file.
type filePatch struct {
	from, to string // the same unless it is moved; from is "" for a new file, to for one that is deleted
	hunks    []hunk
	content  string // of a new file
}

// hunk is a place in a file that changes.
type hunk struct {
	header string   // as it stands in the patch, for errors
	line   int      // where the patch says that it is, from 1; 0 where it doesn't
	anchor []string // lines that come before it, one after the other
	ops    []op
	atEnd  bool // it is the end of the file

	// Whether the patch says that the last line, of the file before and after, has no line feed.
	oldBare, newBare bool
}

// op is a line of a hunk, without its line end.
type op struct {
	kind byte // ' ', '-' or '+'
	text string
}

// old are the lines that stand in the file before.
func (h *hunk) old() (lines []string) {
	for _, o := range h.ops {
		if o.kind != '+' {
			lines = append(lines, o.text)
		}
	}
	return lines
}

func (s *Set) patch(ctx context.Context, c call, a patchArgs) (result.ToolResult, error) {
	patches, err := parsePatch(a.Patch)
	if err != nil {
		return result.ToolResult{}, err
	}
	s.changing.Lock()
	defer s.changing.Unlock()
	p := plan{files: s.files, state: map[string]*fileState{}}
	for i := range patches {
		if err := p.apply(&patches[i]); err != nil {
			return result.ToolResult{}, badInput("nothing was changed: %w", err)
		}
	}
	changes := p.changes()
	if len(changes) == 0 {
		return result.ToolResult{}, badInput("the files are already as the patch wants them")
	}
	if ctx.Err() != nil {
		return s.stopped(ctx, c, summarize.Request{}, nil)
	}
	if err := p.commit(); err != nil {
		return result.ToolResult{}, badInput("nothing was changed: %w", err)
	}
	return s.changed(ctx, c, changes)
}

// fileState is a file as it will be.
type fileState struct {
	path             string // as the patch names it
	name             string
	target           string // behind symbolic links
	mode             fs.FileMode
	old, content     string
	existed, exists  bool
	movedTo, movedBy string // names
}

// plan is what a patch does to files, before it is done.
type plan struct {
	files *files
	state map[string]*fileState
	order []*fileState
}

// file is a file as the patch has left it so far.
func (p *plan) file(path string) (*fileState, error) {
	name, err := p.files.name(path)
	if err != nil {
		return nil, err
	}
	if st := p.state[name]; st != nil {
		return st, nil
	}
	st := &fileState{path: path, name: name, mode: newMode}
	switch info, err := p.files.at.Stat(name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, badInput("%s: %w", path, reason(err))
	case !info.Mode().IsRegular():
		return nil, badInput("%s is %s, not a file", path, modeName(info.Mode()))
	default:
		if st.old, _, st.mode, err = p.files.readAll(path); err != nil {
			return nil, err
		}
		st.content, st.existed, st.exists = st.old, true, true
	}
	// Two names of one file: what the second says would replace what the first did.
	target, err := p.files.target(name)
	if err != nil {
		return nil, badInput("%s: %w", path, err)
	}
	for _, other := range p.order {
		if other.target == target {
			return nil, badInput("%s and %s are the same file: want one name for it", other.path, path)
		}
	}
	st.target = target
	p.state[name] = st
	p.order = append(p.order, st)
	return st, nil
}

// apply applies what a patch says of a file.
func (p *plan) apply(f *filePatch) error {
	if f.from == "" {
		st, err := p.file(f.to)
		if err != nil {
			return err
		}
		if st.exists {
			return badInput("%s is to be added, and exists", f.to)
		}
		st.exists, st.content = true, f.content
		return nil
	}
	st, err := p.file(f.from)
	if err != nil {
		return err
	}
	if !st.exists {
		return badInput("%s: no such file", f.from)
	}
	content, err := applyHunks(st.content, f)
	if err != nil {
		return err
	}
	switch {
	case f.to == "":
		if len(f.hunks) > 0 && content != "" {
			return badInput("%s is to be deleted, and holds more than the patch says", f.from)
		}
		st.exists, st.content = false, ""
	case f.to == f.from:
		st.content = content
	default:
		to, err := p.file(f.to)
		if err != nil {
			return err
		}
		if to.exists {
			return badInput("%s is to become %s, which exists", f.from, f.to)
		}
		to.exists, to.content, to.mode, to.movedBy = true, content, st.mode, st.name
		st.exists, st.content, st.movedTo = false, "", to.name
	}
	return nil
}

// commit makes the changes: all contents are written beside their files first, and then put in their places. What fails
// on the way takes back what was done.
func (p *plan) commit() (err error) {
	var done []*staged
	var undo []func()
	defer func() {
		for _, s := range done {
			s.drop()
		}
		if err != nil {
			for i := range undo {
				undo[len(undo)-1-i]()
			}
		}
	}()
	var steps []func() error
	for _, st := range p.order {
		switch {
		case st.exists && st.existed && st.content == st.old:
			continue
		case st.exists:
			s, err := p.files.stage(st.name, st.content, st.mode)
			if err != nil {
				return badInput("%s: %w", st.path, reason(err))
			}
			done = append(done, s)
			steps = append(steps, func() error {
				if err := s.commit(); err != nil {
					return badInput("%s: %w", st.path, reason(err))
				}
				s.temp = ""
				undo = append(undo, func() { p.restore(st) })
				return nil
			})
		case st.existed:
			steps = append(steps, func() error {
				if err := p.files.at.Remove(st.name); err != nil {
					return badInput("%s: %w", st.path, reason(err))
				}
				undo = append(undo, func() { p.restore(st) })
				return nil
			})
		}
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// restore puts a file back as it was.
func (p *plan) restore(st *fileState) {
	if !st.existed {
		p.files.at.Remove(st.name)
		return
	}
	p.files.replace(st.name, st.old, st.mode)
}

// changes are what the plan does, in the patch's order.
func (p *plan) changes() (list []change) {
	for _, st := range p.order {
		if st.movedTo != "" || st.exists == st.existed && st.content == st.old {
			continue
		}
		ch := change{name: p.files.shown(st.name), old: st.old, new: st.content, existed: st.existed, exists: st.exists}
		if from := p.state[st.movedBy]; st.movedBy != "" && from != nil && !st.existed {
			ch.from, ch.old, ch.existed = p.files.shown(from.name), from.old, true
		}
		list = append(list, ch)
	}
	return list
}

// parsePatch reads a patch of either form.
func parsePatch(s string) ([]filePatch, error) {
	if strings.TrimSpace(s) == "" {
		return nil, badInput("no patch: want a unified diff or an envelope from *** Begin Patch to *** End Patch")
	}
	lines := patchLines(s)
	var patches []filePatch
	var err error
	if strings.Contains(s, "*** Begin Patch") {
		patches, err = parseEnvelope(lines)
	} else {
		patches, err = parseUnified(lines)
	}
	if err == nil && len(patches) == 0 {
		err = badInput("the patch changes nothing: want a unified diff or an envelope from *** Begin Patch to *** End Patch")
	}
	return patches, err
}

// patchLines are a patch's lines. Carriage returns stay where they are the files': where the patch's own lines, such as
// "@@", have none.
func patchLines(s string) []string {
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	for _, l := range lines {
		if (strings.HasPrefix(l, "@@") || strings.HasPrefix(l, "***")) && strings.HasSuffix(l, "\r") {
			return strings.Split(strings.TrimSuffix(strings.ReplaceAll(s, "\r\n", "\n"), "\n"), "\n")
		}
	}
	return lines
}

// newOp is a line of a hunk. An empty one is context whose space was taken off.
func newOp(line string) op {
	if line == "" {
		return op{' ', ""}
	}
	return op{line[0], strings.TrimSuffix(line[1:], "\r")}
}
