package secrets

import (
	"bytes"
	"encoding/base64"
	"strings"
)

// The values of a Kubernetes secret are base64, in the lines after "data:", deeper than it, or in one line of JSON:
//
//	data:
//	  password: aHVudGVyMg==
//	kind: Secret
//
//	{"apiVersion":"v1","data":{"password":"aHVudGVyMg=="},"kind":"Secret"}
//
// The kind comes after them. In lines, a value is one of a secret if it looks like that alone; in one line of JSON, the
// line has to name the kind, or the value's name be one of a secret.
const (
	dataKind = "kubernetes secret"
	dataRule = -2 // in place of a rule: the name of the values
)

// dataNames are the names of the values, in YAML and JSON.
var dataNames = []string{"data:", "stringData:", `"data":`, `"data\":`, `"stringData":`}

// isData reports whether values may follow a name of dataNames: in other lines, or in braces.
func isData(text []byte, _, end int) bool {
	start := dataStart(text, end)
	return start == len(text) || text[start] == '\n' || text[start] == '{'
}

// dataStart returns the place after a few blanks.
func dataStart(text []byte, at int) int {
	rest := text[at:min(len(text), at+3)]
	return at + len(rest) - len(bytes.TrimLeft(rest, " \r"))
}

// A data follows the lines of values. The zero data is outside of them.
type data struct {
	isOpen bool
	indent int  // of the line with the name
	plain  bool // stringData: the values aren't base64
	inner  int  // the indent of the values, 0 before the first one
}

// begins notes that a line is one with the name alone.
func (d *data) begins(line []byte) {
	switch name := string(bytes.Trim(line, " -\r{")); name {
	case "data:", `"data":`, "stringData:", `"stringData":`:
		*d = data{isOpen: true, indent: indentOf(line), plain: strings.Contains(name, "string")}
	}
}

func indentOf(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }

// value returns the value in a line, and ends the values at a line that isn't deeper than their name.
func (d *data) value(line []byte) (s Secret, ok bool) {
	if len(bytes.TrimSpace(line)) == 0 {
		return s, false
	}
	if indentOf(line) <= d.indent {
		*d = data{}
		return s, false
	}
	if d.inner == 0 {
		d.inner = indentOf(line)
	}
	name, rest, ok := bytes.Cut(line, []byte(": "))
	if !ok || indentOf(line) != d.inner {
		return s, false
	}
	text := bytes.Trim(rest, " \"',\r")
	start := len(name) + 2 + bytes.Index(rest, text)
	isValue := !isShown(name) && isSecretData(text)
	if d.plain {
		isValue = isPassword(text) && !isReference(text) && !isPlaceholder(text)
	}
	return Secret{dataKind, start, start + len(text)}, isValue
}

// dataIn returns the values of a line of JSON that has their name at a place. They end at the next brace, so none is
// read for two names.
func dataIn(line []byte, at int, kind *kind) (all []Secret) {
	start := dataStart(line, at+bytes.IndexByte(line[at:], ':')+1) + 1
	if start > len(line) || line[start-1] != '{' {
		return nil
	}
	end := len(line)
	if n := bytes.IndexAny(line[start:], "{}"); n >= 0 {
		end = start + n
	}
	for start < end {
		n := bytes.IndexByte(line[start:end], ':')
		if n < 0 {
			break
		}
		name := bytes.TrimRight(line[start:start+n], ` \"`)
		start += n + 1
		start += len(line[start:end]) - len(bytes.TrimLeft(line[start:end], ` \"`))
		text, _, _ := bytes.Cut(line[start:end], []byte{'"'})
		text = bytes.TrimSuffix(text, []byte{'\\'})
		if isSecretData(text) && !isShown(name) && (isSecretName(name) || kind.isSecret(line)) {
			all = append(all, Secret{dataKind, start, start + len(text)})
		}
		start += len(text)
	}
	return all
}

// A kind is whether a line of JSON has a Kubernetes secret, or a list of them. The zero kind hasn't read the line.
type kind struct{ isRead, isIn bool }

func (k *kind) isSecret(line []byte) bool {
	if !k.isRead {
		k.isRead = true
		for _, name := range []string{`"Secret"`, `\"Secret\"`, `"SecretList"`} {
			k.isIn = k.isIn || bytes.Contains(line, []byte(name))
		}
	}
	return k.isIn
}

// nameOf returns the last word of a text before a value, such as a name in quotes, in small letters.
func nameOf(text []byte) string {
	text = bytes.TrimRight(text, ` \"'`)
	text = text[max(0, len(text)-maxValue):]
	return strings.ToLower(string(text[bytes.LastIndexAny(text, ` \"',{`)+1:]))
}

// isSecretName reports whether a value with a name is a secret's.
func isSecretName(text []byte) bool {
	name := nameOf(text)
	for _, s := range []string{"pass", "token", "secret", "key", "pwd", "credential", "auth", "cert", ".crt"} {
		if strings.Contains(name, s) {
			return true
		}
	}
	return false
}

// isShown reports whether a value with a name is a hash, an id or the place of a page.
func isShown(text []byte) bool {
	name := strings.TrimRight(nameOf(text), "0123456789")
	if hasSuffix(name, "id", "sha", "hash", "cursor", "sum", "digest", "md", "commit", "etag") {
		return true
	}
	name, isToken := strings.CutSuffix(name, "token")
	return isToken && isPageToken([]byte(name))
}

// isSecretData reports whether a text is base64 of a text, or of random bytes.
func isSecretData(text []byte) bool {
	if len(text) < 8 || len(text)%4 != 0 || turns(text[:min(len(text), 40)]) < 2 ||
		len(bytes.Trim(text, "0123456789abcdefABCDEF")) == 0 {
		return false
	}
	b, err := base64.StdEncoding.AppendDecode(nil, text)
	return err == nil && (isPrintable(b) || len(text) >= 40 && turns(text) > len(text)/4)
}
