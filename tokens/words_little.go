//go:build !(mips || mips64 || ppc64 || s390x)

package tokens

import "unsafe"

// words views little-endian numbers in place. Their types hold no pointers and nothing is written through the view.
func words[T ~uint32 | ~uint64](data string) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.StringData(data))), len(data)/int(unsafe.Sizeof(T(0))))
}
