package result

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Payload identifies the raw bytes of an output, which a store keeps. If [Parts] have the bytes, [New] computes both
// fields.
type Payload struct {
	SHA256 string `json:"sha256"` // 64 hex digits, "" if the bytes were not hashed
	Bytes  int64  `json:"bytes"`
}

// setPayload sets the payload and, if the bytes are known and few enough, the person's text.
func (r *ToolResult) setPayload(ui []byte, p Payload, maxInline int) error {
	p.SHA256 = strings.ToLower(p.SHA256)
	if err := p.check(ui); err != nil {
		return err
	}
	if ui == nil && p.Bytes == 0 {
		ui = []byte{} // an empty output is known without a store
	}
	if ui != nil {
		p.Bytes = int64(len(ui))
		if p.SHA256 == "" {
			p.SHA256 = sumOf(ui)
		}
	}
	r.payload = p
	r.ui, r.inline = personText(ui, p, r.llm.text, maxInline)
	return nil
}

// check returns an error if the payload is malformed, or doesn't match the bytes in ui. A nil ui means that the bytes
// are unknown.
func (p Payload) check(ui []byte) error {
	switch {
	case p.Bytes < 0:
		return fmt.Errorf("payload has %d bytes: want 0 or more", p.Bytes)
	case p.SHA256 != "" && !isSum(p.SHA256):
		return fmt.Errorf("payload sha256 %.80q: want 64 hex digits or none", p.SHA256)
	case ui == nil && p.Bytes == 0 && !mayBeEmpty(p.SHA256):
		return fmt.Errorf("payload has 0 bytes, but its sha256 %q is not that of none", p.SHA256)
	case ui != nil && p != Payload{} && p.Bytes != int64(len(ui)):
		return fmt.Errorf("payload has %d bytes, but those given for the person are %d", p.Bytes, len(ui))
	}
	return nil
}

// mayBeEmpty reports whether a hash is unknown or that of an empty output.
func mayBeEmpty(sum string) bool { return sum == "" || sum == sumOf(nil) }

// personText returns the payload as text, and whether the result keeps it. If ui is nil, only the model's text can be
// the payload, which the hash proves: a record writes a long text once if the model and the person share it.
func personText(ui []byte, p Payload, llm string, maxInline int) (text string, inline bool) {
	switch {
	case ui == nil:
		if p.Bytes == int64(len(llm)) && p.SHA256 == sumOf([]byte(llm)) {
			return llm, true
		}
	case string(ui) == llm:
		return llm, true
	case len(ui) <= maxInline && utf8.Valid(ui):
		return string(ui), true
	}
	return "", false
}

func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func isSum(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == sha256.Size
}
