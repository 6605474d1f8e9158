package secrets

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// privateKeys are private keys as other programs write them: 28 lines, 5 and 3 of them.
func privateKeys(t *testing.T) map[string][]string {
	long, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	sec1, err := x509.MarshalECPrivateKey(curve)
	if err != nil {
		t.Fatal(err)
	}
	_, edwards, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(edwards)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for kind, der := range map[string][]byte{
		"RSA PRIVATE " + "KEY": x509.MarshalPKCS1PrivateKey(long),
		"EC PRIVATE " + "KEY":  sec1,
		"PRIVATE " + "KEY":     pkcs8,
	} {
		text := string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
		all[kind] = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	}
	return all
}

// TestKeyForms prints private keys as programs do that print files: all lines but the first and the last one are
// masked, and what is around them stays.
func TestKeyForms(t *testing.T) {
	forms := map[string]func(n int, line string) string{
		"alone":              func(n int, line string) string { return line },
		"diff that adds":     func(n int, line string) string { return "+" + line },
		"diff that deletes":  func(n int, line string) string { return "-" + line },
		"diff around":        func(n int, line string) string { return " " + line },
		"old diff":           func(n int, line string) string { return "< " + line },
		"grep":               func(n int, line string) string { return "key.pem:" + line },
		"grep -n":            func(n int, line string) string { return fmt.Sprintf("etc/key.pem:%d:%s", n+95, line) },
		"grep -A":            func(n int, line string) string { return fmt.Sprintf("key.pem-%d-%s", n, line) },
		"nl":                 func(n int, line string) string { return fmt.Sprintf("%6d\t%s", n, line) },
		"numbers":            func(n int, line string) string { return fmt.Sprintf("%4d:%s", n, line) },
		"numbers and arrows": func(n int, line string) string { return fmt.Sprintf("%5d→%s", n, line) },
		"bat":                func(n int, line string) string { return fmt.Sprintf("%4d   │ %s", n, line) },
		"mark of a hunk":     func(n int, line string) string { return "@@|" + line },
		"table":              func(n int, line string) string { return fmt.Sprintf("| %-64s |", line) },
		"frame":              func(n int, line string) string { return fmt.Sprintf("│ %-64s │", line) },
		"containers":         func(n int, line string) string { return fmt.Sprintf("web-1  | %s", line) },
		"quoted mail":        func(n int, line string) string { return "> > " + line },
		"log":                func(n int, line string) string { return fmt.Sprintf("12:01:%02d INFO %s", n, line) },
		"cat -A":             func(n int, line string) string { return line + "$" },
		"strings in Java":    func(n int, line string) string { return fmt.Sprintf("    \"%s\\n\" +", line) },
		"strings in JSON":    func(n int, line string) string { return fmt.Sprintf("  %q,", line) },
	}
	for kind, lines := range privateKeys(t) {
		for name, form := range forms {
			var in, want strings.Builder
			for n, l := range lines {
				shown := form(n, l)
				in.WriteString(shown + "\n")
				if name == "diff that adds" { // a plus sign is base64
					l = "+" + l
				}
				if n > 0 && n < len(lines)-1 {
					shown = strings.Replace(shown, l, shorter("[private key]", []byte(l)), 1)
				}
				want.WriteString(shown + "\n")
			}
			var m Masker
			if diff := cmp.Diff(want.String(), string(m.Text([]byte(in.String())))); diff != "" || m.Count() != 1 {
				t.Errorf("%s, %s: %d secrets (-want +got):\n%s", kind, name, m.Count(), diff)
			}
			for _, size := range []int{1, 7, 64, 1000} {
				if got, _ := inPieces([]byte(in.String()), size); !bytes.Equal(got, []byte(want.String())) {
					t.Errorf("%s, %s: in pieces of %d other bytes", kind, name, size)
				}
			}
		}
	}
}

// TestKeyEnds shows what stands behind the lines of a key that nothing ends.
func TestKeyEnds(t *testing.T) {
	start := "-----BEGIN PRIVATE " + "KEY-----\n"
	hidden := "[private key]\n"
	for _, tt := range []struct{ name, in, want string }{
		{"prose", start + body(1) + "\nAll done\nok\n", start + hidden + "All done\nok\n"},
		{"a shorter line and a word", start + body(1) + "\nQw8=\nok\n", start + hidden + "***\nok\n"},
		{"another listing", "1:" + start + "2:" + body(1) + "\nx:3\n4:Qw8=\n",
			"1:" + start + "2:" + hidden + "x:3\n4:Qw8=\n"},
		{"OpenPGP", start + "Version: 1\n\n" + body(1) + "\nQw8w\n=njUN\nok\n",
			start + "Version: 1\n\n" + hidden + "***\n***\nok\n"},
		{"head in a diff", "-" + start + "-Proc-Type: 4,ENCRYPTED\n-\n-" + body(1) + "\n ok\n",
			"-" + start + "-Proc-Type: 4,ENCRYPTED\n-\n-" + hidden + " ok\n"},
		{"table", "| " + start + "| a | internationalization |\n| " + body(1) + " |\n",
			"| " + start + "| a | internationalization |\n| " + body(1) + " |\n"},
	} {
		var m Masker
		if diff := cmp.Diff(tt.want, string(m.Text([]byte(tt.in)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
