package tokens

import "encoding/binary"

// decode reads little-endian numbers. It is what [words] does on a machine that stores numbers the other way round.
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
