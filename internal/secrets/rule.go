package secrets

import (
	"bytes"
	"encoding/base64"
	"math"
	"regexp"
	"sync"
)

// A rule says what secrets of a kind look like. The table of them is data, which costs nothing at the start of a
// program; what is made from it is made when a text first has one of its literals.
type rule struct {
	source   string // the rule of gitleaks that it was taken from, "" for none
	kind     string
	literals []string // one of them is in each of its secrets
	back     int      // how many bytes of the secret are before the literal
	word     bool     // no letter, digit or underline stands before the secret
	pattern  string   // from the start of the secret on; its group "secret" is what is hidden
	entropy  float64  // bits a byte of the secret, at least
	allowed  []string // patterns of texts that are no secrets: examples of the service's documents
}

// maxSecret is the largest secret, in bytes. What goes on behind that isn't hidden.
const maxSecret = 8 << 10

// A form is the compiled form of a rule.
type form struct {
	pattern *regexp.Regexp
	group   int
	allowed []*regexp.Regexp
}

// compiled has the form of each rule once a text has had a literal of it.
var compiled [len(rules)]struct {
	once sync.Once
	form form
}

// formOf compiles a rule when it is first needed.
func formOf(i int) *form {
	c := &compiled[i]
	c.once.Do(func() {
		f, r := &c.form, &rules[i]
		f.pattern = regexp.MustCompile(r.pattern)
		f.group = f.pattern.SubexpIndex("secret")
		for _, a := range r.allowed {
			f.allowed = append(f.allowed, regexp.MustCompile(a))
		}
	})
	return &c.form
}

// find is the secret of a rule whose literal stands at a place of a line.
func (r *rule) find(f *form, line []byte, at int) (s Secret, ok bool) {
	start := at - r.back
	if start < 0 || r.word && !startsWord(line, start) {
		return s, false
	}
	text := line[start:min(len(line), start+maxSecret)]
	m := f.pattern.FindSubmatchIndex(text)
	if m == nil {
		return s, false
	}
	found := text[m[2*f.group]:m[2*f.group+1]]
	if r.entropy > 0 && entropy(found) < r.entropy || f.isAllowed(found) || !r.holds(found) {
		return s, false
	}
	return Secret{Kind: r.kind, Start: start + m[2*f.group], End: start + m[2*f.group+1]}, true
}

// holds reports whether a text is what its kind says, which a pattern can't.
func (r *rule) holds(text []byte) bool {
	switch r.kind {
	case "jwt":
		return isJWT(text)
	case "credentials": // not words, as in "Bearer my-access-token"
		return bytes.ContainsAny(text, "0123456789") || !bytes.Equal(text, bytes.ToLower(text))
	}
	return true
}

// isAllowed reports whether a text is an example of a document.
func (f *form) isAllowed(text []byte) bool {
	for _, a := range f.allowed {
		if a.Match(text) {
			return true
		}
	}
	return bytes.HasSuffix(text, []byte("EXAMPLE")) || bytes.HasSuffix(text, []byte("EXAMPLEKEY"))
}

// startsWord reports whether a word may start at a place: nothing of a word stands before it, or it is an escape as
// in JSON, "\nghp_...".
func startsWord(line []byte, at int) bool {
	if at == 0 || !isWord(line[at-1]) {
		return true
	}
	return at > 1 && line[at-2] == '\\' && bytes.IndexByte([]byte("nrtfb"), line[at-1]) >= 0
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// isJWT reports whether the first part of a text is that of a JSON web token.
func isJWT(text []byte) bool {
	head, _, _ := bytes.Cut(text, []byte("."))
	b := make([]byte, base64.RawURLEncoding.DecodedLen(len(head)))
	n, err := base64.RawURLEncoding.Decode(b, head)
	return err == nil && bytes.HasPrefix(b[:n], []byte(`{"`)) && bytes.Contains(b[:n], []byte(`"alg"`))
}

// entropy is Shannon's of a text, in bits a byte: 0 of equal bytes, some 4 and more of random letters and digits.
func entropy(text []byte) float64 {
	var count [256]int
	for _, c := range text {
		count[c]++
	}
	sum := 0.0
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(text))
			sum -= p * math.Log2(p)
		}
	}
	return sum
}
