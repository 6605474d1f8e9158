// Package tokens counts the tokens of a text exactly as OpenAI's encodings o200k_base and cl100k_base do, without the
// network and at some hundred MB/s.
//
//	c, err := tokens.Get(tokens.O200kBase)
//	if err != nil {
//		return err
//	}
//	defer tokens.Put(c)
//	n := c.CountString("ok  \tgithub.com/toktee/toktee/tokens\t0.412s\n") // 19
//
// # What to use
//
//   - A [Counter] counts text in memory ([Counter.Count], [Counter.CountString]), stops early if only a limit
//     matters ([Counter.CountUpTo]), and cuts a text to a budget ([Counter.Truncate]).
//   - A [Writer] counts a stream of any size in bounded memory.
//
// # Text
//
// Counts are those of tiktoken's encode_ordinary: the names of special tokens, such as <|endoftext|>, are ordinary
// text. A byte that isn't valid UTF-8 counts as U+FFFD. Letters, numbers and blanks are those of Unicode 16.0, whatever
// Go's version. U+017F (ſ) is an s in a contraction, as it is for Rust, in which tiktoken is written.
//
// A model's request has more tokens than its texts: providers add some for each message and tool.
//
// # Errors
//
// Counting doesn't fail. Only an encoding that the package doesn't know is an error, and a write to a closed [Writer].
//
// # Cost and limits
//
// The vocabularies add 12 MB to a program. They are laid out by a generator (internal/gen), embedded, and used in
// place. So a first counter is made in microseconds, and only the pages that a text needs are read. Text is counted
// without allocation. Time is linear in the length for any text, a megabyte of one letter included.
//
// # Concurrency
//
// A Counter holds about 0.6 MB and isn't safe for concurrent use, and neither is a Writer. [Get] and [Put] share
// counters between goroutines. All functions of the package are safe for concurrent use.
package tokens

import "fmt"

// Encoding is the name of a vocabulary and its rules.
type Encoding string

// The encodings that the package counts in. For older ones see package tiktoken.
const (
	O200kBase  Encoding = "o200k_base"  // GPT-4o and all later models of OpenAI
	Cl100kBase Encoding = "cl100k_base" // GPT-4, GPT-3.5 and their embeddings
)

// Default is the encoding for an empty name.
const Default = O200kBase

// ParseEncoding returns the encoding with the name; "" is [Default]. Any other name is an error.
func ParseEncoding(s string) (Encoding, error) {
	switch e := Encoding(s); e {
	case "":
		return Default, nil
	case O200kBase, Cl100kBase:
		return e, nil
	}
	return "", fmt.Errorf("unknown encoding %q: want o200k_base or cl100k_base", s)
}
