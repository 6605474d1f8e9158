package assign

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/run/diskfile"
)

const (
	running = "experiment.json" // in the store's folder
	folder  = "experiments"     // of those that were stopped
	temp    = ".experiment-"    // begins the names of files that are being written
)

// Folder returns the folder of a store's stopped experiments.
func Folder(storeDir string) string { return filepath.Join(storeDir, folder) }

// named reports whether a text can be the name of an experiment, and of its file.
func named(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	other := func(r rune) bool { return !strings.ContainsRune(letters+"_.-", r) }
	return s != "" && len(s) <= 64 && strings.Contains(letters, s[:1]) && strings.IndexFunc(s, other) < 0
}

// Percent returns a share in percent: 30%, 12.5%.
func Percent(share float64) string { return strconv.FormatFloat(100*share, 'g', 4, 64) + "%" }

// check returns the fault of an experiment.
func (e *Experiment) check() error {
	switch {
	case !named(e.Name):
		return fmt.Errorf("name %q: want up to 64 letters, digits and _.- that begin with a letter or a digit", e.Name)
	case !(e.Share >= MinShare && e.Share <= MaxShare): // in this form, since NaN compares false
		return fmt.Errorf("share %s: want %s to %s", Percent(e.Share), Percent(MinShare), Percent(MaxShare))
	case !(e.Effect >= MinEffect && e.Effect <= MaxEffect):
		return fmt.Errorf("effect %s: want %s to %s", Percent(e.Effect), Percent(MinEffect), Percent(MaxEffect))
	case e.Started.IsZero():
		return errors.New("an experiment without a start")
	}
	return nil
}

// Running returns the experiment that runs in a store, nil without one. A file that isn't one is an error.
func Running(storeDir string) (*Experiment, error) {
	return read(filepath.Join(storeDir, running))
}

// read reads an experiment; nil for a file that isn't there.
func read(path string) (*Experiment, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	e := new(Experiment)
	if err == nil {
		if err = json.Unmarshal(b, e); err == nil {
			err = e.check()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the experiment in %s: %w", path, err)
	}
	return e, nil
}

// Start begins an experiment. It refuses while another one runs. It refuses a name that was used before, since sessions
// would be in the groups of that one.
func Start(storeDir string, e Experiment) error {
	if err := e.check(); err != nil {
		return err
	}
	if old, err := read(filepath.Join(storeDir, folder, e.Name+".json")); old != nil || err != nil {
		return errors.Join(fmt.Errorf("the name %q was used before: want another", e.Name), err)
	}
	if err := os.MkdirAll(storeDir, 0o700); err != nil {
		return fmt.Errorf("starting an experiment: %w", err)
	}
	now, err := Running(storeDir)
	switch {
	case err != nil:
		return err
	case now != nil:
		return fmt.Errorf("the experiment %q runs: stop it first", now.Name)
	}
	return write(filepath.Join(storeDir, running), e)
}

// Stop ends the experiment that runs, and returns it.
func Stop(storeDir string, now time.Time) (*Experiment, error) {
	e, err := Running(storeDir)
	switch {
	case err != nil:
		return nil, err
	case e == nil:
		return nil, errors.New("no experiment runs")
	}
	e.Ended = now
	if err := os.MkdirAll(Folder(storeDir), 0o700); err != nil {
		return nil, fmt.Errorf("stopping the experiment: %w", err)
	}
	if err := write(filepath.Join(Folder(storeDir), e.Name+".json"), *e); err != nil {
		return nil, err
	}
	return e, os.Remove(filepath.Join(storeDir, running))
}

// write writes an experiment to a file.
func write(path string, e Experiment) error {
	b, err := json.Marshal(e)
	if err == nil {
		err = Replace(path, append(b, '\n'))
	}
	if err != nil {
		return fmt.Errorf("writing the experiment: %w", err)
	}
	return nil
}

// Replace writes a file that its owner alone can read, whole or not at all.
func Replace(path string, text []byte) error {
	return diskfile.Write(path, text, filepath.Dir(path), temp+"*")
}

// List returns the experiments of a store, the one that began last first.
func List(storeDir string) ([]Experiment, error) {
	var list []Experiment
	e, err := Running(storeDir)
	if e != nil {
		list = append(list, *e)
	}
	files, dirErr := os.ReadDir(Folder(storeDir))
	if dirErr != nil && !errors.Is(dirErr, fs.ErrNotExist) {
		err = errors.Join(err, dirErr)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".json") {
			continue
		}
		old, bad := read(filepath.Join(Folder(storeDir), f.Name()))
		if err = errors.Join(err, bad); old != nil {
			list = append(list, *old)
		}
	}
	slices.SortStableFunc(list, func(a, b Experiment) int { return b.Started.Compare(a.Started) })
	return list, err
}
