//go:build !linux

package repo

import (
	"errors"
	"io"
	"os"
)

// each passes the names in an open folder, as [Dir.Each] does.
func each(f *os.File, use func(name []byte, isDir bool) bool) error {
	for {
		entries, err := f.ReadDir(256)
		for _, e := range entries {
			if !use([]byte(e.Name()), e.IsDir()) {
				return nil
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}
