package repo

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// Options are the bounds of [Repo.State].
type Options struct {
	// MaxFiles is the largest number of tracked files that are compared, 0 for [DefaultMaxFiles]. Of a repository with
	// more, none is.
	MaxFiles int
	// Files are states of files that were read just now, by their names with slashes. They aren't read again.
	Files map[string]Stat
}

const (
	// DefaultMaxFiles takes some 5 ms.
	DefaultMaxFiles = 5000

	maxHashed     = 200     // files whose contents are read; of more files, only the sizes and times count
	maxHashedFile = 4 << 20 // bytes of one of them
	maxHashedAll  = 8 << 20 // bytes in all
)

// A State is the state of a worktree's files.
type State struct {
	// All means that every tracked file was compared. It is false of none and of too many files, of submodules, of a
	// split or a sparse index, of a file system whose times prove nothing ([Dir.Dates]), and if another file system is
	// mounted in the worktree.
	All bool
	// Changed are the tracked files whose contents differ from the index, as far as they were compared. Like git, State
	// takes a file as unchanged if size, inode and the times of its last modification and change are those in the
	// index. A file whose time is too close to that of the index is read.
	Changed []string
	// Newest is the latest time, in ns, at which a compared file was changed or removed, its folder, the worktree or a
	// folder above may have been moved, or the index was written. If All is set and Newest precedes a time
	// ([Precedes]), each tracked file had the same content and the same mode then and ever since.
	Newest int64
}

// Precedes reports whether a file's time is before another time for certain: by more than the largest step of a file
// system's clock.
func Precedes(ns int64, t time.Time) bool { return ns < t.Add(-2*time.Second).UnixNano() }

// State reads the state. What can't be read is unknown.
func (r Repo) State(o Options) State {
	if r.Root == "" {
		return State{}
	}
	if o.MaxFiles == 0 {
		o.MaxFiles = DefaultMaxFiles
	}
	x, err := r.readIndex(o.MaxFiles)
	if err != nil || x.data == nil || x.count == 0 {
		return State{}
	}
	w := &comparison{
		root: r.Root, hashSize: r.hashSize, noModes: r.noModes, files: maxHashed, bytes: maxHashedAll, known: o.Files,
		State: State{All: true, Newest: x.written},
	}
	if err := w.compare(x); err != nil {
		return State{}
	}
	return w.State
}

// A comparison compares files of a worktree with the index.
type comparison struct {
	root     string
	hashSize int
	noModes  bool
	State

	top      Dir    // the root
	dir      []byte // the last folder of an entry that was checked
	above    []Stat // the root, that folder, and those between
	isAbsent bool   // that folder doesn't exist, or isn't one
	known    map[string]Stat
	moves    bool // see [Dir.Dates]

	files int // that may still be read
	bytes int64
}

// compare compares all entries of an index.
func (w *comparison) compare(x *index) error {
	var err error
	if w.top, err = OpenDir(w.root); err != nil {
		return err
	}
	defer w.top.Close()
	root, err := w.top.Lstat(".")
	if err != nil {
		return err
	}
	w.above = []Stat{root}
	w.All, w.moves = w.top.Dates()
	w.way()
	names, err := x.each(func(e *entry) {
		if e.mode&kindMask == kindDir {
			w.All = false
			return
		}
		w.file(e, x.written)
	})
	w.All = w.All && !slices.ContainsFunc(names, isRequired)
	return err
}

// file compares an entry's file.
func (w *comparison) file(e *entry, written int64) {
	if e.flags&0x3000 != 0 {
		e.size = 0 // one side of a conflict: its times mean nothing
	}
	name := string(e.name)
	path := func() string { return filepath.Join(w.root, name) }
	st, isKnown := w.known[name]
	if !w.inFolder(e.name) {
		w.absent(e, path())
		return
	}
	var err error
	if !isKnown {
		st, err = w.top.Lstat(name)
	}
	w.Newest = max(w.Newest, st.Newest())
	w.All = w.All && !(err == nil && st.IsMountOf(w.above[0]))
	switch {
	case isMissing(err):
		w.absent(e, path())
	case err != nil:
		w.All = false
		w.differs(e)
	case e.mode&kindMask == kindGitlink:
		w.submodule(e, path())
	case w.isFresh(e, st, written):
	default:
		w.content(e, path(), st)
	}
}

// absent adds a file that doesn't exist. It was removed at the time of the folder that had it, at the latest.
func (w *comparison) absent(e *entry, path string) {
	w.differs(e)
	for len(path) > len(w.root) {
		path = filepath.Dir(path)
		if st, err := Lstat(path); err == nil {
			w.Newest = max(w.Newest, st.Newest())
			return
		}
	}
}

// differs adds a file to the changed ones. One side of a conflict may have added it.
func (w *comparison) differs(e *entry) {
	if n := len(w.Changed); n == 0 || w.Changed[n-1] != string(e.name) {
		w.Changed = append(w.Changed, string(e.name))
	}
}

// inFolder reports whether the folder of a name is a folder, and not a link that leads elsewhere. Entries are sorted,
// so that each folder is looked at once.
func (w *comparison) inFolder(name []byte) bool {
	dir := name[:max(0, bytes.LastIndexByte(name, '/'))]
	if bytes.Equal(dir, w.dir) {
		return !w.isAbsent
	}
	common := 0 // of what both have, up to a slash
	for i := 0; !w.isAbsent && i < len(dir) && i < len(w.dir) && dir[i] == w.dir[i]; i++ {
		if i+1 == len(dir) || dir[i+1] == '/' {
			if i+1 == len(w.dir) || w.dir[i+1] == '/' {
				common = i + 1
			}
		}
	}
	w.dir = append(w.dir[:0], dir...)
	w.isAbsent = false
	for end := common; end < len(dir); {
		next := bytes.IndexByte(dir[min(end+1, len(dir)):], '/')
		if next < 0 {
			end = len(dir)
		} else {
			end += 1 + next
		}
		st, err := w.top.Lstat(string(dir[:end]))
		depth := bytes.Count(dir[:end], []byte("/"))
		w.above = append(w.above[:depth+1], st)
		w.Newest = max(w.Newest, w.moved(st, w.above[depth]))
		w.All = w.All && !(err == nil && st.IsMountOf(w.above[0]))
		if err != nil || !st.Mode.IsDir() {
			w.isAbsent = true
			return false
		}
	}
	return true
}

// way adds the times at which the root, a folder above it or a link that leads to it may have been moved: then another
// worktree may have been at its path.
func (w *comparison) way() {
	seen := map[string]Stat{}
	_, root, ok := Follow(w.root, func(path string) (Stat, error) {
		if st, has := seen[path]; has {
			return st, nil
		}
		st, err := Lstat(path)
		if above, has := seen[filepath.Dir(path)]; has {
			w.Newest = max(w.Newest, w.moved(st, above))
		}
		seen[path] = st
		return st, err
	})
	w.All = w.All && ok && root.Place() == w.above[0].Place()
	if !w.moves {
		w.Newest = max(w.Newest, root.Newest()) // one of its files may have been moved
	}
}

// moved returns the latest time at which a folder may have been moved. Its files keep their times then. A move changes
// the folder's time and that of the folder above, a file that is made in the folder only the former.
func (w *comparison) moved(dir, above Stat) int64 {
	if !w.moves || dir.dev != w.above[0].dev {
		return dir.Newest() // of a file that is moved, too
	}
	return min(dir.Newest(), above.Newest())
}

// isFresh reports whether a file is unchanged since git compared it with the entry. A file that was changed in the
// same tick of the clock has the same times, so a time close to that of the index proves nothing ("racy git").
func (w *comparison) isFresh(e *entry, st Stat, written int64) bool {
	slack := int64(20e6) // a tick has up to 16 ms
	if st.Mtime%1e9 == 0 {
		slack = 2e9 // the file system may count seconds only
	}
	same := e.size != 0 && e.size == uint32(st.Size) && e.mtime == st.Mtime && e.mtime+slack < written &&
		w.kind(e, st) == e.mode
	return same && (!SeesAll || e.ctime == st.Ctime && e.ino == st.Ino)
}

// kind returns the mode that git would record.
func (w *comparison) kind(e *entry, st Stat) uint32 {
	switch {
	case st.Mode&fs.ModeSymlink != 0:
		return kindLink
	case !st.Mode.IsRegular():
		return 0
	case w.noModes && e.mode&kindMask == 0o100000:
		return e.mode
	case st.Mode&0o100 != 0:
		return 0o100755
	}
	return 0o100644
}

// content compares the content of a file that may differ from its entry.
func (w *comparison) content(e *entry, path string, st Stat) {
	if kind := w.kind(e, st); kind == 0 || kind != e.mode {
		w.differs(e)
		return
	}
	sum, ok := w.blob(path, st)
	if !ok || !bytes.Equal(sum, e.hash) {
		w.differs(e)
	}
	w.All = w.All && ok
}

// blob returns git's hash of a file's content. ok is false if it can't be read, or isn't within the bounds.
func (w *comparison) blob(path string, st Stat) (sum []byte, ok bool) {
	var text []byte
	var err error
	switch {
	case st.Size == 0 && st.Mode.IsRegular():
		w.files++ // nothing is read
	case w.files == 0 || st.Size > min(maxHashedFile, w.bytes):
		return nil, false
	case st.Mode&fs.ModeSymlink != 0:
		var target string
		target, err = os.Readlink(path)
		text = []byte(target)
	case st.Mode.IsRegular():
		text, err = read(path, maxHashedFile)
	}
	w.files--
	w.bytes -= int64(len(text))
	h := sha1.New()
	if w.hashSize == sha256.Size {
		h = sha256.New()
	}
	h.Write([]byte("blob " + strconv.Itoa(len(text)) + "\x00"))
	h.Write(text)
	return h.Sum(nil), err == nil
}

// submodule compares the commit of a submodule. Its worktree isn't compared.
func (w *comparison) submodule(e *entry, path string) {
	if _, err := os.Lstat(filepath.Join(path, ".git")); isMissing(err) {
		return // not checked out
	}
	w.All = false
	commit := ""
	if sub, ok := Find(path); ok && sub.Root == path {
		commit = sub.Head().Commit
	}
	if sum, _ := hex.DecodeString(commit); !bytes.Equal(sum, e.hash) {
		w.differs(e)
	}
}
