//go:build !(linux || darwin)

package repo

import "os"

// statsAll is false: only size and time of modification are known.
const statsAll = false

func lstat(path string) (stat, error) {
	st, err := os.Lstat(path)
	if err != nil {
		return stat{}, err
	}
	return stat{size: st.Size(), mtime: st.ModTime().UnixNano(), mode: st.Mode()}, nil
}
