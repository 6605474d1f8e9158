package main

import "encoding/binary"

// magic starts a vocabulary's file; its last byte is the layout's version.
const magic = "toktee\x00\x01"

// A vocab is all the tables of one encoding.
type vocab struct {
	recs        []record
	shorts      []uint64
	nodes       []uint32
	tokens      []uint32
	pairs       []uint32
	bytePairs   []uint32
	shortGroups []uint8
	pairGroups  []uint8
}

// encode joins the tables. All numbers are little-endian. Every table starts at a multiple of eight bytes, except for
// the last two, which are bytes. The header is the magic and the number of elements of each table, in the order of the
// fields of vocab.
func (v *vocab) encode() []byte {
	le := binary.LittleEndian
	b := []byte(magic)
	sizes := []int{
		len(v.recs), len(v.shorts), len(v.nodes), len(v.tokens), len(v.pairs), len(v.bytePairs),
		len(v.shortGroups), len(v.pairGroups),
	}
	for _, n := range sizes {
		b = le.AppendUint64(b, uint64(n))
	}
	for _, r := range v.recs {
		b = le.AppendUint64(b, r.word())
	}
	for _, w := range v.shorts {
		b = le.AppendUint64(b, w)
	}
	for _, t := range [][]uint32{v.nodes, v.tokens, v.pairs, v.bytePairs} {
		for _, w := range t {
			b = le.AppendUint32(b, w)
		}
	}
	b = append(b, v.shortGroups...)
	return append(b, v.pairGroups...)
}
