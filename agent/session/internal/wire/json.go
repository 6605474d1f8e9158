package wire

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Encode returns v's JSON on one line. Unlike [json.Marshal] it leaves <, > and & as they are.
func Encode(v any) ([]byte, error) {
	var w bytes.Buffer
	enc := json.NewEncoder(&w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(w.Bytes(), []byte("\n")), nil
}

// EncodeEach returns the JSON of each message, and nil for no messages. Messages always encode, since they hold
// strings and arguments that were checked before; if one didn't, null would be in its place, which every provider
// refuses.
func EncodeEach[M any](messages []M) []json.RawMessage {
	var out []json.RawMessage
	for _, m := range messages {
		b, err := Encode(m)
		if err != nil {
			b = []byte("null")
		}
		out = append(out, b)
	}
	return out
}

// pairSurrogates returns JSON in which each \ud83d that isn't half of a surrogate pair is \ufffd. A model that was cut
// off within a character leaves such a half, and servers refuse a request that holds one.
func pairSurrogates(src string) string {
	if !strings.Contains(src, `\u`) {
		return src
	}
	var b strings.Builder
	for i := 0; i < len(src); {
		n := 1
		switch {
		case src[i] != '\\' || i+1 >= len(src):
		case src[i+1] != 'u' || i+6 > len(src):
			n = 2
		case surrogateHalf(src[i:]) == noHalf:
			n = 6
		case surrogateHalf(src[i:]) == highHalf && surrogateHalf(src[i+6:]) == lowHalf:
			n = 12
		default:
			b.WriteString(`\ufffd`)
			i += 6
			continue
		}
		b.WriteString(src[i : i+n])
		i += n
	}
	return b.String()
}

// A half is the half of a surrogate pair that an escape encodes.
type half int

const (
	noHalf half = iota
	highHalf
	lowHalf
)

// surrogateHalf reports which half of a pair the escape at the start of s is: \ud800 to \udbff are high, \udc00 to
// \udfff low.
func surrogateHalf(s string) half {
	if len(s) < len(`\ud800`) || !strings.HasPrefix(s, `\u`) {
		return noHalf
	}
	if s[2] != 'd' && s[2] != 'D' {
		return noHalf
	}
	switch s[3] | 0x20 {
	case '8', '9', 'a', 'b':
		return highHalf
	case 'c', 'd', 'e', 'f':
		return lowHalf
	}
	return noHalf
}
