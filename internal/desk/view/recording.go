package view

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/live"
)

// A Recording is a command that runs now, and whose output can be followed.
type Recording struct {
	ID      string // of the run, which is none of a result
	Command string
	Dir     string // its working folder
	Started time.Time

	spool string // the folder through which it is followed
}

// Recordings lists the commands that run now under toktee and keep their results in a store, the one that was started
// last first.
func Recordings(s *store.Store) ([]Recording, error) {
	runs, err := abort.List("")
	if err != nil {
		return nil, err
	}
	spool, err := filepath.Abs(s.SpoolDir())
	if err != nil {
		return nil, err
	}
	out := make([]Recording, 0, len(runs))
	for _, r := range runs {
		if r.Output == spool {
			out = append(out, Recording{r.ID, r.What, r.Dir, r.Started, spool})
		}
	}
	slices.Reverse(out)
	return out, nil
}

// FromRecording returns the source of a running command. Its document grows until the command ends: [State.Growing]
// becomes false, and [Document.Changed] reports it. After that, a caller opens the result in the store.
func FromRecording(r Recording) Source {
	src := Source{Command: r.Command, Dir: r.Dir}
	src.open = func() (content, error) {
		f, err := live.Follow(r.spool, r.ID)
		if err != nil {
			return nil, err
		}
		return followed{f, r.runs}, nil
	}
	return src
}

// runs reports whether the command still runs.
func (r Recording) runs() bool {
	all, err := abort.List("")
	return err == nil && slices.ContainsFunc(all, func(o abort.Running) bool { return strings.EqualFold(o.ID, r.ID) })
}

// A followed content is the output of a running command so far.
type followed struct {
	*live.File
	runs func() bool // asked as long as nothing was printed, since the run may have ended before it saw the file
}

func (f followed) fork() content { return f }

func (f followed) size() (int64, bool, error) {
	ended := f.Ended() // before the size, which doesn't change after it
	n, err := f.Size()
	if n == 0 && !ended {
		ended = !f.runs()
	}
	return n, !ended, err
}
