// Package tokens counts tokens exactly as OpenAI's encodings do.
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
