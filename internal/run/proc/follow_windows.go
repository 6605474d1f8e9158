package proc

import "errors"

// Follow returns [errors.ErrUnsupported]: there is no such use on Windows.
func Follow([]string) (code int, err error) { return 0, errors.ErrUnsupported }
