package abort

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/run/diskfile"
	"github.com/toktee/toktee/internal/text/words"
)

// folder returns the folder with the requests to the runs in dir and below it.
func folder(dir string) string { return filepath.Join(dir, ".toktee", "abort") }

// checkFolder returns why there can be no requests in the folder for dir, nil if there can. A symbolic link in its
// place, as a repository may contain one, leads to files that are no requests: they must not be read, and least of all
// removed.
func checkFolder(dir string) error {
	for _, path := range [...]string{filepath.Join(dir, ".toktee"), folder(dir)} {
		st, err := os.Lstat(path)
		switch {
		case err != nil:
			return err
		case st.Mode()&fs.ModeSymlink != 0:
			return fmt.Errorf("%s is a symbolic link: no run follows it", path)
		case !st.IsDir():
			return fmt.Errorf("%s is not a folder", path)
		}
	}
	return nil
}

// maxID is the longest id in bytes. Ids that we make have less than 40.
const maxID = 100

// CheckID returns an error that names the id if it can't be one: an id has 1 to 100 letters, digits, "-", "_" and ".",
// and doesn't begin with ".".
func CheckID(id string) error {
	if wrongSize := id == "" || len(id) > maxID; wrongSize || id[0] == '.' || strings.ContainsFunc(id, notInID) {
		id = words.Cut(id, maxID)
		return fmt.Errorf("bad run id %q: want %q or an id as \"toktee abort --list\" tells it", id, All)
	}
	return nil
}

func notInID(r rune) bool {
	const allowed = "abcdefghijklmnopqrstuvwxyz" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "0123456789" + "-_."
	return !strings.ContainsRune(allowed, r)
}

// Request asks the run with this id, or [All] runs, to stop. dir is the run's working folder, or one above it. It
// returns the path of the request. A run sees the whole reason or none. A bad id and an empty reason are errors.
func Request(dir, id, reason string) (path string, err error) {
	if err := CheckID(id); err != nil {
		return "", err
	}
	if tidy(reason) == "" {
		return "", errors.New("no reason: say why the run should stop")
	}
	path = filepath.Join(folder(dir), id)
	if err := writeRequest(dir, path, reason); err != nil {
		return "", fmt.Errorf("writing the request: %w", err)
	}
	return path, nil
}

// writeRequest writes the reason to a temporary file in the same folder and renames it, so that readers never see a
// part of it.
func writeRequest(dir, path, reason string) error {
	to := folder(dir)
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	if err := checkFolder(dir); err != nil {
		return err
	}
	return diskfile.Write(path, []byte(reason), to, ".request-*")
}

// folders returns the folders in which a run in dir looks for requests: dir and all above it. If symbolic links are on
// the way, it returns them under the name of dir and under the real name: a person may ask from either.
func folders(dir string) []string {
	list := upwards(dir)
	if real, err := filepath.EvalSymlinks(dir); err == nil && real != dir {
		for _, d := range upwards(real) {
			if !slices.Contains(list, d) {
				list = append(list, d)
			}
		}
	}
	return list
}

// upwards returns a folder and all folders above it.
func upwards(dir string) []string {
	list := []string{dir}
	for parent := filepath.Dir(dir); parent != dir; parent = filepath.Dir(dir) {
		dir = parent
		list = append(list, dir)
	}
	return list
}
