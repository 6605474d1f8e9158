// Package pty opens pseudo terminals for commands. It can't do so on Windows.
package pty

import (
	"errors"
	"os"
)

// Open returns a function that fails with [errors.ErrUnsupported].
func Open(rows, columns uint16) func() (master, slave *os.File, err error) {
	return func() (master, slave *os.File, err error) { return nil, nil, errors.ErrUnsupported }
}
