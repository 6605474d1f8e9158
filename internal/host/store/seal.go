package store

import (
	"bytes"
	"fmt"
	"hash/crc32"
)

// A record's first line ends in a checksum of that line before it and of the result:
//
//	{"v":1,"id":"401882137095",...,"payload":183,"crc32c":"0b7e4f11"}
//
// It stays the last field, whatever others a later version adds before it. Records of before 23 November 2026 have
// none.
const sealForm = `,"crc32c":"%08x"}`

const sealLen = len(`,"crc32c":"00000000"}`)

var castagnoli = crc32.MakeTable(crc32.Castagnoli) // hardware computes it: a few µs for a record

// seal closes a header, which is a JSON object, with its checksum and that of the result.
func seal(header, result []byte) []byte {
	open := header[:len(header)-1]
	sum := crc32.Update(crc32.Checksum(open, castagnoli), castagnoli, result)
	return fmt.Appendf(open, sealForm, sum)
}

// sealed reports whether a record's first line has a checksum.
func sealed(line []byte) bool {
	line = bytes.TrimSuffix(line, []byte("\n"))
	return len(line) > sealLen && bytes.HasPrefix(line[len(line)-sealLen:], []byte(sealForm[:len(`,"crc32c":"`)]))
}

// unbroken reports whether the checksum of a record's first line and result is right. A record without a checksum
// counts as unbroken.
func unbroken(line, result []byte) bool {
	if !sealed(line) {
		return true
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	open := bytes.Clone(line[:len(line)-sealLen+1])
	open[len(open)-1] = '}'
	return bytes.Equal(seal(open, result), line)
}
