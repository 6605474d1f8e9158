package secrets

import "bytes"

// A private key has a first and a last line, which are shown, and lines of base64 between them:
//
//	-----BEGIN OPENSSH PRIVATE KEY-----
//	b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW
//	-----END OPENSSH PRIVATE KEY-----
//
// In JSON all of it is one line, with \n between its lines.
const (
	keyKind   = "private key"
	keyEnd    = "-----END"
	maxKey    = 16 << 10 // bytes of a key on one line
	leastBody = 16       // bytes of base64
)

// keyStart returns the start of the body of a private key whose first line starts at a place of a line.
func keyStart(line []byte, at int) (start int, ok bool) {
	rest := line[at+len(keyLiteral):]
	name, _, ok := bytes.Cut(rest[:min(len(rest), 100)], []byte("-----"))
	if !ok || !bytes.Contains(name, []byte("PRIVATE KEY")) {
		return 0, false
	}
	return at + len(keyLiteral) + len(name) + 5, true
}

// A keyEnding is the next place of a line that ends a private key, and the end of its body. With it, a line of many
// first lines isn't searched from each of them to its end. The zero keyEnding knows of none.
type keyEnding struct{ at, body int }

// after looks for the next ending after a place.
func (k *keyEnding) after(line []byte, start int) {
	if k.at >= start && k.at > 0 {
		return
	}
	k.at = len(line)
	if n := bytes.Index(line[start:], []byte(keyEnd)); n >= 0 {
		k.at = start + n
	}
	k.body = start + len(bytes.TrimRight(line[start:k.at], " \t"))
}

// keyIn is the body of a private key in the line that has its start.
func keyIn(line []byte, at int, next *keyEnding) (s Secret, ok bool) {
	start, ok := keyStart(line, at)
	if !ok {
		return s, false
	}
	next.after(line, start)
	end := next.body
	if rest := line[start:min(len(line), start+maxKey)]; next.at-start+len(keyEnd) > len(rest) {
		end = start + len(bytes.TrimRight(rest[:inlineBody(rest)], " \t"))
	}
	if end-start < leastBody {
		return s, false
	}
	return Secret{keyKind, start, end}, true
}

// inlineBody is how far base64 goes on, with blanks and escaped line ends in it.
func inlineBody(text []byte) int {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case isBase64(c), c == ' ', c == '\t':
		case c == '\\' && i+1 < len(text) && (text[i+1] == 'n' || text[i+1] == 'r'):
			i++
		default:
			return i
		}
	}
	return len(text)
}

func isBase64(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/' || c == '='
}
