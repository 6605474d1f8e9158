package transcript

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// Source is a transcript: a file, or the files that a session is spread over.
type Source struct {
	Name  string // the path, or the folder and the session
	Rel   string // the name below the folder that it was found under, with slashes; the last part of a file's path
	Size  int64  // in bytes, when it was found
	files []file
	err   error // a folder that can't be listed, or a part that can't be read, is a source that can't be
}

// file is a file of a source. Its order is its place among the others.
type file struct {
	File
	order string
}

// File is a file that may be a transcript, or a part of one, wherever it is stored.
type File struct {
	Root string // the folder that it was looked for in, or the file itself
	Path string // in Root
	Size int64  // in bytes; no more than that is read
	Open func() (io.ReadCloser, error)
}

// local returns the description of a file on this machine.
func local(root, path string, size int64) File {
	return File{root, path, size, Opener(path, func() (io.ReadCloser, error) { return os.Open(path) })}
}

// Of returns sources for files that were listed elsewhere, in their order. Files of the same session become one source;
// to find these, it reads small files that end in .json.
func Of(files []File) []Source {
	f := finder{spread: map[string]int{}}
	for _, one := range files {
		f.add(one)
	}
	return f.sorted()
}

// Joined returns a source that was found elsewhere: its names, and its files in their order.
func Joined(name, rel string, files []File) Source {
	s := Source{Name: name, Rel: rel}
	for _, one := range files {
		s.files = append(s.files, file{one, ""})
		s.Size += one.Size
	}
	return s
}

// Files returns the files of the source, in the order in which they are read.
func (s *Source) Files() []File {
	list := make([]File, len(s.files))
	for i, f := range s.files {
		list[i] = f.File
	}
	return list
}

// WriteTo writes the files of the source, one after the other, with the sizes that they had when they were found.
func (s *Source) WriteTo(w io.Writer) (int64, error) {
	if s.err != nil {
		return 0, s.err
	}
	total := int64(0)
	for _, f := range s.files {
		n, err := f.copyTo(w)
		total += n
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

func (f *File) copyTo(w io.Writer) (int64, error) {
	in, err := f.Open()
	if err != nil {
		return 0, err
	}
	defer in.Close()
	return io.Copy(w, &exactly{in, f.Size})
}

// ErrChanged is the error of a source that isn't as it was when it was found: a file has become shorter, or a
// connection has broken off.
var ErrChanged = errors.New("it has changed, or broke off, while it was read")

// exactly reads so many bytes, and isn't content with less.
type exactly struct {
	in   io.Reader
	left int64
}

// Read implements [io.Reader].
func (e *exactly) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n, err := e.in.Read(p[:min(int64(len(p)), e.left)])
	e.left -= int64(n)
	if e.left > 0 && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)) {
		err = ErrChanged
	}
	return n, err
}

// Read streams the items of the source. progress, if it isn't nil, is called with the number of bytes as they are read.
// The error is that of emit, of the context, or of a file that can't be opened. It is [ErrNotTranscript] if nothing in
// the source is of a known format. Everything else is in the statistics.
func (s *Source) Read(ctx context.Context, progress func(bytes int), emit func(*Item) error) (Stats, error) {
	return s.read(ctx, progress, emit, nil)
}

func (s *Source) read(
	ctx context.Context, progress func(bytes int), emit func(*Item) error, bill func(*Usage) error,
) (Stats, error) {
	var st Stats
	if s.err != nil {
		return st, s.err
	}
	base := unpackedName(filepath.Base(s.Name))
	r := newReader(ctx, valid(strings.TrimSuffix(base, filepath.Ext(base))), &st, emit)
	r.bill = bill
	for _, f := range s.files {
		err := r.file(f, progress, len(s.files) > 1)
		if err != nil && len(s.files) > 1 && errors.Is(err, ErrNotTranscript) {
			st.Bad++
			st.problem("%s: no JSON", filepath.Base(f.Path))
			continue
		}
		if err != nil {
			return st, err
		}
	}
	if st.Format == "" {
		return st, ErrNotTranscript
	}
	return st, nil
}

// counted reports the bytes that are read.
type counted struct {
	in       io.Reader
	progress func(int)
}

// Read implements [io.Reader].
func (c counted) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.progress(n)
	return n, err
}

// file reads one file of a source. part means that it is one of several, each of which is a record.
func (r *reader) file(f file, progress func(int), part bool) error {
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	var from io.Reader = &exactly{in, f.Size}
	if progress != nil {
		from = counted{from, progress}
	}
	if part {
		return r.document(from)
	}
	return r.read(from, f.Size)
}

// Find lists the sources at the paths: files, and all regular files in folders, whose links aren't followed. A session
// that is spread over files is one source. The order is that of the paths, then by name. An error names a path that
// isn't there.
func Find(ctx context.Context, paths []string) ([]Source, error) {
	f := finder{spread: map[string]int{}}
	seen := map[string]bool{}
	add := func(root, path string, size int64) {
		real := realPath(path)
		if seen[real] || path != unpackedName(path) && isFile(unpackedName(path)) { // Codex has both for a moment
			return
		}
		seen[real] = true
		one := local(root, path, size)
		var err error
		if path != unpackedName(path) {
			one.Size, err = Length(one.Open)
		}
		if err != nil {
			f.list = append(f.list, Source{Name: path, Rel: unpackedName(below(root, path)), err: err})
			return
		}
		f.add(one)
	}
	for _, p := range paths {
		st, err := os.Stat(p)
		if err != nil {
			return nil, err
		}
		if !st.IsDir() {
			if !st.Mode().IsRegular() {
				return nil, fmt.Errorf("%s is neither a file nor a folder", p)
			}
			add(p, p, st.Size())
			continue
		}
		// The separator has a link to a folder followed; those inside aren't.
		err = filepath.WalkDir(p+string(filepath.Separator), func(path string, d os.DirEntry, err error) error {
			switch {
			case ctx.Err() != nil:
				return context.Cause(ctx)
			case err != nil:
				f.list = append(f.list, Source{Name: filepath.Clean(path), Rel: below(p, path), err: err})
				return nil
			case d.IsDir() && d.Name() == ".git":
				return filepath.SkipDir
			case !d.Type().IsRegular():
				return nil
			}
			info, err := d.Info()
			if err == nil {
				add(p, path, info.Size())
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return f.sorted(), nil
}

func isFile(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().IsRegular()
}

// realPath names a file by one name, whichever links lead to it.
func realPath(path string) string {
	real, err := filepath.Abs(path)
	if err != nil {
		real = path
	}
	if link, err := filepath.EvalSymlinks(real); err == nil {
		real = link
	}
	return real
}

// below returns a path without the folder that it is in, with slashes; the last part of the folder's for the folder
// itself.
func below(root, path string) string {
	rel, err := filepath.Rel(root, path)
	switch {
	case err != nil:
		rel = path
	case rel == ".":
		rel = filepath.Base(path)
	}
	return valid(filepath.ToSlash(rel))
}

// valid writes bytes of a name that are no UTF-8 as an address does, %E9, so that names stay apart.
func valid(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for len(name) > 0 {
		r, n := utf8.DecodeRuneInString(name)
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, "%%%02X", name[0])
		} else {
			b.WriteString(name[:n])
		}
		name = name[n:]
	}
	return b.String()
}

// finder gathers sources.
type finder struct {
	list   []Source
	spread map[string]int // by the name of a session that is spread over files: its source
}

// add adds a file: as a source, or to the session that it is a part of.
func (f *finder) add(one File) {
	dir, session, order, err := piece(&one)
	if err != nil { // its session isn't known, so it may not be a source of its own
		f.list = append(f.list, Source{Name: one.Path, Rel: below(one.Root, one.Path), err: err})
		return
	}
	if dir == "" {
		f.list = append(f.list, Source{
			Name: one.Path, Rel: unpackedName(below(one.Root, one.Path)), Size: one.Size, files: []file{{one, ""}},
		})
		return
	}
	name := dir + session
	i, ok := f.spread[name]
	if !ok {
		i = len(f.list)
		f.spread[name] = i
		f.list = append(f.list, Source{Name: name, Rel: below(one.Root, dir) + session})
	}
	f.list[i].files = append(f.list[i].files, file{one, order})
	f.list[i].Size += one.Size
}

// sorted returns the sources, with the files of each in their order.
func (f *finder) sorted() []Source {
	for i := range f.list {
		slices.SortStableFunc(f.list[i].files, func(a, b file) int { return strings.Compare(a.order, b.order) })
	}
	return f.list
}
