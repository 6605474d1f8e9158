package diskfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// AppendLine adds a line to a private file that any number of processes append to. It makes the file and its folder if
// necessary. The line is one write that opens with a line feed, so that a line which a power failure has cut doesn't
// damage the next one. It doesn't sync.
func AppendLine(path string, line []byte) error {
	const flags = os.O_CREATE | os.O_APPEND | os.O_WRONLY
	f, err := os.OpenFile(path, flags, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
			f, err = os.OpenFile(path, flags, 0o600)
		}
	}
	if err != nil {
		return err
	}
	text := make([]byte, 0, len(line)+2)
	text = append(append(append(text, '\n'), line...), '\n')
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}
