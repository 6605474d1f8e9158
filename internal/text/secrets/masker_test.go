package secrets

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// token makes a secret of a kind that nobody ever had: of letters and digits in an order that depends on n.
func token(prefix string, n, length int) string {
	const set = "Zk3Qw8Xr5Tn1Yb7Vm2Lp9Hd4Gs6FcJ0KaEoUiNeRtCxPyBzDlWqSfMgAhOjIuv"
	b := []byte(prefix)
	for i := range length {
		b = append(b, set[(i*7+n*13)%len(set)])
	}
	return string(b)
}

// body is a line of a private key.
func body(n int) string { return token("", n, 64) }

func TestText(t *testing.T) {
	a, b := token("ghp_", 1, 36), token("ghp_", 2, 36)
	block := "-----BEGIN RSA " + "PRIVATE KEY-----\n%s-----END RSA " + "PRIVATE KEY-----\n"
	tests := []struct {
		name, in, want string
		count          int
	}{
		{"none", "ok\t12 passed\n", "ok\t12 passed\n", 0},
		{"empty", "", "", 0},
		{"in a URL", "https://x:" + a + "@github.com\n", "https://x:[github token]@github.com\n", 1},
		{"no line feed", "token " + a, "token [github token]", 1},
		{"equal and different", a + " " + b + "\n" + a + "\n", "[github token] [github token 2]\n[github token]\n", 3},
		{"escaped line feed", `"a\n` + a + `\n"`, `"a\n[github token]\n"`, 1},
		{"header", "> Authorization: Bearer " + token("", 3, 30), "> Authorization: Bearer [credentials]", 1},
		{"header with a known token", "authorization: token " + a, "authorization: token [github token]", 1},
		{"example of a document", "AKIAIOSFODNN7EXAMPLE\n", "AKIAIOSFODNN7EXAMPLE\n", 0},
		{"hash", "1f3870be274f6c49b3e31a0c6728957f SK1f3870be27", "1f3870be274f6c49b3e31a0c6728957f SK1f3870be27", 0},
		{
			"key", "a\n" + fmt.Sprintf(block, body(1)+"\n"+body(2)+"\nQw8=\n") + "b " + body(1) + "\n",
			"a\n" + fmt.Sprintf(block, "[private key]\n[private key]\n***\n") + "b " + body(1) + "\n", 1,
		},
		{
			"keys in a log", "12:01 " + fmt.Sprintf(block, "12:02 "+body(1)+"\n") + fmt.Sprintf(block, body(2)+"\n"),
			"12:01 " + fmt.Sprintf(block, "12:02 [private key]\n") + fmt.Sprintf(block, "[private key 2]\n"), 2,
		},
		{
			"key with a head", fmt.Sprintf(block, "Proc-Type: 4,ENCRYPTED\n\n"+body(1)+"\n"),
			fmt.Sprintf(block, "Proc-Type: 4,ENCRYPTED\n\n[private key]\n"), 1,
		},
		{
			"key that never ends", "-----BEGIN PRIVATE " + "KEY-----\nnot found\n" + body(1),
			"-----BEGIN PRIVATE " + "KEY-----\nnot found\n" + body(1), 0,
		},
		{
			"key in JSON",
			`{"k":"-----BEGIN PRIVATE ` + `KEY-----\n` + body(1) + `\n-----END PRIVATE ` + `KEY-----\n"}`,
			`{"k":"-----BEGIN PRIVATE ` + `KEY-----[private key]-----END PRIVATE ` + `KEY-----\n"}`, 1,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var m Masker
			if diff := cmp.Diff(tt.want, string(m.Text([]byte(tt.in)))); diff != "" {
				t.Errorf("Text mismatch (-want +got):\n%s", diff)
			}
			if m.Count() != tt.count {
				t.Errorf("Count() = %d, want %d", m.Count(), tt.count)
			}
		})
	}
}

func TestManyKinds(t *testing.T) {
	var in strings.Builder
	for i := range 150 {
		fmt.Fprintf(&in, "ghp_%036d\n", 0)
		fmt.Fprintf(&in, "%s%03d\n", token("ghp_", 1, 33), i)
	}
	var m Masker
	out := string(m.Text([]byte(in.String())))
	if m.Count() != 150 || !strings.HasSuffix(out, "[github token 99]\n") || strings.Contains(out, "100") {
		t.Errorf("%d masked, the last as %q", m.Count(), out[len(out)-30:])
	}
}

// TestLongLines looks for secrets all over a line that is looked at in parts, and in one without any blank.
func TestLongLines(t *testing.T) {
	for _, filler := range []string{"abcdefgh, ", "abcdefghij"} {
		line := []byte(strings.Repeat(filler, 50_000))
		const n = 37
		for i := range n {
			copy(line[i*13_001:], " "+token("ghp_", i, 36)+" ")
		}
		var m Masker
		out := m.Text(line)
		if m.Count() != n || bytes.Contains(out, []byte("ghp_")) {
			t.Errorf("%d masked of %d", m.Count(), n)
		}
	}
}
