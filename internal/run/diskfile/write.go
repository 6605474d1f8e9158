// Package diskfile reads and writes files as a whole, and locks files.
package diskfile

import "os"

// Write makes or replaces a file that its owner alone can read. It gets its name when it is complete, so no reader sees
// a part of it. Until then it has another name, after the pattern of [os.CreateTemp], in the folder temp.
func Write(path string, content []byte, temp, pattern string) error {
	f, err := os.CreateTemp(temp, pattern) // 0600, O_EXCL
	if err != nil {
		return err
	}
	defer Own(f.Name())()
	_, err = f.Write(content)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
