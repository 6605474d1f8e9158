package transcript

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Source is a file that may be a transcript.
type Source struct {
	Name string // the path
	Rel  string // the name below the folder that it was found under, with slashes; the last part of a file's path
	Size int64  // in bytes, when it was found

	file File
	err  error // a folder that can't be listed, or a file that can't be unpacked, is a source that can't be read
}

// File is a file that may be a transcript, wherever it is stored.
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

// Of returns the source for a file that was listed elsewhere.
func Of(f File) Source {
	return Source{Name: f.Path, Rel: unpackedName(below(f.Root, f.Path)), Size: f.Size, file: f}
}

// Err returns the reason why nothing of the source can be read, as of a folder that can't be listed.
func (s *Source) Err() error { return s.err }

// Open opens the content of the source.
func (s *Source) Open() (io.ReadCloser, error) {
	if s.err != nil {
		return nil, s.err
	}
	return s.file.Open()
}

// WriteTo writes the content of the source, up to the size that it had when it was found.
func (s *Source) WriteTo(w io.Writer) (int64, error) {
	in, err := s.Open()
	if err != nil {
		return 0, err
	}
	defer in.Close()
	return io.Copy(w, &exactly{in, s.Size})
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
	in, err := s.Open()
	if err != nil {
		return st, err
	}
	defer in.Close()
	var from io.Reader = &exactly{in, s.Size}
	if progress != nil {
		from = counted{from, progress}
	}
	base := unpackedName(filepath.Base(s.Name))
	r := newReader(ctx, valid(strings.TrimSuffix(base, filepath.Ext(base))), &st, emit)
	r.bill = bill
	if err := r.read(from, s.Size); err != nil {
		return st, err
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

// Find lists the sources at the paths: files, and all regular files in folders, whose links aren't followed. The order
// is that of the paths, then by name. An error names a path that isn't there.
func Find(ctx context.Context, paths []string) ([]Source, error) {
	var list []Source
	seen := map[string]bool{}
	add := func(root, path string, size int64) {
		real := realPath(path)
		if seen[real] || path != unpackedName(path) && isFile(unpackedName(path)) { // Codex has both for a moment
			return
		}
		seen[real] = true
		s := Of(local(root, path, size))
		if path != unpackedName(path) {
			s.Size, s.err = Length(s.file.Open)
		}
		list = append(list, s)
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
				list = append(list, Source{Name: filepath.Clean(path), Rel: below(p, path), err: err})
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
	return list, nil
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
