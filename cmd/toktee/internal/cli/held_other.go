//go:build !unix

package cli

import "errors"

// descriptorFlags are the flags that a file was opened with. There are no shims here, which ask for them.
func descriptorFlags(uintptr) (int, error) { return 0, errors.ErrUnsupported }
