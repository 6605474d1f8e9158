package tokens

import "encoding/binary"

// decode reads little-endian numbers. It is [words] for machines that store numbers big-endian.
func decode[T ~uint32 | ~uint64](data string) []T {
	wide := uint64(^T(0))>>32 != 0
	var out []T
	if !wide {
		out = make([]T, len(data)/4)
		for i := range out {
			out[i] = T(binary.LittleEndian.Uint32([]byte(data[4*i : 4*i+4])))
		}
		return out
	}
	out = make([]T, len(data)/8)
	for i := range out {
		out[i] = T(binary.LittleEndian.Uint64([]byte(data[8*i : 8*i+8])))
	}
	return out
}
