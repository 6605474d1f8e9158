package mcpproxy

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/toktee/toktee/internal/text/secrets"
)

const (
	maxPiece = 64 << 10                    // bytes of a text that are masked at once
	maxName  = len(`\u0000`) * len("text") // bytes of a member's name "text", as JSON
)

// A masking writer masks the secrets in the texts of a message that is too long to be held: in the string values of
// members named "text". All else goes through byte for byte.
type masking struct {
	w io.Writer

	isString, isText bool // inside a string, and inside a text
	escaped          bool // a backslash came before
	name             []byte
	isValue          bool   // a colon came before
	held             []byte // of the text, as JSON
	unicode          int    // bytes of held after the last \u
	out              *quoting
	masker           *secrets.Writer
}

func (m *masking) Write(p []byte) (int, error) {
	passed := 0 // bytes of p that are written, or held
	for i, c := range p {
		switch {
		case m.isText && c != '\n' && (m.escaped || c != '"'):
			if err := m.hold(c); err != nil {
				return i, err
			}
			passed = i + 1
		case m.isText: // its end, or that of a line that isn't JSON
			if err := m.end(); err != nil {
				return i, err
			}
		case m.isString:
			if m.isString = m.escaped || c != '"'; m.isString && len(m.name) <= maxName {
				m.name = append(m.name, c)
			}
			m.escaped = !m.escaped && c == '\\'
		case c == '"' && m.isValue && m.isNamedText():
			if _, err := m.w.Write(p[passed : i+1]); err != nil {
				return i, err
			}
			passed = i + 1
			m.isText, m.isValue, m.unicode = true, false, 5
			m.begin()
		case c == '"':
			m.isString, m.name, m.isValue = true, m.name[:0], false
		case c == ':':
			m.isValue = true
		case bytes.IndexByte([]byte(" \t\r\n"), c) < 0:
			m.isValue = false
		}
	}
	if passed < len(p) {
		if _, err := m.w.Write(p[passed:]); err != nil {
			return passed, err
		}
	}
	return len(p), nil
}

// hold adds a byte of the text. A full piece is masked where neither an escape, nor a pair of them, nor a character is
// cut.
func (m *masking) hold(c byte) error {
	isStart := !m.escaped && c&0xc0 != 0x80 && (m.unicode > 4 || m.unicode == 4 && c != '\\')
	if len(m.held) >= maxPiece && isStart {
		if err := m.mask(); err != nil {
			return err
		}
	}
	m.held = append(m.held, c)
	if m.unicode++; m.escaped && c == 'u' {
		m.unicode = 0
	}
	m.escaped = !m.escaped && c == '\\'
	return nil
}

func (m *masking) isNamedText() bool {
	return len(m.name) <= maxName && string(unquoted(inQuotes(m.name))) == "text"
}

func inQuotes(text []byte) []byte { return append(append([]byte{'"'}, text...), '"') }

// begin prepares for the first piece of a text, or the next one.
func (m *masking) begin() {
	m.out = &quoting{w: m.w}
	m.masker = secrets.NewWriter(m.out, new(secrets.Masker))
}

// mask passes on the held part of the text. A part with an escape that JSON doesn't have stays JSON.
func (m *masking) mask() error {
	v := inQuotes(m.held)
	m.held = m.held[:0]
	if jsontext.Value(v).IsValid(jsontext.AllowInvalidUTF8(true)) {
		_, err := m.masker.Write(unquoted(v))
		return err
	}
	if err := m.close(); err != nil {
		return err
	}
	m.begin()
	_, err := m.w.Write(new(secrets.Masker).Text(v[1 : len(v)-1]))
	return err
}

// end ends the text.
func (m *masking) end() error {
	m.isText = false
	if err := m.mask(); err != nil {
		return err
	}
	return m.close()
}

// close passes on the bytes that the writers hold.
func (m *masking) close() error {
	if err := m.masker.Close(); err != nil {
		return err
	}
	return m.out.flush(len(m.out.held))
}

// A quoting writer writes texts as parts of a JSON string. It holds the first bytes of a character that is cut.
type quoting struct {
	w    io.Writer
	held []byte
}

func (q *quoting) Write(text []byte) (int, error) {
	q.held = append(q.held, text...)
	n := len(q.held)
	for i := n - 1; i >= max(0, n-utf8.UTFMax); i-- {
		if utf8.RuneStart(q.held[i]) {
			if !utf8.FullRune(q.held[i:]) {
				n = i
			}
			break
		}
	}
	return len(text), q.flush(n)
}

// flush writes some of the held bytes.
func (q *quoting) flush(n int) error {
	b, _ := jsontext.AppendQuote(nil, q.held[:n])
	q.held = append(q.held[:0], q.held[n:]...)
	_, err := q.w.Write(b[1 : len(b)-1])
	return err
}
