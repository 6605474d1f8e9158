package shell

import "testing"

// TestHasCall: the result of a shim, which names its program by the path, belongs to the line that ran it.
func TestHasCall(t *testing.T) {
	for _, c := range []struct {
		line, command string
		want          bool
	}{
		{"go test ./... | tail -2", "/usr/local/go/bin/go test ./...", true},
		{"make", "make", true},
		{"echo 'see toktee show 401882137095'", "/usr/local/go/bin/go test ./...", false},
		{"go test ./... | tail -2", "/usr/local/go/bin/go test ./mux", false},
	} {
		if got := HasCall(c.line, c.command); got != c.want {
			t.Errorf("HasCall(%q, %q) = %v", c.line, c.command, got)
		}
	}
}
