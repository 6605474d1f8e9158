package tokens

import (
	"slices"
	"unsafe"
)

// decode reads little-endian numbers. It is [words] for machines that store numbers big-endian.
func decode[T ~uint32 | ~uint64](data string) []T {
	size := int(unsafe.Sizeof(T(0)))
	out := make([]T, len(data)/size)
	for i := range out {
		for _, c := range slices.Backward([]byte(data[i*size : (i+1)*size])) {
			out[i] = out[i]<<8 | T(c)
		}
	}
	return out
}
