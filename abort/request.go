package abort

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxReason is the most that is read of a reason.
const maxReason = 1 << 20

// folder is where the requests for the runs of a folder are.
func folder(dir string) string { return filepath.Join(dir, ".toktee", "abort") }

// plain returns why the folder of requests isn't one, nil if it is. A link in its place, as a repository may hold one,
// leads to files that are no requests: they aren't read, and least of all removed.
func plain(dir string) error {
	for _, path := range [...]string{filepath.Join(dir, ".toktee"), folder(dir)} {
		st, err := os.Lstat(path)
		switch {
		case err != nil:
			return err
		case st.Mode()&fs.ModeSymlink != 0:
			return fmt.Errorf("%s is a symbolic link: no run looks behind it", path)
		case !st.IsDir():
			return fmt.Errorf("%s is not a folder", path)
		}
	}
	return nil
}

// CheckID returns an error that names the id unless it can be one.
func CheckID(id string) error {
	bad := id == "" || id[0] == '.' || len(id) > 100
	for i := range len(id) {
		c := id[i]
		bad = bad || c != '-' && c != '_' && c != '.' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
	}
	if bad {
		return fmt.Errorf("bad run id %q: want %q or an id as \"toktee abort --list\" tells it", id, All)
	}
	return nil
}

// Request asks the run of the given id, or [All], to stop. dir is the run's working folder, or one above it. It returns
// the path of the request. A reader sees the whole reason or none.
func Request(dir, id, reason string) (path string, err error) {
	if err := CheckID(id); err != nil {
		return "", err
	}
	if strings.TrimSpace(reason) == "" {
		return "", errors.New("no reason: say why the run should stop")
	}
	to := folder(dir)
	if err := os.MkdirAll(to, 0o700); err != nil {
		return "", fmt.Errorf("writing the request: %w", err)
	}
	if err := plain(dir); err != nil {
		return "", fmt.Errorf("writing the request: %w", err)
	}
	f, err := os.CreateTemp(to, ".request-*") // with mode 0600
	if err != nil {
		return "", fmt.Errorf("writing the request: %w", err)
	}
	path = filepath.Join(to, id)
	_, err = f.WriteString(reason)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return "", fmt.Errorf("writing the request: %w", err)
	}
	return path, nil
}

// reasonIn is what a request says.
func reasonIn(path string) string {
	st, err := os.Lstat(path) // a link's target is no request
	if err != nil || !st.Mode().IsRegular() {
		return UnknownReason
	}
	f, err := os.Open(path)
	if err != nil {
		return UnknownReason
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxReason))
	reason := strings.ToValidUTF8(string(b), "\uFFFD")
	if err != nil || strings.TrimSpace(reason) == "" {
		return UnknownReason
	}
	return reason
}

// upwards are a folder and all above it.
func upwards(dir string) []string {
	list := []string{dir}
	for parent := filepath.Dir(dir); parent != dir; parent = filepath.Dir(dir) {
		dir = parent
		list = append(list, dir)
	}
	return list
}

// below reports whether a folder is dir or stands below it.
func below(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
