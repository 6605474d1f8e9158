package repo

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxIndex is the largest size of an index that is read.
const maxIndex = 64 << 20

// Kinds of entries, as modes in the index.
const (
	kindMask    = 0o170000
	kindDir     = 0o040000 // a folder of a sparse index
	kindLink    = 0o120000
	kindGitlink = 0o160000 // a submodule
)

// An entry is a file of the index.
type entry struct {
	mtime, ctime int64 // in ns
	ino, size    uint32
	mode         uint32
	hash         []byte
	flags        uint16 // stage, and bits that git commands set
	name         []byte // valid until the next entry
}

// An index is git's list of tracked files.
type index struct {
	data     []byte // all of it; without entries if there are too many
	version  uint32
	count    int
	written  int64 // when, in ns
	hashSize int
}

var errNoIndex = errors.New("no index")

// readIndex reads the index. Of one with more than max entries, it reads the head alone.
func (r Repo) readIndex(max int) (*index, error) {
	path := filepath.Join(r.Git, "index")
	f, size, err := openRegular(path)
	if isMissing(err) {
		return nil, errNoIndex
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	x := &index{written: st.ModTime().UnixNano(), hashSize: r.hashSize}
	if size < int64(12+r.hashSize) || size > maxIndex {
		return nil, fmt.Errorf("%s: %d bytes, want at most %d", path, size, maxIndex)
	}
	var head [12]byte
	if _, err := f.ReadAt(head[:], 0); err != nil {
		return nil, err
	}
	x.version, x.count = binary.BigEndian.Uint32(head[4:]), int(binary.BigEndian.Uint32(head[8:]))
	if string(head[:4]) != "DIRC" || x.version < 2 || x.version > 4 {
		return nil, fmt.Errorf("%s: form %q, want DIRC of version 2 to 4", path, head[:8])
	}
	if x.count <= max {
		x.data = make([]byte, size-int64(r.hashSize))
		if _, err := f.ReadAt(x.data, 0); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// Tracked are the tracked files of a worktree.
type Tracked struct {
	x     *index // nil without an index
	paths map[string]bool
}

// Tracked returns the tracked files. ok is false if they aren't all known: of more than max files, of submodules, and
// of a split or a sparse index.
func (r Repo) Tracked(max int) (t *Tracked, ok bool) {
	x, err := r.readIndex(max)
	if err != nil {
		return &Tracked{}, errors.Is(err, errNoIndex)
	}
	if x.data == nil {
		return nil, false
	}
	ok = true
	extensions, err := x.each(func(e *entry) {
		kind := e.mode & kindMask
		ok = ok && kind != kindDir && kind != kindGitlink
	})
	return &Tracked{x: x}, ok && err == nil && !slices.ContainsFunc(extensions, isRequired)
}

// Len returns the number of files.
func (t *Tracked) Len() int {
	if t.x == nil {
		return 0
	}
	return t.x.count
}

// Has reports whether a path is a tracked file or a folder that has one. It is relative to the root, with "/". The
// first call lists them.
func (t *Tracked) Has(path string) bool {
	if t.paths == nil && t.x != nil {
		t.paths = map[string]bool{}
		_, _ = t.x.each(func(e *entry) { t.add(string(e.name)) }) // it has succeeded before
	}
	return t.paths[path]
}

// add adds a file and its folders.
func (t *Tracked) add(name string) {
	for ; name != "." && !t.paths[name]; name = path.Dir(name) {
		t.paths[name] = true
	}
}

// isRequired reports whether an extension changes the meaning of the entries.
func isRequired(extension string) bool { return extension[0] < 'A' || extension[0] > 'Z' }

var errIndex = errors.New("the index is damaged")

// each passes all entries in their order. It returns the signatures of the extensions that follow them.
func (x *index) each(use func(*entry)) (extensions []string, err error) {
	var e entry
	var name []byte
	at, order := 12, binary.BigEndian
	for range x.count {
		from := at
		fixed := 40 + x.hashSize + 2
		if len(x.data) < at+fixed {
			return nil, errIndex
		}
		b := x.data[at : at+fixed]
		word := func(i int) uint32 { return order.Uint32(b[4*i:]) }
		e.ctime = int64(word(0))*1e9 + int64(word(1))
		e.mtime = int64(word(2))*1e9 + int64(word(3))
		e.ino, e.mode, e.size = word(5), word(6), word(9)
		e.hash, e.flags = b[40:40+x.hashSize], order.Uint16(b[fixed-2:])
		at += fixed
		if e.flags&0x4000 != 0 {
			if x.version < 3 || len(x.data) < at+2 {
				return nil, errIndex
			}
			at += 2
		}
		if x.version == 4 { // the name shares a prefix with the last one
			drop, n := offset(x.data[at:])
			if n == 0 || drop > len(name) {
				return nil, errIndex
			}
			name, at = name[:len(name)-drop], at+n
		} else {
			name = name[:0]
		}
		end := bytes.IndexByte(x.data[at:], 0)
		if end < 0 {
			return nil, errIndex
		}
		name = append(name, x.data[at:at+end]...)
		at += end + 1
		if x.version != 4 {
			at = from + (at-1-from+8)&^7 // 1 to 8 zeros
		}
		e.name = name
		if !isPlain(name) && e.mode&kindMask != kindDir {
			return nil, errIndex
		}
		use(&e)
	}
	return x.extensions(at)
}

func (x *index) extensions(at int) (names []string, err error) {
	for at < len(x.data) {
		if len(x.data) < at+8 {
			return nil, errIndex
		}
		names = append(names, string(x.data[at:at+4]))
		at += 8 + int(binary.BigEndian.Uint32(x.data[at+4:]))
	}
	return names, nil
}

// offset reads a number of the form that packs have for offsets, and returns the bytes that it takes, 0 if it is
// damaged.
func offset(b []byte) (v, n int) {
	for n < len(b) && n < 5 {
		c := b[n]
		if n > 0 {
			v++
		}
		v = v<<7 | int(c&0x7f)
		if n++; c < 0x80 {
			return v, n
		}
	}
	return 0, 0
}

// isPlain reports whether the name of an entry stays in the worktree and out of git's folder.
func isPlain(name []byte) bool {
	for part := range bytes.SplitSeq(name, []byte("/")) {
		if len(part) == 0 || part[0] == '.' && (string(part) == "." || string(part) == ".." ||
			strings.EqualFold(string(part), ".git")) {
			return false
		}
	}
	return os.PathSeparator == '/' || filepath.IsLocal(string(name))
}
