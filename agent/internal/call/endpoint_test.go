package call

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/agent/model"
)

func TestRedact(t *testing.T) {
	for _, c := range []struct {
		key      model.Key
		in, want string
	}{
		{"sk-secret", "wrong key sk-secret, sk-secret!", "wrong key [key], [key]!"},
		{"", "nothing", "nothing"},
	} {
		if got := redact(c.key, c.in); got != c.want {
			t.Errorf("redact(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

// Whoever prints a provider, even with its unexported fields, doesn't see the key.
func TestClientPrints(t *testing.T) {
	type provider struct{ conn *Client } // as the providers hold it
	conn, err := OpenAI("test").New(model.Endpoint{Key: "sk-secret"})
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"%v", "%+v", "%#v"} {
		if text := fmt.Sprintf(format+format, provider{conn}, &provider{conn}); strings.Contains(text, "secret") {
			t.Errorf("%s prints %s", format, text)
		}
	}
}
