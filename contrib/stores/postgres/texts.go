package postgres

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/toktee/toktee/internal/text/secrets"
)

// text returns a text of a row: keys and tokens of well-known shapes are masked in it, whatever the settings are about
// what models see, since others read it.
func text(s string) string {
	if s == "" {
		return ""
	}
	var m secrets.Masker
	return clean(string(m.Text([]byte(s))))
}

// session returns the name of a session, of which each part is masked. Two that are named by different secrets, or by
// what PostgreSQL doesn't take, stay two: a hash distinguishes them.
func session(s string) string {
	parts := strings.Split(s, "/")
	for i, p := range parts {
		masked := text(p)
		if masked != p {
			sum := sha256.Sum256([]byte(p))
			masked += " " + hex.EncodeToString(sum[:4])
		}
		parts[i] = masked
	}
	return strings.Join(parts, "/")
}

// clean returns a text as PostgreSQL takes it: UTF-8 without NUL.
func clean(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
