// Package pty opens pseudo terminals for commands; on this system it can't.
package pty

import (
	"errors"
	"os"
)

// Open returns a function that fails with [errors.ErrUnsupported].
func Open(rows, columns uint16) func() (master, slave *os.File, err error) {
	return func() (master, slave *os.File, err error) { return nil, nil, errors.ErrUnsupported }
}
