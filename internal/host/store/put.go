package store

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/toktee/toktee/internal/host/blobs"
	"github.com/toktee/toktee/internal/run/diskfile"
	"github.com/toktee/toktee/internal/text/writejson"
)

// Put keeps a result. If the record's Source has a file, Put takes that over; the Source can still be read. Putting an
// id again replaces its record. Put may prune. If only that fails, the error names it, and the result is kept.
func (s *Store) Put(ctx context.Context, r Record) error {
	if err := s.put(ctx, &r); err != nil {
		return fmt.Errorf("keeping result %s: %w", r.ID, err)
	}
	if s.due(ctx, &r) {
		return s.prune(ctx)
	}
	return nil
}

func (s *Store) put(ctx context.Context, r *Record) error {
	if err := checkID(r.ID); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if r.Time.IsZero() {
		r.Time = s.now()
	}
	r.Sum, r.Bytes, r.Terminal = [32]byte{}, 0, false
	if r.Source != nil {
		r.Sum, r.Bytes, r.Terminal = r.Source.Sum(), r.Source.Len(), r.Source.Terminal()
		if r.Frames == nil {
			r.Frames = r.Source.Frames()
		}
	}
	payload, inside, err := small(r)
	if err != nil {
		return err
	}
	record, err := r.encode(inside, payload)
	if err != nil {
		return err
	}
	name := recordName(r, s.now(), inside)
	err = s.commit(ctx, r, name, record, !inside)
	if errors.Is(err, fs.ErrNotExist) { // the folders were deleted since they were made
		s.mu.Lock()
		s.ready = false
		s.mu.Unlock()
		err = s.commit(ctx, r, name, record, !inside)
	}
	return err
}

// A payload up to these sizes is put into its record's file: two files would take twice the time and space.
const (
	smallRaw  = 256 << 10 // bytes as recorded
	smallZstd = 64 << 10  // bytes compressed
)

// small returns the compressed payload if it is small; ok is false for a large one.
func small(r *Record) (payload []byte, ok bool, err error) {
	if r.Source == nil || r.Bytes > smallRaw || r.Source.File() != "" {
		return nil, false, nil
	}
	var b bytes.Buffer
	if _, err := r.Source.WriteZstd(&b); err != nil {
		return nil, false, err
	}
	if b.Len() > smallZstd {
		return nil, false, nil
	}
	return b.Bytes(), true, nil
}

// commit writes the record and, if that has its own file, the payload.
func (s *Store) commit(ctx context.Context, r *Record, name string, record []byte, payload bool) error {
	if err := s.prepare(); err != nil {
		return err
	}
	unlock, err := s.lockShared(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	// The payload comes first: no record is without one.
	if r.Source != nil && payload {
		if err := s.putPayload(ctx, r); err != nil {
			return err
		}
	}
	return s.write(filepath.Join(s.records(), name), record)
}

// putPayload puts the payload into its place. It replaces one of the same name, which has the same bytes unless a power
// failure damaged it. The file of a recording becomes the payload without a copy, if possible.
func (s *Store) putPayload(ctx context.Context, r *Record) error {
	key := hex.EncodeToString(r.Sum[:])
	if files, ok := s.blobs.(*blobs.Files); ok {
		if r.Source.File() != "" && files.Adopt(key, r.Source.Adopt) == nil {
			return nil
		}
		if to := files.Path(key); r.Source.Adopted() == to {
			if _, err := os.Stat(to); err == nil {
				return nil
			}
		}
	}
	return s.blobs.Put(ctx, key, func(w io.Writer) error {
		_, err := r.Source.WriteZstd(w)
		return err
	})
}

// write makes a file. It gets its name when it is complete.
func (s *Store) write(path string, content []byte) error {
	return diskfile.Write(path, content, s.tmp(), "put-*")
}

// lockWait is how long a process waits for others that put or prune. A pruning takes a fraction of that.
const lockWait = 2 * time.Second

var errInUse = errors.New("another process has used the store")

// lockShared keeps other processes from pruning until unlock is called. They can still put.
func (s *Store) lockShared(ctx context.Context) (unlock func(), err error) {
	unlock, err = s.lock(ctx, diskfile.LockShared, lockWait)
	if errors.Is(err, errInUse) {
		err = fmt.Errorf("the store is being pruned by another process for more than %v", lockWait)
	}
	return unlock, err
}

// lockAlone keeps other processes from putting and pruning until unlock is called.
func (s *Store) lockAlone(ctx context.Context, wait time.Duration) (unlock func(), err error) {
	unlock, err = s.lock(ctx, diskfile.Lock, wait)
	if errors.Is(err, errInUse) {
		err = fmt.Errorf("%w for more than %v: nothing was removed", errInUse, wait)
	}
	return unlock, err
}

// lock locks the store as try does. If others have the lock for longer than wait, the error is errInUse; if there is no
// store, it is [fs.ErrNotExist].
func (s *Store) lock(
	ctx context.Context, try func(*os.File) (bool, error), wait time.Duration,
) (unlock func(), err error) {
	f, err := os.OpenFile(s.lockFile(), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	pause := time.Millisecond
	for waited := time.Duration(0); ; waited += pause {
		ok, err := try(f)
		switch {
		case err != nil:
			return nil, fmt.Errorf("locking %s: %w", s.lockFile(), err)
		case ok:
			tighten(f)
			return func() { f.Close() }, nil
		case waited >= wait:
			return nil, errInUse
		}
		pause = min(2*pause, 50*time.Millisecond)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause):
		}
	}
}

// writeNote writes a value as JSON to a small file of a folder that is made if it is missing. The last line of the file
// counts, see [Store.lastNote]: adding a line costs less than replacing a file, and no reader misses the note
// meanwhile. A file of many lines is replaced.
func (s *Store) writeNote(path string, v any) error {
	b, err := writejson.Marshal(v)
	if err == nil {
		err = s.prepare()
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	var size int64
	if err == nil {
		size, err = appendLine(path, b)
	}
	if err == nil && size > max(maxNotes, 4*int64(len(b))) {
		err = s.write(path, b)
	}
	return err
}

// maxNotes is the size in bytes from which a file of notes is replaced, unless a few notes need more.
const maxNotes = 128 << 10

// lastNote reads the last note of a file. ok is false if there is none.
func (s *Store) lastNote(path string, v any) (ok bool, err error) {
	for most := int64(4 << 10); ; most *= 8 {
		b, isAll, err := s.readNotes(path, most)
		if err != nil || isAll {
			return err == nil && lastNote(b, v), err
		}
		if whole := bytes.IndexByte(b, '\n'); whole >= 0 && lastNote(b[whole:], v) {
			return true, nil
		}
	}
}

// lastNote reads the last line of a file of notes that is whole: a killed process may have left a part of one.
func lastNote(file []byte, v any) (ok bool) {
	for {
		at := max(bytes.LastIndexByte(file, '\n'), 0)
		err := json.Unmarshal(file[at:], v)
		var torn *json.SyntaxError
		if at == 0 || !errors.As(err, &torn) {
			return err == nil
		}
		file = file[:at]
	}
}

// readNotes reads the last bytes of a small file, at most so many. They are nil if the file is missing or older than
// results are kept.
func (s *Store) readNotes(path string, most int64) (b []byte, isAll bool, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, true, nil
	}
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	info, err := tighten(f)
	if err != nil {
		return nil, false, err
	}
	if s.now().Sub(info.ModTime()) > s.ttl {
		return nil, true, nil
	}
	from := max(0, info.Size()-most)
	room := bytes.NewBuffer(make([]byte, 0, info.Size()-from+bytes.MinRead))
	_, err = room.ReadFrom(io.NewSectionReader(f, from, math.MaxInt64-from))
	return room.Bytes(), from == 0, err
}
