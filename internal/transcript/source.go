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
)

// Source is a transcript: a file, or the files that a session is spread over.
type Source struct {
	Name  string // the path, or the folder and the session
	Size  int64  // in bytes, when it was found
	files []file
	err   error // a folder that can't be listed is a source that can't be read
}

// file is a file of a source. Its order is its place among the others.
type file struct {
	path  string
	size  int64
	order string
}

// Read streams the items of the source. progress, if it isn't nil, is called with the number of bytes as they are read.
// The error is that of emit, of the context, or of a file that can't be opened; it is [ErrNotTranscript] where nothing
// in the source is of a known format. Everything else is in the statistics.
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
	base := filepath.Base(s.Name)
	r := newReader(ctx, strings.TrimSuffix(base, filepath.Ext(base)), &st, emit)
	r.bill = bill
	for _, f := range s.files {
		err := r.file(f, progress, len(s.files) > 1)
		if err != nil && len(s.files) > 1 && errors.Is(err, ErrNotTranscript) {
			st.Bad++
			st.problem("%s: no JSON", filepath.Base(f.path))
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

// counted reports what is read.
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

// file reads one file of a source. part says that it is one of several, each of which is a record.
func (r *reader) file(f file, progress func(int), part bool) error {
	in, err := os.Open(f.path)
	if err != nil {
		return err
	}
	defer in.Close()
	var from io.Reader = io.LimitReader(in, f.size)
	if progress != nil {
		from = counted{from, progress}
	}
	if part {
		return r.documents(from)
	}
	return r.read(from, f.size)
}

// Find lists the sources at the paths: files, and all regular files in folders, whose links aren't followed. A session
// that is spread over files is one source. The order is that of the paths, then by name. An error names a path that
// isn't there.
func Find(ctx context.Context, paths []string) ([]Source, error) {
	f := finder{seen: map[string]bool{}, spread: map[string]int{}}
	for _, p := range paths {
		st, err := os.Stat(p)
		if err != nil {
			return nil, err
		}
		if !st.IsDir() {
			if !st.Mode().IsRegular() {
				return nil, fmt.Errorf("%s is neither a file nor a folder", p)
			}
			f.add(p, st.Size())
			continue
		}
		err = filepath.WalkDir(p, func(path string, d os.DirEntry, err error) error {
			switch {
			case ctx.Err() != nil:
				return context.Cause(ctx)
			case err != nil:
				f.list = append(f.list, Source{Name: path, err: err})
				return nil
			case d.IsDir() && d.Name() == ".git":
				return filepath.SkipDir
			case !d.Type().IsRegular():
				return nil
			}
			info, err := d.Info()
			if err == nil {
				f.add(path, info.Size())
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	for i := range f.list {
		slices.SortStableFunc(f.list[i].files, func(a, b file) int { return strings.Compare(a.order, b.order) })
	}
	return f.list, nil
}

// finder gathers sources.
type finder struct {
	list   []Source
	seen   map[string]bool
	spread map[string]int // by the name of a session that is spread over files: its source
}

// add adds a file, unless it was added under another name: as a source, or to the session that it is a part of.
func (f *finder) add(path string, size int64) {
	real, err := filepath.Abs(path)
	if err != nil {
		real = path
	}
	if link, err := filepath.EvalSymlinks(real); err == nil {
		real = link
	}
	if f.seen[real] {
		return
	}
	f.seen[real] = true
	name, order := piece(path, size)
	if name == "" {
		f.list = append(f.list, Source{Name: path, Size: size, files: []file{{path, size, ""}}})
		return
	}
	i, ok := f.spread[name]
	if !ok {
		i = len(f.list)
		f.spread[name] = i
		f.list = append(f.list, Source{Name: name})
	}
	f.list[i].files = append(f.list[i].files, file{path, size, order})
	f.list[i].Size += size
}
