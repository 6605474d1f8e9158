package secrets

import (
	"bytes"
	"slices"
	"strings"
)

// maxValue is how many bytes of a value are read for its end: the closing quote, or the blank behind a variable.
const maxValue = 64

// maxARN is how many bytes of a resource's name come before the word "secret" in it.
const maxARN = 60

// isName reports whether a value may follow a name at a place of a text.
func isName(text []byte, at, end int) bool {
	if end == len(text) {
		return false
	}
	switch c := text[end]; {
	case c == ' ' || c == '\t':
		for end < len(text) && (text[end] == ' ' || text[end] == '\t') {
			end++
		}
		return end < len(text) && (text[end] == '=' || text[end] == ':') || c == ' ' && isOption(text, at)
	case c >= '0' && c <= '9':
		return true
	}
	return strings.IndexByte("=:\"'>\\_-Kk", text[end]) >= 0
}

// passwordValue holds for the value of a password's name: DB_PASSWORD=hunter2, "password": "hunter2".
func (m match) passwordValue() (int, bool) {
	end, isEnv := m.valueEnd()
	return end, m.isPassword(end, isEnv) && !(isNumber(m.line[m.from:end]) && isCount(m.before(8)))
}

func (m match) isPassword(end int, isEnv bool) bool {
	text := m.line[m.from:end]
	return (isPassword(text) || isEnv && len(text) >= 6 && (turns(text) >= 2 || isNumber(text) ||
		len(text) >= 20 && bytes.Count(text, []byte("-")) >= 2)) && !isReference(text) && !isPlaceholder(text)
}

// tokenValue holds for the value of a token's or a key's name. It has to look random.
func (m match) tokenValue() (int, bool) {
	end, isEnv := m.valueEnd()
	return end, m.isToken(end, isEnv)
}

func (m match) isToken(end int, isEnv bool) bool {
	text, length, many := m.line[m.from:end], 16, 5
	if isEnv {
		length, many = 8, 3
	}
	return len(text) >= length && turns(text) >= many && !isPageToken(m.before(16)) && !isReference(text) &&
		!isPlaceholder(text) && !isIdentifier(text)
}

// secretValue holds for the value of a secret's name. That of a variable of the environment may be a password.
func (m match) secretValue() (int, bool) {
	end, isEnv := m.valueEnd()
	if before := m.before(maxARN); bytes.HasSuffix(before, []byte(":")) && bytes.Contains(before, []byte("arn:")) {
		return end, false // the name of a resource
	}
	return end, m.isToken(end, isEnv) || isEnv && end-m.from >= 8 && m.isPassword(end, isEnv)
}

// keyValue holds for the value of a variable whose name ends with KEY, if that isn't one of a cache, or public.
func (m match) keyValue() (int, bool) {
	return m.to, turns(m.text()) >= 5 && !hasSuffix(string(m.before(10)), "PUBLIC", "CACHE", "OBJECT", "SORT",
		"PRIMARY", "PARTITION", "FOREIGN", "S3")
}

// isCount reports whether PASS after a text counts tests.
func isCount(before []byte) bool {
	return string(before) == "N" || hasSuffix(string(before), "_N", " N", "NUM", "SUM", "TOTAL", "COUNT", "TESTS")
}

func hasSuffix(s string, ends ...string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(s, end) })
}

// isPageToken reports whether a token after a text is the next page's, which a model needs.
func isPageToken(before []byte) bool {
	name := strings.TrimRight(strings.ToLower(string(before)), "_-")
	return hasSuffix(name, "next", "page", "pagination", "continuation", "continue", "sync", "cursor", "resume",
		"start", "starting")
}

// valueEnd finds the end of a value, and reports whether it is that of a variable of the environment: NAME=value.
// What isn't a value, such as code, or what follows a name and a blank, has no bytes.
func (m match) valueEnd() (end int, isEnv bool) {
	if m.line[m.to-1] == '=' && m.to < len(m.line) && isWord(m.line[m.to]) && !hasDigit(m.text()) {
		return m.from, false // another assignment
	}
	sign := bytes.TrimRight(m.front(), `"'\`)
	quote := m.front()[len(sign):]
	isEnv = len(quote) < 2 && isVariable(sign)
	rest := m.line[m.from:min(len(m.line), m.from+maxValue)]
	switch {
	case !bytes.ContainsAny(sign, "=:>") && !m.isOption():
		return m.from, false
	case len(quote) > 0:
		if n := bytes.IndexByte(rest, quote[len(quote)-1]); n > 0 && bytes.IndexByte(rest[:n], '\\') < 0 {
			if bytes.Count(rest[:n], []byte(" ")) > 1 {
				return m.from, false // a sentence
			}
			return max(m.to, m.from+n), isEnv
		}
	case isEnv:
		end := len(rest)
		for i, c := range rest {
			if strings.IndexByte(" \t\r\"'`\\;|<>", c) >= 0 {
				end = i
				break
			}
		}
		for end > 0 && isOutside(rest[:end]) {
			end--
		}
		return max(m.to, m.from+end), true
	case m.to < len(m.line) && strings.IndexByte("([{", m.line[m.to]) >= 0, isCode(m.text()),
		bytes.IndexByte(m.text(), '/') >= 0 && turns(m.text()) < 5:
		return m.from, false
	}
	return m.to, isEnv
}

// isOutside reports whether the last byte of a text ends something around it: a bracket that isn't opened in the
// text, or a sign between values.
func isOutside(text []byte) bool {
	n := len(text) - 1
	if i := strings.IndexByte(")]}", text[n]); i >= 0 {
		return bytes.IndexByte(text[:n], "([{"[i]) < 0
	}
	return strings.IndexByte(",.&", text[n]) >= 0
}

// isVariable reports whether a name in capitals ends with an equals sign, without blanks.
func isVariable(name []byte) bool {
	return name[1] >= 'A' && name[1] <= '_' && name[len(name)-1] == '=' && bytes.IndexByte(name, ' ') < 0
}

// isOption reports whether the name and the value of a match are an option, or those of a .netrc. There, the value is
// the last word of its line, or the login comes before it.
func (m match) isOption() bool {
	return isOption(m.line, m.start) && (bytes.Contains(m.before(60), []byte("--")) ||
		bytes.Contains(m.before(60), []byte("login ")) || len(bytes.TrimSpace(m.line[m.to:])) == 0)
}

// isOption reports whether only a blank may be between a value and the name whose end is at a place of a text:
//
//	--password hunter2
//	machine host login name password hunter2
func isOption(text []byte, at int) bool {
	before := text[max(0, at-60):at]
	before = before[bytes.LastIndexByte(before, '\n')+1:]
	name := bytes.TrimRight(before, "abcdefghijklmnopqrstuvwxyz-")
	if bytes.HasPrefix(before[len(name):], []byte("--")) {
		return true
	}
	before, isPassword := bytes.CutSuffix(before, []byte("p"))
	return isPassword && (bytes.Contains(before, []byte("login ")) || len(bytes.TrimSpace(before)) == 0)
}

// isReference reports whether a text names the place of a value: $NAME, ${{ secrets.X }}, <password>, a path, a URL.
func isReference(text []byte) bool {
	if strings.IndexByte("$<[{(%", text[0]) >= 0 || bytes.HasPrefix(text, []byte("0x")) {
		return true
	}
	for _, s := range []string{"${", "{{", "$(", "%(", "://"} {
		if bytes.Contains(text, []byte(s)) {
			return true
		}
	}
	for _, s := range []string{"/", "./", "../", "~/", "@", "!"} {
		if bytes.HasPrefix(text, []byte(s)) {
			return turns(text) < 5
		}
	}
	return false
}

// isIdentifier reports whether a text is a name of words in a program: MyTokenFactory2, org.a.MyToken@5e2c3d18.
func isIdentifier(text []byte) bool {
	text, _, _ = bytes.Cut(text, []byte("@"))
	digits := 0
	for _, c := range text {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case !isWord(c) && c != '.' && c != '$':
			return false
		}
	}
	return digits <= 2 && turns(text)*5 <= len(text)
}

// isCode reports whether a text without quotes is a name with its parts: user.password1.
func isCode(text []byte) bool {
	parts := bytes.Split(text, []byte("."))
	for _, p := range parts {
		if len(p) == 0 || p[0] >= '0' && p[0] <= '9' || bytes.IndexFunc(p, func(r rune) bool {
			return r > 127 || !isWord(byte(r))
		}) >= 0 {
			return false
		}
	}
	return len(parts) > 1 && turns(text) < 5
}

// placeholders are words that documents and tests have in place of a secret.
const placeholders = " a the my your our here change me changeme change_me this that some any new old to be set " +
	"password passwd pass passphrase pwd pw secret token key api auth access private user username name admin root " +
	"postgres mysql redis mongo minio guest default value string text word example sample test testing dummy fake " +
	"foo bar baz placeholder redacted hidden masked none null nil true false yes no undefined empty required " +
	"optional not is sha md utf aes rsa bcrypt base hmac hs rs ecdsa ed int str bool char x xx xxx abc abcd qwerty "

// isPlaceholder reports whether a text consists of words that documents have in place of a secret, or of one character.
func isPlaceholder(text []byte) bool {
	lower := bytes.ToLower(text)
	for _, s := range []string{"example", "placeholder", "redacted", "changeme", "xxxx", "your-", "your_", "<", "..."} {
		if bytes.Contains(lower, []byte(s)) {
			return true
		}
	}
	if len(bytes.Trim(text, string(text[:1]))) == 0 {
		return true
	}
	if len(lower) > 40 {
		return false
	}
	isWord := false
	for at := 0; at < len(lower); at++ {
		start := at
		for at < len(lower) && lower[at] >= 'a' && lower[at] <= 'z' {
			at++
		}
		if at > start {
			isWord = true
			if !strings.Contains(placeholders, " "+string(lower[start:at])+" ") {
				return false
			}
		}
	}
	return isWord && !(hasDigit(text) && hasSign(text))
}

// isPassword reports whether a text has letters, and digits or signs.
func isPassword(text []byte) bool {
	hasLetter := bytes.IndexFunc(text, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }) >= 0
	return len(text) >= 6 && hasLetter && (hasDigit(text) || hasSign(text))
}

// hasSign reports whether a text has a sign that names and paths haven't.
func hasSign(text []byte) bool { return bytes.ContainsAny(text, "!@#$%^&*+?") }

func isNumber(text []byte) bool { return len(bytes.Trim(text, "0123456789")) == 0 }

// turns counts the places in a text where a digit is next to a letter, or a capital follows a small letter. A text of
// letters alone has none, unless it has both cases: random texts have many, and names few.
func turns(text []byte) int {
	n := 0
	for i := 1; i < len(text); i++ {
		a, b := kindOf(text[i-1]), kindOf(text[i])
		if a != b && a != 0 && b != 0 && !(a == 'A' && b == 'a') {
			n++
		}
	}
	return n
}

// kindOf is '0', 'a' or 'A' for a digit, a small letter or a capital, 0 for another byte.
func kindOf(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return '0'
	case c >= 'a' && c <= 'z':
		return 'a'
	case c >= 'A' && c <= 'Z':
		return 'A'
	}
	return 0
}
