//go:build mips || mips64 || ppc64 || s390x

package tokens

// words reads little-endian numbers on a big-endian machine: it costs a copy of the table, once.
func words[T ~uint32 | ~uint64](data string) []T { return decode[T](data) }
