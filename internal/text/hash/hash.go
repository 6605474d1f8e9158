// Package hash computes the 64-bit FNV-1a hash of texts, for tables in memory that would otherwise keep the texts.
//
//	h := hash.Start.String("a.go").Byte(':')
//
// It gives the same values as [hash/fnv]. Unlike that package it takes a string without copying it, and its state is a
// number, so hashing allocates nothing and can go on from any byte.
//
// FNV-1a is no protection against an attacker who chooses the texts: colliding texts are easy to find. Use it if a
// collision costs little, and a cryptographic hash elsewhere. It reads some hundred MB/s.
package hash

// FNV is the hash of the bytes that were added so far. It is a value: adding returns a new one. A hash begins with
// [Start].
type FNV uint64

// Start is the hash of no bytes.
const Start FNV = 14695981039346656037

const prime = 1099511628211

// String is the hash of a whole text.
func String(s string) uint64 { return uint64(Start.String(s)) }

// String adds the bytes of s.
func (h FNV) String(s string) FNV {
	for i := range len(s) {
		h = h.Byte(s[i])
	}
	return h
}

// Byte adds one byte.
func (h FNV) Byte(c byte) FNV { return (h ^ FNV(c)) * prime }
