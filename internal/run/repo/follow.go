package repo

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxLinks is the number of links after which the system gives a path up.
const maxLinks = 40

// Follow returns the file or folder that an absolute path leads to, and its path without links. stat returns the
// metadata of a path; it is called for each folder and link on the way in their order, from the root on, and for the
// file itself. ok is false if nothing is there.
func Follow(path string, stat func(path string) (Stat, error)) (real string, st Stat, ok bool) {
	const root = string(filepath.Separator)
	st, err := stat(root)
	if err != nil || !filepath.IsAbs(path) {
		return "", Stat{}, false
	}
	real = root
	for links := 0; path != ""; {
		var first string
		first, path, _ = strings.Cut(path, root)
		switch first {
		case "", ".":
			continue
		case "..":
			real = filepath.Dir(real)
			st, err = stat(real)
		default:
			next := filepath.Join(real, first)
			if st, err = stat(next); err == nil && st.Mode&fs.ModeSymlink != 0 {
				var target string
				if target, err = os.Readlink(next); filepath.IsAbs(target) {
					real = root
				}
				path = target + root + path
				links++
				break
			}
			real = next
		}
		if err != nil || links > maxLinks {
			return "", Stat{}, false
		}
	}
	return real, st, true
}
