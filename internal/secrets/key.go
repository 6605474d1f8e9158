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
	maxKeyRow = 400      // lines of a key
	leastBody = 16       // bytes of a line of base64, other than the last one
)

// keyStart is where the body of a private key begins whose first line starts at a place of a line.
func keyStart(line []byte, at int) (start int, ok bool) {
	rest := line[at+len(keyLiteral):]
	name, _, ok := bytes.Cut(rest[:min(len(rest), 100)], []byte("-----"))
	if !ok || !bytes.Contains(name, []byte("PRIVATE KEY")) {
		return 0, false
	}
	return at + len(keyLiteral) + len(name) + 5, true
}

// keyIn is the body of a private key in the line that has its start.
func keyIn(line []byte, at int) (s Secret, ok bool) {
	start, ok := keyStart(line, at)
	if !ok {
		return s, false
	}
	rest := line[start:min(len(line), start+maxKey)]
	end := bytes.Index(rest, []byte(keyEnd))
	if end < 0 {
		end = inlineBody(rest)
	}
	for end > 0 && (rest[end-1] == ' ' || rest[end-1] == '\t') {
		end--
	}
	if end < leastBody {
		return s, false
	}
	return Secret{keyKind, start, start + end}, true
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

// A key is a private key whose lines are being read.
type key struct {
	rows   int    // lines since its first one; 0 where none is being read
	mark   string // of its lines; "" before the first line of base64
	hidden bool   // the last line was one of base64
}

// begins notes that a line may be the first one of a private key: nothing stands behind it.
func (k *key) begins(line []byte) {
	at := bytes.LastIndex(line, []byte(keyLiteral))
	if at < 0 {
		return
	}
	if start, ok := keyStart(line, at); ok && len(bytes.Trim(line[start:], " \t\"'+,\\nr")) == 0 {
		*k = key{rows: 1}
	}
}

// body finds the base64 in a line of a key: all of the line, or its last word, since logs have the time in front. The
// key ends with the line that says so, and with one that can't belong to it.
func (k *key) body(line []byte) (start, end int, ok bool) {
	k.rows++
	end = len(bytes.TrimRight(line, " \t\"'+,"))
	if bytes.HasSuffix(line[:end], []byte(`\n`)) {
		end -= 2
	}
	start = bytes.LastIndexAny(line[:end], " \t\"'") + 1
	word := line[start:end]
	isBody := len(word) > 0 && len(bytes.TrimLeft(word, base64Set)) == 0
	switch {
	case k.rows > maxKeyRow, bytes.Contains(line, []byte(keyEnd)), bytes.Contains(line, []byte("["+keyKind)):
		*k = key{}
		return 0, 0, false
	case isBody && (len(word) >= leastBody || k.hidden && start == len(line)-len(bytes.TrimLeft(line, " \t"))):
		k.hidden = true
		return start, end, true
	case k.mark == "" && (len(bytes.TrimSpace(line)) == 0 || bytes.Contains(line, []byte(": "))):
		return 0, 0, false // as in "Proc-Type: 4,ENCRYPTED", and the blank line behind it
	}
	*k = key{}
	return 0, 0, false
}

const base64Set = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
