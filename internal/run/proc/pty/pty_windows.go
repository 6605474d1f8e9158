// Package pty opens pseudo terminals for commands. It can't do so on Windows.
package pty

import (
	"errors"
	"os"
)

// Open returns nil: there are no terminals for commands here.
func Open(rows, columns uint16) func() (master, slave *os.File, err error) { return nil }

// A Shared terminal doesn't exist here.
type Shared struct{}

// Share fails.
func Share(in *os.File, rows, columns uint16) (*Shared, error) {
	return nil, errors.New("there are no terminals for commands on Windows: want the command without it")
}

// Open is never called.
func (*Shared) Open() (master, slave *os.File, err error) { return nil, nil, errors.ErrUnsupported }

// Close does nothing.
func (*Shared) Close() {}
