package abort

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// interval is the time between two looks for a request.
const interval = 100 * time.Millisecond

// Settle is how long a run that was prepared is watched before [List] knows of it. Most commands have ended then.
const Settle = 25 * time.Millisecond

// Watch returns a context that ends with an [AbortError] as its cause when the run is asked to stop. stop ends watching
// and releases the context; it must be called, and may be called again. Of a run that is a part of another one, the
// context ends with ctx alone.
func (r *Run) Watch(ctx context.Context) (watched context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if r.nested {
		return ctx, func() { cancel(nil) }
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if r.later {
			select {
			case <-ctx.Done():
				return
			case <-time.After(Settle):
				r.joining.Do(r.join)
			}
		}
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				if err := r.check(); err != nil {
					cancel(err)
					return
				}
			}
		}
	}()
	return ctx, func() {
		cancel(nil)
		<-ended
	}
}

// unwritten is how long a request may be empty before it counts: a shell creates a file before it writes the reason,
// and on a busy machine much may come between the two.
const unwritten = 500 * time.Millisecond

// check looks for a request once and returns an [AbortError] if the run was ever asked to stop.
func (r *Run) check() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return r.err
	}
	path, st := r.request()
	if path == "" {
		return nil
	}
	if st.Mode().IsRegular() && st.Size() == 0 {
		if r.empty != path {
			r.empty, r.emptyFrom = path, time.Now()
		}
		if time.Since(r.emptyFrom) < unwritten {
			return nil
		}
	}
	r.err = &AbortError{readReason(path)}
	return r.err
}

// request finds a request to the run. path is "" if there is none.
func (r *Run) request() (path string, st fs.FileInfo) {
	for _, dir := range r.dirs {
		for _, name := range [...]string{r.id, All} {
			path := filepath.Join(folder(dir), name)
			st, err := os.Lstat(path)
			switch {
			case err != nil, foreign(dir, st), unchanged(r.old[path], st), checkFolder(dir) != nil:
			default:
				return path, st
			}
		}
	}
	return "", nil
}

// unchanged reports whether a request is the one that was there before the run.
func unchanged(old, st fs.FileInfo) bool {
	return old != nil && os.SameFile(old, st) && old.ModTime().Equal(st.ModTime()) && old.Size() == st.Size()
}
