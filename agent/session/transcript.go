package session

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// A Transcript is a log that was read as a whole.
type Transcript struct {
	ID      string    // of the session, as its header has it
	Created time.Time // when the log was made; zero for an old log, which has no header
	Items   []Item    // in the order of the log; those of kinds that this version doesn't know are among them
	Damaged int       // how many lines couldn't be read
	Damage  []error   // the first 100 of them, with place and problem
	Torn    bool      // the last line was cut off, by a crash or because it is being written
}

// maxDamage is how many damaged lines a Transcript names.
const maxDamage = 100

// Load reads a whole log, at any time and whatever its state is. Damaged lines aren't an error: they are counted, and
// items follow. A file that can't be read is an error, as is a log of a newer version.
//
// It takes memory for all items, with the full output of every tool.
func Load(path string) (Transcript, error) { return loadFrom(path, 0) }

func loadFrom(path string, from int64) (Transcript, error) {
	f, err := os.Open(path)
	if err != nil {
		return Transcript{}, fmt.Errorf("reading session: %w", err)
	}
	defer f.Close()
	if _, err := f.Seek(from, io.SeekStart); err != nil {
		return Transcript{}, fmt.Errorf("reading session %s: %w", path, err)
	}
	return readAll(f)
}

func readAll(src io.Reader) (Transcript, error) {
	var t Transcript
	r := newReader(src)
	for r.done == nil {
		it, err := r.next()
		if it.Kind != "" {
			t.Items = append(t.Items, it)
		}
		if isDamage(err) {
			t.Damaged++
			if len(t.Damage) < maxDamage {
				t.Damage = append(t.Damage, err)
			}
		}
	}
	t.ID, t.Created, t.Torn = r.header.ID, r.header.Time, r.torn
	if r.done != io.EOF {
		return t, r.done
	}
	return t, nil
}

// isDamage reports whether an error is about one line, so that reading goes on after it.
func isDamage(err error) bool {
	var damage *damageError
	return errors.As(err, &damage)
}
