package term

import (
	"testing"

	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/internal/host/store"
)

// TestSecrets shows a command without its secrets, in the list and above its output.
func TestSecrets(t *testing.T) {
	r := store.Record{ID: "123456789012", Command: "deploy --password hunter2hunter2"}
	const want = "deploy --password [password]"
	if got := callOf(r).Command; got != want {
		t.Errorf("the list shows %q", got)
	}
	if src, err := view.FromRecord(nil, r); err != nil || src.Command != want {
		t.Errorf("FromRecord() = %q, %v", src.Command, err)
	}
}
