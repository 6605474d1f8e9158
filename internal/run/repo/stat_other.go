//go:build !(linux || darwin)

package repo

import "os"

// SeesAll is false: only size and time of modification are known.
const SeesAll = false

// Lstat reads what is known of a file. It doesn't follow a link.
func Lstat(path string) (Stat, error) {
	st, err := os.Lstat(path)
	if err != nil {
		return Stat{}, err
	}
	return Stat{Size: st.Size(), Mtime: st.ModTime().UnixNano(), Mode: st.Mode()}, nil
}
