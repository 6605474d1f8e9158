// Package live lets a person look on while a command runs whose output goes to a model: toktee run, a shim, the tool
// exec. Such a command prints nothing before it ends, and its output so far is in the memory of its process.
//
// A viewer asks for it, by the run's id from [abort.List] ([Follow]): from then on there is a file with all that the
// command has printed, which grows as it prints more. The run looks for requests ([Offer]).
//
// # Limits and cost
//
// A run looks five times a second, which is one system call, and for the first time after a fifth of a second: most
// commands have ended then. The file has mode 0600 and is removed when the run ends; readers that have it open can read
// on. Of a run that was killed, the store's pruning removes it. Runs that keep nothing can't be followed.
package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/toktee/toktee/internal/run/diskfile"
)

// interval is the time between two looks.
const interval = 200 * time.Millisecond

// path returns the file of a run, in a folder of the store's that is swept.
func path(dir, id string) string { return filepath.Join(dir, "live-"+filepath.Base(id)) }

// Offer lets others follow a run, until stop is called. dir is the store's folder for files that are being written, ""
// for none. Once a viewer asks, tap gets a writer, to which it hands all output of the run so far and from then on
// its new output. tap must have done its last write when stop is called; stop may be called again.
func Offer(dir, id string, tap func(io.Writer) error) (stop func()) {
	if dir == "" || id == "" {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		offer(ctx, path(dir, id), tap)
	}()
	return func() {
		cancel()
		<-ended
	}
}

func offer(ctx context.Context, path string, tap func(io.Writer) error) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if _, err := os.Lstat(path); err != nil {
			continue
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			continue
		}
		_, _ = diskfile.LockShared(f) // it is in use, see diskfile.Abandoned
		if tap(f) == nil {
			<-ctx.Done()
		}
		_ = os.Remove(path) // no one may ask any more; a file that stays is swept
		_ = f.Close()       // every write has been done
		return
	}
}

// A File holds the output of a run so far.
type File struct {
	f    *os.File
	path string
}

// Follow asks a run for its output. The file stays empty until the run has seen the request, and if there is no such
// run.
func Follow(dir, id string) (*File, error) {
	p := path(dir, id)
	f, err := os.OpenFile(p, os.O_CREATE|os.O_RDONLY, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(dir, 0o700); err == nil {
			f, err = os.OpenFile(p, os.O_CREATE|os.O_RDONLY, 0o600)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("following %s: %w", id, err)
	}
	_, _ = diskfile.LockShared(f) // it is in use, see diskfile.Abandoned
	return &File{f, p}, nil
}

// ReadAt reads the output; its end is io.EOF, though there may be more later.
func (f *File) ReadAt(p []byte, off int64) (int, error) { return f.f.ReadAt(p, off) }

// Size returns how many bytes were printed so far.
func (f *File) Size() (int64, error) {
	info, err := f.f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// Ended reports whether the run has ended, and had seen the request: nothing is added any more. For a run that ended
// before, ask abort.List.
func (f *File) Ended() bool {
	here, err1 := f.f.Stat()
	there, err2 := os.Lstat(f.path)
	return err1 != nil || err2 != nil || !os.SameFile(here, there)
}

// Close stops looking. The run goes on writing into the file, since others may read it; a file that no run has seen is
// removed.
func (f *File) Close() error {
	if n, err := f.Size(); err == nil && n == 0 && !f.Ended() {
		_ = os.Remove(f.path) // what stays is swept
	}
	return f.f.Close()
}
