package secrets

import (
	"bytes"
	"encoding/base64"
)

// A match is a text that a rule's pattern takes. Its methods check what a pattern can't express. They return the end of
// the secret, which may differ from that of the text.
type match struct {
	line            []byte
	start, from, to int // the pattern's front is line[start:from], the secret is line[from:to]
}

// checked asks the rule's check.
func (r *rule) checked(m match) (end int, ok bool) {
	if r.check == nil {
		return m.to, true
	}
	return r.check(m)
}

func (m match) front() []byte { return m.line[m.start:m.from] }
func (m match) text() []byte  { return m.line[m.from:m.to] }

// before returns up to n bytes before the front.
func (m match) before(n int) []byte { return m.line[max(0, m.start-n):m.start] }

// jwt holds for a JSON web token: its first part is a JSON object with an algorithm.
func (m match) jwt() (int, bool) {
	head, _, _ := bytes.Cut(m.text(), []byte("."))
	b := make([]byte, base64.RawURLEncoding.DecodedLen(len(head)))
	n, err := base64.RawURLEncoding.Decode(b, head)
	return m.to, err == nil && bytes.HasPrefix(b[:n], []byte(`{"`)) && bytes.Contains(b[:n], []byte(`"alg"`))
}

// notWords doesn't hold for words, as in "Bearer my-access-token".
func (m match) notWords() (int, bool) {
	return m.to, hasDigit(m.text()) || !bytes.Equal(m.text(), bytes.ToLower(m.text()))
}

// basic holds for the base64 of a name and a password with a colon between them.
func (m match) basic() (int, bool) {
	b, err := base64.StdEncoding.DecodeString(string(m.text()))
	name, password, ok := bytes.Cut(b, []byte(":"))
	return m.to, err == nil && ok && len(name)+len(password) > 4 && isPrintable(b)
}

// isPrintable reports whether a text is of ASCII, without control characters other than blanks.
func isPrintable(text []byte) bool {
	return bytes.IndexFunc(text, func(r rune) bool {
		return r < ' ' && r != '\n' && r != '\r' && r != '\t' || r > '~'
	}) < 0
}

// authorization holds for the value of a header with any scheme or none.
func (m match) authorization() (int, bool) {
	if end, ok := m.basic(); ok {
		return end, true
	}
	return m.to, len(m.text()) >= 16 && turns(m.text()) >= 5 && !isIdentifier(m.text())
}

// cookie holds for the value of a cookie that may be a session's.
func (m match) cookie() (int, bool) { return m.to, turns(m.text()) >= 3 }

// cookies holds for the values that a client sends, from the first one to the last that may be a session's, with the
// names of the others.
func (m match) cookies() (end int, ok bool) {
	if bytes.HasSuffix(m.before(4), []byte("et-")) {
		return 0, false // the server's, see cookie
	}
	at := m.from
	for pair := range bytes.SplitSeq(m.text(), []byte(";")) {
		if at += len(pair) + 1; len(pair) >= 8 && turns(pair) >= 3 {
			end = at - 1
		}
	}
	return end, end > 0
}

// isURLWithUser reports whether the text after :// has a colon, and an at sign after that, before the path.
func isURLWithUser(text []byte, _, end int) bool {
	hasColon := false
	for _, c := range text[end:] {
		switch c {
		case ':':
			hasColon = true
		case '@':
			return hasColon
		case '/', ' ', '\t', '\n', '\r', '"', '\'', '<', '>', '`', '\\':
			return false
		}
	}
	return false
}

// urlPassword holds for the password of a URL:
//
//	postgres://app:hunter2@db:5432/shop
//
// A port or a version is none:
//
//	docker://alpine:3.20@sha256:9f86d081884c7d65
func (m match) urlPassword() (int, bool) {
	text := m.text()
	if n := bytes.IndexAny(text, "?#"); n >= 0 && (isVersion(text[:n]) || bytes.IndexByte(text[:n], '@') >= 0) {
		text = text[:n] // else the signs are in the password
	}
	at := bytes.LastIndexByte(text, '@')
	if at < 3 || bytes.HasPrefix(text[at:], []byte("@sha256:")) || isVersion(text[:at]) {
		return 0, false
	}
	user, password := m.front()[len("://"):m.from-m.start-1], text[:at]
	if bytes.Equal(user, password) || isReference(password) || isPlaceholder(password) {
		return 0, false
	}
	return m.from + at, true
}

// isVersion reports whether a text is of digits and full stops, like a port.
func isVersion(text []byte) bool { return len(bytes.Trim(text, "0123456789.")) == 0 }

// notAfterHyphen doesn't hold for a part of a longer name, as in "cache-key-9f86d081".
func (m match) notAfterHyphen() (int, bool) { return m.to, !bytes.Equal(m.before(1), []byte("-")) }

// userPassword holds for the password in curl -u name:password.
func (m match) userPassword() (int, bool) {
	text := m.text()
	if isReference(text) || isPlaceholder(text) || bytes.IndexByte(text, '/') >= 0 {
		return 0, false
	}
	return m.to, isPassword(text) || len(text) >= 4 && bytes.Contains(m.before(200), []byte("curl "))
}

// optionPrograms are the programs for which an option means a password.
var optionPrograms = map[byte][]string{
	'p': {"mysql", "mariadb", " login"}, 'a': {"redis-cli"}, 'w': {"ldap"}, 'P': {"zip"},
}

// optionPassword holds for the password of a program.
func (m match) optionPassword() (int, bool) {
	text := m.text()
	if !isPassword(text) || isReference(text) || isPlaceholder(text) {
		return 0, false
	}
	option := bytes.TrimRight(m.front(), ` "'`)
	if len(option) > len("-p") { // of a program
		return m.to, true
	}
	before := m.before(100)
	for _, program := range optionPrograms[option[1]] {
		if bytes.Contains(before, []byte(program)) {
			return m.to, true
		}
	}
	return 0, false
}
