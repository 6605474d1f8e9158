package mcpproxy

import (
	"bytes"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/toktee/toktee/internal/text/secrets"
)

// maxPiece is how many bytes of a text are masked at once.
const maxPiece = 64 << 10

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
	masker           *secrets.Writer
}

func (m *masking) Write(p []byte) (int, error) {
	passed := 0 // bytes of p that are written, or held
	for i, c := range p {
		switch {
		case m.isText && (m.escaped || c != '"'):
			if err := m.hold(c); err != nil {
				return i, err
			}
			passed = i + 1
		case m.isText:
			if err := m.end(); err != nil {
				return i, err
			}
		case m.isString:
			if m.isString = m.escaped || c != '"'; m.isString && len(m.name) <= len("text") {
				m.name = append(m.name, c)
			}
			m.escaped = !m.escaped && c == '\\'
		case c == '"' && m.isValue && string(m.name) == "text":
			if _, err := m.w.Write(p[passed : i+1]); err != nil {
				return i, err
			}
			passed = i + 1
			m.isText, m.isValue, m.unicode = true, false, 5
			m.masker = secrets.NewWriter(quoting{m.w}, new(secrets.Masker))
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

// mask passes on the held part of the text.
func (m *masking) mask() error {
	text := unquoted(append(append([]byte{'"'}, m.held...), '"'))
	m.held = m.held[:0]
	_, err := m.masker.Write(text)
	return err
}

// end ends the text.
func (m *masking) end() error {
	m.isText = false
	if err := m.mask(); err != nil {
		return err
	}
	return m.masker.Close()
}

// A quoting writer writes texts as parts of a JSON string.
type quoting struct{ w io.Writer }

func (q quoting) Write(text []byte) (int, error) {
	b, _ := jsontext.AppendQuote(nil, text)
	_, err := q.w.Write(b[1 : len(b)-1])
	return len(text), err
}
