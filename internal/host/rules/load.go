package rules

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Options selects the folders of rules.
type Options struct {
	UserDir string // the user's folder of rules, "" for none
	Dir     string // the working folder; the search for the project's folder begins there; "" for none
	Trust   *Trust // whose content the user trusts; nil trusts nothing
}

// Load reads the rules, and returns warnings for the user: broken files, and files of a project that aren't trusted,
// each in one line.
func Load(o Options) (*Set, []error) {
	files, problems := o.read(o.Trust.state)
	for _, f := range files {
		if err := o.Trust.warning(f); err != nil {
			problems = append(problems, err)
		}
	}
	return New(files...), problems
}

// ReadAll reads all files of the project, trusted or not, and of the user, for commands that list rules without using
// them. Its errors concern the folders; each file has its own error.
func ReadAll(o Options) ([]*File, []error) {
	return o.read(func(*File) State { return Active })
}

// read reads the user's files and those of the project, whose states the function returns.
func (o Options) read(state func(*File) State) ([]*File, []error) {
	var problems []error
	project, err := readDir(projectDir(o.Dir), Project, state)
	if err != nil {
		problems = append(problems, err)
	}
	user, err := readDir(o.UserDir, User, func(*File) State { return Active })
	if err != nil {
		problems = append(problems, err)
	}
	return append(project, user...), problems
}

// projectDir returns the folder of the project's rules: .toktee/rules of dir or of the nearest folder above that has
// one.
func projectDir(dir string) string {
	for filepath.IsAbs(dir) {
		path := filepath.Join(dir, ".toktee", "rules")
		if st, err := os.Stat(path); err == nil && st.IsDir() {
			return path
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return ""
}

// readDir reads the files of a folder in the order of their names. A folder that isn't there has none. Its error is
// of the folder; those of files are in them. Only files whose state is [Active] are parsed.
func readDir(dir string, origin Origin, state func(*File) State) ([]*File, error) {
	if dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, reason(dir, err)
	}
	var files []*File
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".toml") || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if len(files) == maxFiles {
			return files, fmt.Errorf("%s: more than %d files: those from %s on don't count", dir, maxFiles, e.Name())
		}
		f := &File{Path: filepath.Join(dir, e.Name()), Origin: origin}
		files = append(files, f)
		if f.slurp() != nil {
			continue
		}
		if f.State = state(f); f.State == Active {
			_ = f.parse() // the file has its error
		}
	}
	return files, nil
}
