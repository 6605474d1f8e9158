package call

import (
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
