package abort

import (
	"cmp"
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

	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/internal/text/words"
)

// Running is a run that is alive, as its entry in the register describes it.
type Running struct {
	ID      string    `json:"id"`
	Pid     int       `json:"pid"`
	Dir     string    `json:"dir"`  // its working folder
	What    string    `json:"what"` // its command line without secrets, or another description
	Started time.Time `json:"started"`
	Output  string    `json:"output,omitempty"` // the folder in which others ask for its output so far
}

// List returns the runs of a register that are alive, the oldest first. It removes the entries of runs that were
// killed. Who must not miss one that was prepared a moment ago waits for [Settle] first. A register that doesn't exist
// has no runs; "" is the user's register, as in [Options].
func List(register string) ([]Running, error) {
	register, err := orUsers(register)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(register)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("reading the register of runs: %w", err)
	}
	var runs []Running
	for _, e := range entries {
		if e.Name()[0] == '.' { // it is being written, or the lock
			if strings.HasPrefix(e.Name(), draft) {
				removeDraft(filepath.Join(register, e.Name()))
			}
			continue
		}
		if r, ok := readEntry(filepath.Join(register, e.Name())); ok {
			runs = append(runs, r)
		}
	}
	slices.SortFunc(runs, func(a, b Running) int {
		return cmp.Or(a.Started.Compare(b.Started), strings.Compare(a.ID, b.ID))
	})
	return runs, nil
}

// orUsers returns a register, the user's if it is "". That is in a folder which the system empties when it starts,
// since no run survives that.
func orUsers(register string) (string, error) {
	if register != "" {
		return filepath.Abs(register)
	}
	if dir := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) && writable(dir) {
		return filepath.Join(dir, "toktee", "runs"), nil
	}
	dir := filepath.Join(os.TempDir(), "toktee-"+strconv.Itoa(os.Getuid()))
	switch err := os.Mkdir(dir, 0o700); {
	case err != nil && !errors.Is(err, fs.ErrExist):
		return "", fmt.Errorf("making a folder for the register of runs: %w", err)
	case !private(dir):
		return "", fmt.Errorf("there is no place for a register of runs: %s isn't a folder of ours alone", dir)
	}
	return filepath.Join(dir, "runs"), nil
}

const (
	// lockWait is how long the lock of a register is awaited. Who has it needs less than a millisecond for each run,
	// unless it was suspended meanwhile.
	lockWait  = 2 * time.Second
	lockPause = time.Millisecond
)

// lock makes the caller the only one who enters a register, or removes requests because of its contents. A process
// that dies loses the lock.
func lock(register string) (unlock func() error, err error) {
	if err := os.MkdirAll(register, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(register, ".lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for range lockWait / lockPause {
		if err = tryLock(f); !errors.Is(err, errLocked) {
			break
		}
		time.Sleep(lockPause)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return f.Close, nil
}

// draft begins the name of an entry that isn't marked yet.
const draft = ".new-"

// removeDraft removes an entry whose process was killed while it wrote it. A process marks its entry before it writes,
// so an entry that has bytes and isn't in use has no process.
func removeDraft(path string) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > 0 && unused(f) {
		os.Remove(path)
	}
}

// readEntry reads an entry whose run is alive, and removes any other.
func readEntry(path string) (r Running, ok bool) {
	f, err := os.Open(path)
	if err != nil {
		return r, false
	}
	dead := unused(f)
	b := make([]byte, 64<<10)
	n, _ := f.Read(b)
	f.Close()
	if dead {
		os.Remove(path)
		return r, false
	}
	return r, json.Unmarshal(b[:n], &r) == nil
}

// maxWhat is how many characters of a run's description are kept.
const maxWhat = 1000

// enter puts a run into the register. The run counts as alive as long as the file that enter returns is open. The
// entry gets its name only when it is in use: an entry that isn't in use counts as that of a dead run.
func enter(register string, r Running) (*os.File, error) {
	r.What = words.Cut(words.OneLine(secrets.Mask(r.What)), maxWhat)
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	path, temp := filepath.Join(register, r.ID), filepath.Join(register, tempName(r.ID))
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	markUsed(f)
	if _, err = f.Write(append(b, '\n')); err == nil && temp != path {
		err = os.Rename(temp, path)
	}
	if err != nil {
		f.Close()
		os.Remove(temp)
		return nil, err
	}
	return f, nil
}
