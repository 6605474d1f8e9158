package team

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	// The buckets that the settings take.
	_ "gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/s3blob"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/secrets"
)

// ext ends the name of an output in the bucket: anna-laptop/401882137095.zst.
const ext = ".zst"

// ours are the names of outputs, and of files that a crash leaves in a folder: 401882137095.zst.18b0.tmp. Whatever
// else is there isn't ours to remove: a bucket may be a folder with other things in it.
var ours = regexp.MustCompile(`^([0-9]{12})\.zst(\.[0-9a-f]+\.tmp)?$`)

// leftover is the age from which on an unfinished file is one that a crash has left.
const leftover = time.Hour

// openBucket opens the bucket, in which each machine has a folder.
func (s *Sync) openBucket(ctx context.Context) (*blob.Bucket, error) {
	u, err := url.Parse(s.Settings.Bucket)
	if err != nil {
		return nil, err
	}
	if u.Scheme == "file" {
		q := u.Query()
		q.Set("no_tmp_dir", "true") // a rename from another file system would be none
		q.Set("metadata", "skip")   // no files but the outputs
		if !q.Has("dir_file_mode") {
			q.Set("dir_file_mode", "0750") // files in it have the umask's mode
		}
		u.RawQuery = q.Encode()
	}
	b, err := blob.OpenBucket(ctx, u.String())
	if err != nil {
		return nil, fmt.Errorf("opening the team's bucket: %w", err)
	}
	return b, nil
}

// key returns the name of the output of a result.
func (s *Sync) key(id string) string { return s.Settings.Machine + "/" + id + ext }

// An object is an output in the bucket, or a part of one.
type object struct {
	key, id string
	part    bool
	time    time.Time
}

func list(ctx context.Context, b *blob.Bucket, machine string) (all []object, err error) {
	for objects := b.List(&blob.ListOptions{Prefix: machine + "/"}); ; {
		o, err := objects.Next(ctx)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		if name := ours.FindStringSubmatch(strings.TrimPrefix(o.Key, machine+"/")); name != nil {
			all = append(all, object{o.Key, name[1], name[2] != "", o.ModTime})
		}
	}
}

// leaveBucket does in the bucket what leave does.
func (s *Sync) leaveBucket(ctx context.Context, name string, sh *sharing, done *Done) error {
	b, err := s.openBucket(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	all, err := list(ctx, b, name)
	for _, o := range all {
		if err == nil && !o.part && sh.keeps(o.id) {
			err = b.Copy(ctx, s.key(o.id), o.key, nil)
		}
		if err == nil {
			err = removeObject(ctx, b, o.key, done)
		}
	}
	return err
}

// removeObject removes an object, which may be gone already.
func removeObject(ctx context.Context, b *blob.Bucket, key string, done *Done) error {
	err := b.Delete(ctx, key)
	if err != nil && gcerrors.Code(err) != gcerrors.NotFound {
		return err
	}
	done.Removed++
	return nil
}

// syncBucket makes the objects of the machine the outputs that are shared.
func (s *Sync) syncBucket(ctx context.Context, sh *sharing, done *Done) error {
	b, err := s.openBucket(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	have, err := s.removeOthers(ctx, b, sh, done)
	if err != nil {
		return fmt.Errorf("removing from the team's bucket what isn't shared: %w", err)
	}
	done.Shared = len(have)
	var missing []string
	for id := range sh.wanted {
		if !have[id] && sh.kept.Has(id) {
			missing = append(missing, id)
		}
	}
	slices.Sort(missing)
	for i, id := range missing {
		if s.Progress != nil {
			s.Progress(i, len(missing))
		}
		if err := s.put(ctx, b, sh, id, done); err != nil {
			return fmt.Errorf("putting output %s into the team's bucket: %w", id, err)
		}
	}
	return nil
}

// removeOthers removes what isn't shared, or not any more, and returns the ids of what stays.
func (s *Sync) removeOthers(ctx context.Context, b *blob.Bucket, sh *sharing, done *Done) (map[string]bool, error) {
	all, err := list(ctx, b, s.Settings.Machine)
	if err != nil {
		return nil, err
	}
	have := map[string]bool{}
	for _, o := range all {
		switch {
		case !o.part && sh.keeps(o.id):
			have[o.id] = true
		case !o.part || time.Since(o.time) > leftover:
			if err := removeObject(ctx, b, o.key, done); err != nil {
				return nil, err
			}
		}
	}
	return have, nil
}

// put puts the output of a result. One that can't be read here is a warning; one that is gone, or isn't shared any more
// since others were put before it, is none.
func (s *Sync) put(ctx context.Context, b *blob.Bucket, sh *sharing, id string, done *Done) error {
	if !sh.all {
		consents, err := s.Store.Shared()
		if err != nil || !slices.Contains(consents, id) {
			return err
		}
	}
	_, payload, err := sh.kept.Open(id)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err == nil {
		defer payload.Close()
		in := &source{r: payload}
		if err = write(ctx, b, s.key(id), in); in.err == nil {
			if err == nil {
				done.Put++
				done.Shared++
			}
			return err
		}
	}
	if s.Warn != nil && ctx.Err() == nil {
		s.Warn(fmt.Errorf("output %s is not shared: %w", id, err))
	}
	return ctx.Err()
}

// A source remembers that reading has failed, not writing.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(b []byte) (int, error) {
	n, err := s.r.Read(b)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// write makes an object of an output, with keys and tokens masked. It is there whole, or not at all.
func write(ctx context.Context, b *blob.Bucket, key string, output io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := b.NewWriter(ctx, key, &blob.WriterOptions{ContentType: "application/zstd"})
	if err != nil {
		return err
	}
	z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	if err == nil {
		var m secrets.Masker
		masked := secrets.NewWriter(z, &m)
		_, err = io.Copy(masked, output)
		err = errors.Join(err, masked.Close(), z.Close(), ctx.Err())
	}
	if err != nil {
		cancel() // else Close would keep the part written so far
		w.Close()
		return err
	}
	return w.Close()
}
