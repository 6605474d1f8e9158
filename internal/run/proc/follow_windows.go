package proc

import (
	"errors"
	"io"
	"os"
)

// Follow returns [errors.ErrUnsupported]: there is no such use on Windows.
func Follow([]string) (code int, err error) { return 0, errors.ErrUnsupported }

// A Piped is a program before a pipe.
type Piped struct {
	Argv    []string
	Pipe    *os.File
	Both    bool
	Out     io.Writer
	Started func()
}

// EndBy returns [errors.ErrUnsupported].
func EndBy(int) error { return errors.ErrUnsupported }

// FollowPiped returns [errors.ErrUnsupported], too.
func FollowPiped(Piped) (Exit, error) { return Exit{}, errors.ErrUnsupported }
