//go:build unix

package cli

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// writable says why we can't make files in a folder, nil if we can.
func writable(dir string) error {
	if err := unix.Access(dir, unix.W_OK|unix.X_OK); err != nil {
		return fmt.Errorf("writing to %s: %w", dir, err)
	}
	return nil
}
