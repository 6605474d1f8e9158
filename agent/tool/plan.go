package tool

import (
	"errors"
	"io/fs"
)

// A plan holds the changes of a patch before they are made. Later parts of the patch see the planned state.
type plan struct {
	files *files
	state map[string]*fileState // by name
	order []*fileState          // as the patch names them first
}

// A fileState is a file as it is and as it will be.
type fileState struct {
	path            string // as the patch names it
	name            string // as the place takes it
	real            string // the name, with symbolic links to its folders resolved
	mode            fs.FileMode
	like            fs.FileInfo // the file whose mode and owner it has; nil for a new one
	old, content    string
	existed, exists bool
	movedTo         string // the name that the file gets
	movedFrom       string // the name that it had
}

// changed reports whether the file will appear, disappear or have another content.
func (st *fileState) changed() bool { return st.exists != st.existed || st.content != st.old }

// file returns a file as the patch has left it so far. It reads a file that the patch names for the first time, and
// keeps its content for the case that the changes have to be taken back.
func (p *plan) file(path string) (*fileState, error) {
	name, err := p.files.name(path)
	if err != nil {
		return nil, err
	}
	if st := p.state[name]; st != nil {
		return st, nil
	}
	if err := p.files.mayAccess(name, true); err != nil {
		return nil, &inputError{err}
	}
	if info, err := p.files.at.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return nil, badInput("%s is a symbolic link: want the name of a file", path)
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
		st.content, st.existed, st.exists, st.like = st.old, true, true, info
	}
	// Two names of one file: the change of the second would replace that of the first.
	st.real = p.files.realName(name)
	for _, other := range p.order {
		if other.real == st.real {
			return nil, badInput("%s and %s are the same file: want one name for it", other.path, path)
		}
	}
	p.state[name] = st
	p.order = append(p.order, st)
	return st, nil
}

// apply plans the change of one file: that it is added, deleted, changed or moved. Nothing is written. An error names
// the reason why the patch doesn't fit.
func (p *plan) apply(f *filePatch) error {
	if f.from == "" {
		return p.add(f)
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
	switch f.to {
	case "":
		if len(f.hunks) > 0 && content != "" {
			return badInput("%s is to be deleted, and holds more than the patch says", f.from)
		}
		st.exists, st.content = false, ""
	case f.from:
		st.content = content
	default:
		return p.move(st, f, content)
	}
	return nil
}

func (p *plan) add(f *filePatch) error {
	st, err := p.file(f.to)
	if err != nil {
		return err
	}
	if st.exists {
		return badInput("%s is to be added, and exists", f.to)
	}
	st.exists, st.content = true, f.content
	if f.runnable && !st.existed {
		st.mode |= 0o111
	}
	return nil
}

// move plans that a file gets another name, under which it has a content.
func (p *plan) move(st *fileState, f *filePatch, content string) error {
	to, err := p.file(f.to)
	if err != nil {
		return err
	}
	if to.exists {
		return badInput("%s is to become %s, which exists", f.from, f.to)
	}
	to.exists, to.content, to.movedFrom = true, content, st.name
	to.mode, to.like = st.mode, st.like
	st.exists, st.content, st.movedTo = false, "", to.name
	return nil
}

// commit makes the planned changes, all of them or none. All contents are written to temporary files first, and then
// put in their places. After a failure, changes already made are taken back.
func (p *plan) commit() (err error) {
	contents := map[*fileState]*staged{}
	defer func() {
		for _, s := range contents {
			s.drop()
		}
	}()
	for _, st := range p.order {
		if st.exists && st.changed() {
			s, err := p.files.stage(st.name, st.content, st.mode, st.like)
			if err != nil {
				return badInput("%s: %w", st.path, reason(err))
			}
			contents[st] = s
		}
	}
	for i, st := range p.order {
		if !st.changed() {
			continue
		}
		if s := contents[st]; s != nil {
			err = s.commit()
		} else {
			err = p.files.at.Remove(st.name)
		}
		if err != nil {
			p.restore(p.order[:i])
			return badInput("%s: %w", st.path, reason(err))
		}
	}
	return nil
}

// restore puts files that were changed back as they were, the last one first. Its own errors are ignored: the caller
// has one to report already, and there is no better state to reach.
func (p *plan) restore(done []*fileState) {
	for i := range done {
		st := done[len(done)-1-i]
		switch {
		case !st.changed():
		case st.existed:
			if s, err := p.files.stage(st.name, st.old, st.mode, st.like); err == nil {
				s.commit()
				s.drop()
			}
		default:
			p.files.at.Remove(st.name)
		}
	}
}

// changes returns the changes of the plan, in the patch's order. A file that is moved is one change, under its new
// name.
func (p *plan) changes() (list []change) {
	for _, st := range p.order {
		if st.movedTo != "" || !st.changed() {
			continue
		}
		ch := change{
			name: p.files.shown(st.name), old: st.old, new: st.content, existed: st.existed, exists: st.exists,
			mode: st.mode,
		}
		if from := p.state[st.movedFrom]; from != nil && !st.existed {
			ch.from, ch.old, ch.existed = p.files.shown(from.name), from.old, true
		}
		list = append(list, ch)
	}
	return list
}
