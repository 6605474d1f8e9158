package main

import (
	"fmt"
	"unicode"
)

// goUnicode is the version of Go's unicode package that the tables are made from. The official counter has Unicode
// 16.0, so what that added is in a list (added). The version is pinned, so that a new Go doesn't change counts: with a
// newer one the list has to be made again, and from 16.0 on it is empty.
const goUnicode = "15.0.0"

// Classes of characters that the encodings' patterns distinguish. Package tokens has the same list.
const (
	other = iota
	upper
	lower
	caseless
	mark
	number
	space
	newline
)

// classes makes the table of the class of every code point, in two stages: first a byte for each 128 code points, the
// number of their block, and then the blocks of 128 classes. Equal blocks are stored once.
func classes() ([]byte, error) {
	if unicode.Version != goUnicode {
		return nil, fmt.Errorf("this Go has Unicode %s, the tables are made from %s", unicode.Version, goUnicode)
	}
	const block = 128
	index := make([]byte, 0, (unicode.MaxRune+1)/block)
	var blocks []byte
	seen := map[string]int{}
	for start := rune(0); start <= unicode.MaxRune; start += block {
		b := make([]byte, block)
		for i := range b {
			b[i] = class(start + rune(i))
		}
		n, ok := seen[string(b)]
		if !ok {
			n = len(seen)
			if n > 255 {
				return nil, fmt.Errorf("more than 256 different blocks")
			}
			seen[string(b)] = n
			blocks = append(blocks, b...)
		}
		index = append(index, byte(n))
	}
	return append(index, blocks...), nil
}

// class returns the class of a code point in Unicode 16.0.
func class(r rune) byte {
	for _, a := range added {
		if a.lo <= r && r <= a.hi {
			return a.class
		}
	}
	return classByGo(r)
}

// classByGo returns the class of a code point in Go's version of Unicode.
func classByGo(r rune) byte {
	switch {
	case r == '\r' || r == '\n':
		return newline
	case unicode.Is(unicode.White_Space, r):
		return space
	case unicode.In(r, unicode.Lu, unicode.Lt):
		return upper
	case unicode.Is(unicode.Ll, r):
		return lower
	case unicode.In(r, unicode.Lm, unicode.Lo):
		return caseless
	case unicode.Is(unicode.M, r):
		return mark
	case unicode.Is(unicode.N, r):
		return number
	}
	return other
}
