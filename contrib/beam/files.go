package beam

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/toktee/toktee/internal/measure/replayrows"
	"github.com/toktee/toktee/internal/measure/transcript"
)

// isLocal reports whether a place is a folder of this machine. Beam's own files there are readable by all, and wouldn't
// be walked.
func isLocal(place string) bool { return !strings.Contains(place, "://") }

// sourcesIn returns the transcripts in a folder or below a bucket's prefix.
func sourcesIn(ctx context.Context, input string) ([]transcript.Source, error) {
	if isLocal(input) {
		return transcript.Find(ctx, []string{input})
	}
	fs, err := filesystem.New(ctx, input)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	paths, err := below(ctx, fs, strings.TrimSuffix(input, "/"))
	if err != nil {
		return nil, err
	}
	var list []transcript.Source
	for _, p := range paths {
		if strings.HasSuffix(p, "/") || strings.Contains(p, "/.git/") {
			continue
		}
		size, err := fs.Size(ctx, p)
		if err == nil && strings.HasSuffix(p, transcript.Packed) {
			size, err = transcript.Length(func() (io.ReadCloser, error) { return open(ctx, p) })
		}
		if err != nil {
			return nil, err
		}
		list = append(list, sourceOf(ctx, input, p, size))
	}
	return list, nil
}

// deepest is the number of folder levels searched if a pattern can't express "any".
const deepest = 12

// below lists all files below a prefix. Of Beam's file systems, Google's alone has a pattern that crosses slashes.
func below(ctx context.Context, fs filesystem.Interface, prefix string) ([]string, error) {
	if strings.HasPrefix(prefix, "gs://") {
		return fs.List(ctx, prefix+"/**")
	}
	var all []string
	for range deepest {
		prefix += "/*"
		list, err := fs.List(ctx, prefix)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// sourceOf returns the transcript in a file below the input.
func sourceOf(ctx context.Context, input, path string, size int64) transcript.Source {
	return transcript.Of(transcript.File{
		Root: input, Path: path, Size: size,
		Open: func() (io.ReadCloser, error) { return open(ctx, path) },
	})
}

// reading is a file that closes its file system with itself.
type reading struct {
	io.ReadCloser
	fs filesystem.Interface
}

// Close closes both.
func (r reading) Close() error { return errors.Join(r.ReadCloser.Close(), r.fs.Close()) }

// open opens the contents of a file, local or remote.
func open(ctx context.Context, name string) (io.ReadCloser, error) {
	return transcript.Opener(name, func() (io.ReadCloser, error) { return openFile(ctx, name) })()
}

func openFile(ctx context.Context, name string) (io.ReadCloser, error) {
	if isLocal(name) {
		return os.Open(name)
	}
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	f, err := fs.OpenRead(ctx, name)
	if err != nil {
		return nil, errors.Join(err, fs.Close())
	}
	return reading{f, fs}, nil
}

// into replays a transcript into its file in the output.
func (f *replayFn) into(ctx context.Context, src *transcript.Source) (replayrows.Outcome, error) {
	if isLocal(f.job.Output) {
		if err := os.MkdirAll(f.job.Output, 0o700); err != nil {
			return replayrows.Outcome{}, err
		}
		return f.writer.Into(ctx, f.job.Output, src)
	}
	dir, err := os.MkdirTemp("", "toktee-replay-")
	if err != nil {
		return replayrows.Outcome{}, err
	}
	defer os.RemoveAll(dir)
	name := replayrows.FileName(src)
	there, local := strings.TrimSuffix(f.job.Output, "/")+"/"+name, path.Join(dir, name)
	if err := fetch(ctx, there, local); err != nil {
		return replayrows.Outcome{}, err
	}
	out, err := f.writer.Into(ctx, dir, src) // skips the fetched part, if that is complete
	if err == nil && out.State == replayrows.Written {
		err = store(ctx, local, there)
	}
	return out, err
}

// fetch copies a file from a bucket, if it is there.
func fetch(ctx context.Context, from, to string) error {
	fs, err := filesystem.New(ctx, from)
	if err != nil {
		return err
	}
	defer fs.Close()
	if there, err := fs.List(ctx, from); err != nil || len(there) == 0 {
		return err
	}
	in, err := fs.OpenRead(ctx, from)
	if err != nil {
		return err
	}
	defer in.Close()
	return fill(to, in)
}

func fill(path string, from io.Reader) error {
	out, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, from)
	return errors.Join(err, out.Close())
}

// store copies a file that is complete into a bucket. It appears there when it has been written.
func store(ctx context.Context, from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	fs, err := filesystem.New(ctx, to)
	if err != nil {
		return err
	}
	defer fs.Close()
	out, err := fs.OpenWrite(ctx, to)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		return errors.Join(err, out.Close()) // the file there is incomplete then, and is written again
	}
	return out.Close()
}
