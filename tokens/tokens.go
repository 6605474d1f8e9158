// Package tokens counts the tokens of a text exactly as OpenAI's encodings o200k_base and cl100k_base do.
//
// A [Counter] counts bytes in memory, stops early where only a budget matters ([Counter.CountUpTo]), and cuts a text to a
// budget ([Counter.Truncate]). A [Writer] counts a stream of any size in bounded memory, [CountParallel] a large text on
// several cores. [ForModel] knows which encoding a model uses.
//
// # Rules
//
// Counts are those of tiktoken's encode_ordinary: names of special tokens, such as <|endoftext|>, are ordinary text. A byte
// that isn't valid UTF-8 counts as U+FFFD. Letters, numbers and blanks are those of Unicode 16.0, whatever Go's version,
// and U+017F (ſ) is an s in a contraction, as it is for Rust, where tiktoken runs.
//
// # Cost
//
// A counter is made in microseconds: the vocabularies are laid out by a generator (internal/gen), embedded, and used where
// they lie in the program. They add 12 MB to it; a page of them is read only when a text needs it. Natural text is counted
// at some hundred MB/s, without allocation. Time is linear in the length for any text, a megabyte of one letter included.
//
// A counter holds about half a megabyte and isn't safe for concurrent use. [Get] and [Put] share counters between
// goroutines.
package tokens

import (
	"fmt"
)

// Encoding names a vocabulary.
type Encoding string

// The encodings.
const (
	O200kBase  Encoding = "o200k_base"
	Cl100kBase Encoding = "cl100k_base"
)

// Default is the encoding that is used where none is named.
const Default = O200kBase

// ParseEncoding reads an encoding's name; "" is [Default].
func ParseEncoding(s string) (Encoding, error) {
	switch e := Encoding(s); e {
	case "":
		return Default, nil
	case O200kBase, Cl100kBase:
		return e, nil
	}
	return "", fmt.Errorf("unknown encoding %q: want o200k_base or cl100k_base", s)
}
