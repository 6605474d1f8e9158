package diskfile

import (
	"fmt"
	"io"
	"os"
)

// Read reads a regular file of at most most bytes. Reading a pipe would wait for ever.
func Read(path string, most int64) (string, error) {
	st, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !st.Mode().IsRegular() {
		return "", fmt.Errorf("%s: not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return "", err
	}
	if int64(len(b)) > most {
		return "", fmt.Errorf("%s: larger than %d bytes", path, most)
	}
	return string(b), nil
}
